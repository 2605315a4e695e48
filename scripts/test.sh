#!/usr/bin/env bash
# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

usage() {
  cat <<'END'
Usage: scripts/test.sh [--preset NAME] [-R REGEX] [-L LABEL] [-- CTEST-OPTION...]

Installs the packages that are missing (through apt, as root or with sudo), builds everything and runs every
test once. Nothing is left running. Exit code: ctest's.

  --preset NAME  the CMake preset to build and test (default: release)
  -R REGEX       only tests whose name matches, as for ctest
  -L LABEL       only tests with this label (unit, e2e), as for ctest
  -h, --help     this text
END
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/packages.sh
source "$here/packages.sh"
# shellcheck source=scripts/build.sh
source "$here/build.sh"

preset=release
declare -a selection=()
while (($# > 0)); do
  case $1 in
    --preset) preset=${2:?--preset needs a name}; shift 2 ;;
    -R | -L) selection+=("$1" "${2:?$1 needs a value}"); shift 2 ;;
    -h | --help) usage; exit 0 ;;
    --) shift; selection+=("$@"); break ;;
    *) printf "error: unknown option '%s'\n" "$1" >&2; usage >&2; exit 2 ;;
  esac
done

export TZ=UTC LANG=C.UTF-8 LC_ALL=C.UTF-8 NO_COLOR=1
install_packages "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}"

start=$SECONDS
build_preset "$preset"
printf 'build: %d s\n' "$((SECONDS - start))" >&2

# Two at a time; a test that needs the machine to itself says so (RUN_SERIAL) where it is declared.
ctest --test-dir "$(build_dir "$preset")" -j2 --output-on-failure --no-tests=error "${selection[@]}"
