#!/usr/bin/env bash
# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
#
# What one run costs beside the git binary alone. One target in a repository of FILES manifests over http with a
# kept mirror: a run that commits and a run with nothing to do, against what nobody can go below with git itself,
# a fetch without changes plus the push of one file. Prints medians in milliseconds, the ratios and the peak
# resident memory.
#
#   GITSCALE=build/release/gitscale tests/bench/one_target.sh [ROUNDS [FILES]]
set -euo pipefail
# shellcheck source=tests/e2e/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../e2e/lib.sh"
need jq git nginx fcgiwrap
[[ -x /usr/bin/time ]] || skip '/usr/bin/time is not installed'
case $GITSCALE in /*) ;; *) GITSCALE=$PWD/$GITSCALE ;; esac

ROUNDS=${1:-7}
FILES=${2:-200}
FILE=clusters/prod/tenant-acme/db.yaml

# The example, among other manifests.
"$SOURCE_DIR/examples/quickstart/prepare.sh" "$SCRATCH/example"
mkdir -p "$SCRATCH/repos" "$SCRATCH/others/clusters/prod/others"
for ((index = 0; index < FILES; index++)); do
  printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings-%d, namespace: tenant-other}\ndata:\n' "$index"
  printf '  key-%d: "value %d"  # of no interest\n' "$((index % 7))" "$index" "$((index % 11))" "$((index * 3))"
done | split -l 6 -d -a 5 --additional-suffix=.yaml - "$SCRATCH/others/clusters/prod/others/settings-"
git clone -q --bare "$SCRATCH/example/tenant.git" "$SCRATCH/repos/tenant.git"
bare tenant config http.receivepack true
commit_files tenant 'Add what others keep here' "$SCRATCH/others"
serve_git gitscale s3cret-bench
(umask 077 && printf 's3cret-bench\n' >"$SCRATCH/example/token")
start=$(tip tenant)
sed "s|url: .*|url: $GIT_URL/tenant.git|
  s|^  branch: main|  auth: {username: gitscale, tokenFile: token}\n  mirror: mirror|" \
  "$SCRATCH/example/gitscale.yaml" >"$SCRATCH/example/bench.yaml"

# timed NAME COMMAND...: adds the milliseconds to NAME.times and the peak memory in KiB to NAME.rss.
timed() {
  local name=$1 from to
  shift
  from=${EPOCHREALTIME/[.,]/}
  run /usr/bin/time -f %M -o "$SCRATCH/rss" "$@"
  to=${EPOCHREALTIME/[.,]/}
  ((RC == 0)) || fail "$name failed"
  printf '%d\n' "$(((to - from) / 100))" >>"$SCRATCH/$name.times"
  cat "$SCRATCH/rss" >>"$SCRATCH/$name.rss"
}

# median FILE
median() { sort -n "$1" | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'; }
peak() { sort -n "$1" | tail -n 1; }
# of tenths of a millisecond
ms() { awk -v v="$1" 'BEGIN {printf "%.1f", v / 10}'; }

# The floor: what a script around git would do after it has decided.
git clone -q "$GIT_URL_AUTH/tenant.git" "$SCRATCH/floor"
# Only the fetch and the push are counted: they are what the network costs.
floor_round() {
  # Once for what the step before left behind, then the one that is counted.
  git -C "$SCRATCH/floor" fetch -q origin main
  timed fetch git -C "$SCRATCH/floor" fetch -q origin main
  git -C "$SCRATCH/floor" reset -q --hard origin/main
  sed -i 's/^  replicas: 3/  replicas: 4/' "$SCRATCH/floor/$FILE"
  git -C "$SCRATCH/floor" commit -q -a -m scale
  timed push git -C "$SCRATCH/floor" push -q origin HEAD:main
}

# The ledger too: without it a branch that was set back is a person who reverted the decision.
back_to_start() {
  bare tenant update-ref refs/heads/main "$start"
  bare tenant update-ref -d refs/gitscale/ledger
}

# The first run fills the mirror.
timed cold "$GITSCALE" run --config "$SCRATCH/example/bench.yaml"
for ((round = 0; round < ROUNDS; round++)); do
  back_to_start
  floor_round
  back_to_start
  timed change "$GITSCALE" run --config "$SCRATCH/example/bench.yaml"
  [[ $(tip tenant) != "$start" ]] || fail 'the run committed nothing'
  timed idle "$GITSCALE" run --config "$SCRATCH/example/bench.yaml"
done

fetch=$(median "$SCRATCH/fetch.times")
push=$(median "$SCRATCH/push.times")
change=$(median "$SCRATCH/change.times")
idle=$(median "$SCRATCH/idle.times")
printf '%-44s %8s ms\n' 'git fetch, nothing new' "$(ms "$fetch")" 'git push, one file' "$(ms "$push")" \
  'gitscale run, one commit' "$(ms "$change")" 'gitscale run, nothing to do' "$(ms "$idle")" \
  'gitscale run, first (fills the mirror)' "$(ms "$(median "$SCRATCH/cold.times")")"
awk -v f="$fetch" -v p="$push" -v c="$change" -v i="$idle" 'BEGIN {
  printf "%-44s %8.2f\n%-44s %8.2f\n", "ratio: run with one commit / (fetch + push)", c / (f + p),
    "ratio: run with nothing to do / fetch", i / f }'
printf '%-44s %8.1f MiB\n' 'peak memory, gitscale' "$(awk -v k="$(peak "$SCRATCH/change.rss")" 'BEGIN {print k / 1024}')" \
  'peak memory, git push (its parent alone)' "$(awk -v k="$(peak "$SCRATCH/push.rss")" 'BEGIN {print k / 1024}')"
