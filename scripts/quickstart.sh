#!/usr/bin/env bash
# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

usage() {
  cat <<'END'
Usage: scripts/quickstart.sh

Builds gitscale and shows one run of it on a small example: a tenant's Git repository on this disk, a recorded
morning of samples and a snapshot of the cluster. Needs no database, no cluster and, beyond apt for packages
that are missing, no network. Nothing is left running; the example stays in a temporary folder for you to look
at. The second time it takes seconds.

  -h, --help  this text
END
}

case ${1:-} in
  '') ;;
  -h | --help) usage; exit 0 ;;
  *) printf "error: unknown option '%s'\n" "$1" >&2; usage >&2; exit 2 ;;
esac

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/packages.sh
source "$here/packages.sh"
# shellcheck source=scripts/build.sh
source "$here/build.sh"

# Seconds with tenths since the last call.
mark=${EPOCHREALTIME/[.,]/}
lap() {
  local now=${EPOCHREALTIME/[.,]/} tenths
  tenths=$(((now - mark) / 100000))
  mark=$now
  printf '%d.%d s' "$((tenths / 10))" "$((tenths % 10))"
}

title() { printf '\n== %s\n' "$*"; }

install_packages "${BUILD_PACKAGES[@]}"
packages_time=$(lap)

build_preset release gitscale
gitscale=$(find "$(build_dir release)" -name gitscale -type f -perm -u+x -print -quit)
build_time=$(lap)

scratch=$(mktemp -d "${TMPDIR:-/tmp}/gitscale-quickstart.XXXXXX")
"$SOURCE_DIR/examples/quickstart/prepare.sh" "$scratch"
export HOME=$scratch GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null
before=$(git -C "$scratch/tenant.git" rev-parse main)
lap >/dev/null

title 'What gitscale decides from this morning'
printf '$ gitscale run --config %s/gitscale.yaml\n\n' "$scratch"
status=0
"$gitscale" run --config "$scratch/gitscale.yaml" || status=$?
run_time=$(lap)
if ((status != 0)); then
  printf 'error: the run ended with exit code %d\n' "$status" >&2
  exit "$status"
fi

title 'The commits it pushed to the repository'
git -C "$scratch/tenant.git" --no-pager log --reverse --stat "$before..main"

title 'Their diff'
git -C "$scratch/tenant.git" --no-pager diff "$before" main

title 'What next'
cat <<END
The example is in $scratch:
  tenant.git     the tenant's repository    git -C $scratch/tenant.git log -p
  gitscale.yaml  the configuration          morning.csv, snapshot.json  what was measured
Change a policy (clone tenant.git, edit, push) or the samples, and look at what would happen:
  $gitscale plan --config $scratch/gitscale.yaml
For real databases: metrics of type Prometheus, clusters of type Metrics, an https URL of the repository.
When you are done: rm -rf $scratch

times: packages $packages_time, build $build_time, run $run_time
END
