#!/usr/bin/env bash
# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
#
# What scripts and CronJobs rely on: exit codes, which stream says what, JSON that parses, no colour where it does
# not belong. On the example of the quick start, which must also decide what it promises to.
set -euo pipefail
# shellcheck source=tests/e2e/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
need jq git script

# A fresh copy of the example in $1.
example() {
  rm -rf "${SCRATCH:?}/$1"
  "$SOURCE_DIR/examples/quickstart/prepare.sh" "$SCRATCH/$1"
}

main_of() { git -C "$SCRATCH/$1/tenant.git" rev-parse main; }

escape=$'\e'

step 'help and version'
gitscale --help
exits 0 --help
is_empty "$ERR" '--help'
for code in 0 1 2 3 10 130 143; do file_matches "$OUT" "^ *$code +[a-z]" "exit code $code in --help"; done
for verb in run plan explain validate version; do file_matches "$OUT" "(^| )$verb( |\$)" "$verb in --help"; done
for verb in run plan explain validate version; do
  gitscale "$verb" --help
  exits 0 "$verb --help"
  is_empty "$ERR" "$verb --help"
done
gitscale version
exits 0 version
file_matches "$OUT" '[0-9]+\.[0-9]+\.[0-9]+' version

step 'wrong use: 2, and nothing on stdout'
gitscale
exits 2 'no verb'
gitscale rnu
exits 2 'an unknown verb'
file_matches "$ERR" "'?run'?" 'the suggestion for an unknown verb'
is_empty "$OUT" 'an unknown verb'
gitscale run --no-such-option
exits 2 'an unknown option'
is_empty "$OUT" 'an unknown option'
gitscale run
exits 2 'run without a configuration'
gitscale run --config "$SCRATCH/none.yaml"
exits 2 'a configuration that is not there'
file_matches "$ERR" 'none\.yaml' 'which configuration is not there'
example wrong
sed -i 's/^  branch:/  brunch:/' "$SCRATCH/wrong/gitscale.yaml"
gitscale run --config "$SCRATCH/wrong/gitscale.yaml"
exits 2 'a configuration with an unknown field'
file_matches "$ERR" 'gitscale\.yaml.*brunch.*branch|brunch' 'the unknown field and the nearest known one'
is_empty "$OUT" 'a wrong configuration'
gitscale run --config "$SCRATCH/wrong/gitscale.yaml" --now yesterday
exits 2 'a time that is none'

step 'plan shows, and writes nothing'
example shop
before=$(main_of shop)
gitscale plan --config "$SCRATCH/shop/gitscale.yaml"
exits 0 plan
file_matches "$OUT" '^\+ *replicas: 4 +# one writes' 'the diff of plan'
file_matches "$OUT" '^tenant-acme/db +postgres +3 -> 4 ' 'the table of plan'
eq "$(main_of shop)" "$before" 'main after plan'
gitscale plan --exit-code --config "$SCRATCH/shop/gitscale.yaml"
exits 10 'plan --exit-code with changes'

step 'explain tells why, and writes nothing'
gitscale explain tenant-acme/db --config "$SCRATCH/shop/gitscale.yaml"
exits 0 explain
file_matches "$OUT" '^planned: ReadConnections 210 over 150 per read replica [(]MetricAboveTarget[)]' 'what it came to'
file_matches "$OUT" '^LagBrake +passed +.*limit 30 s' 'a guardrail that let it pass, with its numbers'
file_matches "$OUT" '^- fewer: ReadConnections at most 150' 'what would change it'
eq "$(main_of shop)" "$before" 'main after explain'
gitscale explain tenant-acme/bd --config "$SCRATCH/shop/gitscale.yaml"
exits 2 'explain of a name that is none'
file_matches "$ERR" 'tenant-acme/bd.*tenant-acme/db' 'the nearest name'
is_empty "$OUT" 'explain of a name that is none'

step 'run commits what the quick start promises'
gitscale run --config "$SCRATCH/shop/gitscale.yaml"
exits 0 run
file_matches "$OUT" '^TARGET +ENGINE +REPLICAS +OUTCOME +WHY' 'the table of run'
file_matches "$OUT" '^tenant-acme/db +postgres +3 -> 4 +committed [0-9a-f]{7} +ReadConnections 210 over 150' 'db'
file_matches "$OUT" '^tenant-acme/reports +postgres +2 .*within tolerance' 'reports'
file_matches "$OUT" '^tenant-acme/billing +postgres +3 .*[Dd]ry.run' 'billing'
file_lacks "$OUT" "$escape" 'stdout that is no terminal'
file_lacks "$ERR" "$escape" 'stderr that is no terminal'
eq "$(git -C "$SCRATCH/shop/tenant.git" rev-list --count "$before..main")" 1 'commits of run'
jq -es 'all(type == "object" and has("level") and has("message"))' "$ERR" >/dev/null ||
  fail 'stderr should be JSON lines when it is no terminal'

scaled=$(git -C "$SCRATCH/shop/tenant.git" rev-parse 'main^{tree}')

step 'a deleted policy releases its target, and the count stays'
git clone -q "$SCRATCH/shop/tenant.git" "$SCRATCH/shop/work"
prod=clusters/prod/tenant-acme
sed -i '1,/^---$/d' "$SCRATCH/shop/work/$prod/autoscaling.yaml" # that of db
git -C "$SCRATCH/shop/work" commit -qam 'Stop scaling db'
git -C "$SCRATCH/shop/work" push -q origin HEAD:main
before=$(main_of shop)
gitscale plan --exit-code --config "$SCRATCH/shop/gitscale.yaml"
exits 10 'plan --exit-code with a release'
file_matches "$OUT" '^- .*autoscaling\.cozystack\.io/decision' 'the diff of a release'
eq "$(main_of shop)" "$before" 'main after the plan of a release'
gitscale run --config "$SCRATCH/shop/gitscale.yaml"
exits 0 'run after a policy was deleted'
file_matches "$OUT" "^released: tenant-acme/db in $prod/db.yaml: policy 'tenant-acme/db' is gone; committed [0-9a-f]{7}\$" 'the release'
eq "$(git -C "$SCRATCH/shop/tenant.git" log --format=%s "$before..main")" \
  'release(tenant-acme/db): leave 4 instances as they are' 'subject of the release'
git -C "$SCRATCH/shop/tenant.git" show "main:$prod/db.yaml" |
  diff - <(sed 's/replicas: 3/replicas: 4/' "$SOURCE_DIR/examples/quickstart/tenant/db.yaml") >/dev/null ||
  fail 'a release should leave the file as it was written, with the new count'
git -C "$SCRATCH/shop/tenant.git" ls-tree -r --name-only refs/gitscale/ledger >"$OUT"
file_lacks "$OUT" 'targets/.*/postgres-db\.json' 'the ledger after a release'
before=$(main_of shop)
gitscale run --config "$SCRATCH/shop/gitscale.yaml"
exits 0 'the run after a release'
eq "$(main_of shop)" "$before" 'main after a second run'

step '-o json is one document on stdout'
example json
gitscale run --config "$SCRATCH/json/gitscale.yaml" -o json
exits 0 'run -o json'
jq -es 'length == 1 and (.[0] | has("apiVersion") and has("kind") and (.targets | length == 3))' "$OUT" >/dev/null ||
  fail 'run -o json should print one record with apiVersion, kind and three targets'
eq "$(outcome_of tenant-acme/db)" Changed 'outcome of db'
eq "$(reason_of tenant-acme/db)" MetricAboveTarget 'reason of db'
eq "$(outcome_of tenant-acme/reports)" NotNeeded 'outcome of reports'
eq "$(reason_of tenant-acme/billing)" DryRun 'reason of billing'
# The same inputs give the same bytes: in the commit, hence its tree, and again in a second run of both.
eq "$(git -C "$SCRATCH/json/tenant.git" rev-parse 'main^{tree}')" "$scaled" 'tree of two runs on the same inputs'

step 'errors are a record on stderr in JSON mode'
gitscale run --config "$SCRATCH/none.yaml" -o json
exits 2 'a missing configuration with -o json'
is_empty "$OUT" 'a missing configuration with -o json'
tail -n 1 "$ERR" | jq -e 'type == "object"' >/dev/null || fail 'the final error should be a record'

step 'a repository that cannot be read: 1 when it may come back, 2 when somebody must act; one of two: 3'
example gone
rm -rf "$SCRATCH/gone/tenant.git"
gitscale run --config "$SCRATCH/gone/gitscale.yaml"
exits 2 'a repository that is not there'
file_matches "$ERR" 'tenant\.git|acme' 'which repository is not there'
# Nobody listens on the discard port.
sed -i 's|url: .*|url: http://127.0.0.1:9/tenant.git|' "$SCRATCH/gone/gitscale.yaml"
gitscale run --config "$SCRATCH/gone/gitscale.yaml"
exits 1 'a server that is not there'
example both
lost=$(sed -n '/^- name: acme/,$p' "$SCRATCH/both/gitscale.yaml" |
  sed 's/name: acme/name: lost/; s|tenant\.git|lost.git|; s/tenant-acme/tenant-lost/')
printf '%s\n' "$lost" >>"$SCRATCH/both/gitscale.yaml"
gitscale run --config "$SCRATCH/both/gitscale.yaml"
exits 3 'one repository of two'
file_matches "$OUT" '^tenant-acme/db +postgres +3 -> 4 +committed' 'the other repository'

step 'a file of samples that cannot be read is the failure of what depends on it'
example half
{
  sed 's/^clusters:/- {name: lost, type: Recorded, path: none.csv}\nclusters:/' "$SCRATCH/half/gitscale.yaml"
  sed -n '/^- name: acme/,$p' "$SCRATCH/half/gitscale.yaml" |
    sed 's/name: acme/name: blue/; s/tenant-acme/tenant-blue/; s/branch: main/branch: blue/; s/metrics: morning/metrics: lost/'
} >"$SCRATCH/half/both.yaml"
git -C "$SCRATCH/half/tenant.git" branch -q blue main
gitscale run --config "$SCRATCH/half/both.yaml"
file_matches "$OUT" '^tenant-acme/db +postgres +3 -> 4 +committed' 'what does not depend on it'
file_matches "$ERR" 'none\.csv' 'which file cannot be read'
sed -i 's|path: .*csv|path: none.csv|' "$SCRATCH/half/gitscale.yaml"
gitscale run --config "$SCRATCH/half/gitscale.yaml"
exits 2 'a run of which nothing can be measured'
is_empty "$OUT" 'a run of which nothing can be measured'

step 'validate reads files and folders'
mkfifo "$SCRATCH/pipe"
gitscale validate "$SCRATCH/pipe"
exits 2 'validate of a pipe'

step 'a policy with a mistake is a matter for a person'
example typo
git clone -q "$SCRATCH/typo/tenant.git" "$SCRATCH/typo/work"
sed -i '0,/maxReplicas/s//maxReplica/' "$SCRATCH/typo/work/clusters/prod/tenant-acme/autoscaling.yaml"
git -C "$SCRATCH/typo/work" commit -qam 'Mistype a field'
git -C "$SCRATCH/typo/work" push -q origin HEAD:main
gitscale validate "$SCRATCH/typo/work/clusters/prod"
exits 2 'validate of a mistyped field'
file_matches "$OUT" 'autoscaling\.yaml:[0-9]+.*maxReplica' 'file and line of the mistake'
gitscale validate "$SOURCE_DIR/examples/quickstart/tenant"
exits 0 'validate of good policies'

step 'colour only on a terminal that wants it'
example colour
terminal() {
  run script -qec "$1 '$GITSCALE' plan --config '$SCRATCH/colour/gitscale.yaml' 2>/dev/null" /dev/null
}
terminal 'env NO_COLOR=1 TERM=xterm'
file_lacks "$OUT" "$escape\\[[0-9;]*m" 'a terminal with NO_COLOR'
terminal 'env -u NO_COLOR TERM=dumb'
file_lacks "$OUT" "$escape\\[[0-9;]*m" 'a dumb terminal'

step 'a reader that goes away is no error'
status=0
{
  # The pipe is closed before anything is written.
  "$GITSCALE" plan --config "$SCRATCH/colour/gitscale.yaml" 2>"$ERR" || printf '%s' "$?" >"$SCRATCH/pipe-status"
} | true
status=$(cat "$SCRATCH/pipe-status" 2>/dev/null || printf 0)
eq "$status" 0 'exit code with a closed pipe'
file_lacks "$ERR" '[Bb]roken pipe|terminate called' 'stderr with a closed pipe'
step 'done'
