#!/usr/bin/env bash
# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
#
# shellcheck disable=SC2317  # the checks are called through check()
set -euo pipefail

usage() {
  cat <<'END'
Usage: scripts/check.sh [--all] [--no-tidy]

Format, lint and layering. Installs the packages that are missing. Every check runs; the exit code is 1 when
one of them found something.

  --all      clang-tidy on every file, not only on those changed since the branch left main
  --no-tidy  everything but clang-tidy, which is the slow one
  -h, --help this text
END
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/packages.sh
source "$here/packages.sh"
# shellcheck source=scripts/build.sh
source "$here/build.sh"

all=
tidy=yes
while (($# > 0)); do
  case $1 in
    --all) all=yes ;;
    --no-tidy) tidy= ;;
    -h | --help) usage; exit 0 ;;
    *) printf "error: unknown option '%s'\n" "$1" >&2; usage >&2; exit 2 ;;
  esac
  shift
done

install_packages "${BUILD_PACKAGES[@]}" "${LINT_PACKAGES[@]}"
cd "$SOURCE_DIR"
# A checkout of another user (a container's bind mount) is fine to read.
git() { command git -c safe.directory="$SOURCE_DIR" "$@"; }

failed=0
check() {
  local name=$1
  shift
  if "$@"; then
    printf 'ok      %s\n' "$name"
  else
    printf 'FAILED  %s\n' "$name"
    failed=1
  fi
}

# Tracked files and new ones, but not those deleted in the working tree.
files() {
  local file
  git ls-files -z --cached --others --exclude-standard -- "$@" | while IFS= read -r -d '' file; do
    [[ ! -f $file ]] || printf '%s\n' "$file"
  done
}

check_format() {
  local -a sources
  mapfile -t sources < <(files '*.cc' '*.h')
  ((${#sources[@]} == 0)) || clang-format-14 --dry-run -Werror "${sources[@]}"
}

check_shell() {
  local -a scripts
  mapfile -t scripts < <(files '*.sh' '.ci/run' 'tests/e2e/*.bash')
  shellcheck --external-sources --source-path=SCRIPTDIR --source-path="$SOURCE_DIR" "${scripts[@]}"
}

# Corpora hold what is wrong on purpose; templates are not YAML until rendered.
check_yaml() {
  local -a documents
  mapfile -t documents < <(files '*.yaml' '*.yml' | grep -vE '^tests/(testdata|fuzz)/|/templates/' || true)
  ((${#documents[@]} == 0)) || yamllint --strict --config-data '{extends: default, rules: {
    document-start: disable, comments: {min-spaces-from-content: 1}, comments-indentation: disable,
    line-length: {max: 120, level: error, allow-non-breakable-inline-mappings: true},
    truthy: {check-keys: false}, braces: {max-spaces-inside: 1},
    indentation: {indent-sequences: consistent}}}' "${documents[@]}"
}

# base <- policies <- reconciler <- {observe, render, gitops} <- cli, and no clock, environment, logger or
# network in the folders that are pure.
check_includes() {
  local folder allowed status=0
  while read -r folder allowed; do
    if [[ -d $folder ]] &&
      grep -rnE '#include "(base|policies|reconciler|observe|render|gitops|cli|tests)/' \
        --include='*.h' --include='*.cc' "$folder" | grep -vE "#include \"($allowed)/"; then
      printf '%s/ may include only %s\n' "$folder" "$allowed"
      status=1
    fi
  done <<'END'
base base
policies base|policies
reconciler base|policies|reconciler
observe base|policies|reconciler|observe
render base|policies|reconciler|render
gitops base|policies|reconciler|gitops
cli base|policies|reconciler|observe|render|gitops|cli
END
  if grep -rnE '(system|steady)_clock::now|getenv *\(|spdlog|git2\.h|curl/curl\.h|std::this_thread|[io]fstream' \
    --include='*.h' --include='*.cc' reconciler render policies; then
    printf 'a pure folder reads the clock, the environment, a file or the network, or logs\n'
    status=1
  fi
  return "$status"
}

# Two lines on top of every source, script and build file.
check_licences() {
  local file status=0
  while IFS= read -r file; do
    head -n 3 "$file" | grep -q 'SPDX-License-Identifier: Apache-2.0' ||
      { printf '%s: no SPDX lines on top\n' "$file" && status=1; }
  done < <(files '*.cc' '*.h' '*.sh' '*.cmake' '*CMakeLists.txt' '.ci/run')
  return "$status"
}

# Headers are checked through the files that include them. The preset's own clang-tidy launcher is not used:
# only the commands are wanted, so nothing has to be compiled first.
check_tidy() {
  local directory base
  local -a changed known
  # Precompiled headers would have to be built first, and are no use to a single pass.
  configure_preset tidy -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON || return
  directory=$(build_dir tidy)
  if [[ -n $all ]]; then
    mapfile -t changed < <(files '*.cc')
  else
    base=$(git merge-base HEAD origin/main 2>/dev/null || git merge-base HEAD main 2>/dev/null || echo HEAD)
    mapfile -t changed < <(
      { git diff --name-only --diff-filter=d "$base" -- '*.cc' && files_untracked '*.cc'; } | sort -u)
  fi
  # Files that the preset does not build (benchmarks, fuzzers) have no command to check them with.
  mapfile -t known < <(jq -r '.[].file' "$directory/compile_commands.json" | sort -u |
    grep -Fx -f <(printf "$SOURCE_DIR/%s\n" "${changed[@]}") || true)
  ((${#known[@]} > 0)) || return 0
  printf '%s\0' "${known[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy-14 -p "$directory" --quiet
}

files_untracked() { git ls-files --others --exclude-standard -- "$@"; }

check 'clang-format' check_format
check 'shellcheck' check_shell
check 'yamllint' check_yaml
check 'includes and purity' check_includes
check 'SPDX lines' check_licences
[[ -z $tidy ]] || check 'clang-tidy' check_tidy
exit "$failed"
