# shellcheck shell=bash
# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
#
# Configure and build one preset, with a log that is shown only when it fails. Sourced, never run.

SOURCE_DIR=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Prints the build folder of a preset: build/PRESET in the tree, or, when someone else owns that (root built
# first, say) or the tree is read-only, one per user in the temporary folder.
build_dir() {
  local preset=$1 inside="$SOURCE_DIR/build/$1" outside
  if [[ -e $inside ]]; then
    [[ ! -O $inside || ! -w $inside ]] || { printf '%s\n' "$inside" && return; }
  elif mkdir -p "$inside" 2>/dev/null; then
    printf '%s\n' "$inside"
    return
  fi
  outside="${TMPDIR:-/tmp}/gitscale-build-$EUID"
  # In a shared folder the name could be somebody else's bait: take it only when it is ours and no link.
  if ! { [[ -d $outside ]] || mkdir -m 700 "$outside"; } || [[ -L $outside || ! -O $outside ]]; then
    printf 'error: cannot build in %s nor in %s\n' "$inside" "$outside" >&2
    return 1
  fi
  printf '%s/%s\n' "$outside" "$preset"
}

# configure_preset PRESET [CMAKE-OPTION...]
configure_preset() {
  local preset=$1 directory log
  shift
  directory=$(build_dir "$preset") || return
  mkdir -p "$directory"
  log=$directory/scripts.log
  local -a configure=(cmake --preset "$preset" -B "$directory" "$@")
  # A tree that was copied or moved brings a cache that names the old place.
  if ! grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$SOURCE_DIR" "$directory/CMakeCache.txt"; then
    configure+=(--fresh)
    printf 'build: configuring preset %s in %s\n' "$preset" "$directory" >&2
  fi
  if ! (cd "$SOURCE_DIR" && "${configure[@]}") >"$log" 2>&1; then
    printf 'error: cmake could not configure the tree; the end of %s:\n' "$log" >&2
    tail -n 40 "$log" >&2
    return 1
  fi
}

# build_preset PRESET [TARGET...]: configures, then builds (everything, or the targets). Progress goes to stderr:
# a line every few seconds in a log, in place on a terminal.
build_preset() {
  local preset=$1 directory log target
  shift
  # Named targets are the product's: what only the tests need is not looked for.
  local tests=ON
  (($# == 0)) || tests=OFF
  configure_preset "$preset" "-DGITSCALE_TESTS=$tests" || return
  directory=$(build_dir "$preset")
  log=$directory/scripts.log
  local -a targets=()
  for target in "$@"; do targets+=(--target "$target"); done
  if ! cmake --build "$directory" "${targets[@]}" 2>&1 | tee "$log" | show_progress; then
    printf 'error: the build failed; from %s:\n' "$log" >&2
    { grep -E -m 1 -A 40 '^FAILED:' "$log" || tail -n 40 "$log"; } >&2
    return 1
  fi
}

# Reads ninja's "[12/80] ..." lines; passes on one about every 10 seconds (a terminal: each, in place).
show_progress() {
  local line next=$SECONDS shown=
  while IFS= read -r line; do
    [[ $line == \[* ]] || continue
    if [[ -t 2 ]]; then
      printf '\r\033[Kbuild: %.70s' "$line" >&2
      shown=yes
    elif ((SECONDS >= next)); then
      printf 'build: %s\n' "${line%% *}" >&2
      next=$((SECONDS + 10))
    fi
  done
  [[ -z $shown ]] || printf '\r\033[K' >&2
}
