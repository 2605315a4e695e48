#!/usr/bin/env bash
# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
#
# Others push to the same branch while gitscale works: nobody's commit may be lost, over http, where a server
# checks what it swaps.
set -euo pipefail
# shellcheck source=tests/e2e/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
need curl jq git nginx fcgiwrap

TARGET=tenant-acme/db
FILE=clusters/prod/tenant-acme/db.yaml

mkdir -p "$SCRATCH/repos"
"$SOURCE_DIR/examples/quickstart/prepare.sh" "$SCRATCH/example"
serve_git gitscale s3cret-race
(umask 077 && printf 's3cret-race\n' >"$SCRATCH/example/token")

# fresh NAME: a new copy of the tenant's repository under that name, and a configuration NAME.yaml for it.
fresh() {
  git clone -q --bare "$SCRATCH/example/tenant.git" "$SCRATCH/repos/$1.git"
  git -C "$SCRATCH/repos/$1.git" config http.receivepack true
  sed "s|url: .*|url: $GIT_URL/$1.git|; s|^  branch: main|  auth: {username: gitscale, tokenFile: token}|" \
    "$SCRATCH/example/gitscale.yaml" >"$SCRATCH/example/$1.yaml"
}

# push_first NAME TIMES COMMAND: during each of the first TIMES pushes to NAME, COMMAND moves main. It runs in the
# server's pre-receive hook: gitscale has shown what it wants to swap, and the server has not swapped it yet.
push_first() {
  local hooks=$SCRATCH/repos/$1.git/hooks
  mkdir -p "$hooks"
  cat >"$hooks/pre-receive" <<END
#!/usr/bin/env bash
set -euo pipefail
count=\$(cat '$SCRATCH/$1.count' 2>/dev/null || echo 0)
echo \$((count + 1)) >'$SCRATCH/$1.count'
((count < $2)) || exit 0
# What the hook is given would put our objects with those of the push, which is about to be refused.
unset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES
$3
END
  chmod +x "$hooks/pre-receive"
}

# A commit by somebody else, made on the server itself: one more line in a file of its own, or in the target.
cat >"$SCRATCH/other_writer.sh" <<'END'
#!/usr/bin/env bash
# other_writer.sh REPOSITORY FILE LINE: appends the line to the file in a new commit on main.
set -euo pipefail
export GIT_DIR=$1 GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null
export GIT_AUTHOR_NAME=Other GIT_AUTHOR_EMAIL=other@example.com GIT_COMMITTER_NAME=Other
export GIT_COMMITTER_EMAIL=other@example.com
GIT_INDEX_FILE=$(mktemp -u "$1/index.XXXXXX")
export GIT_INDEX_FILE
for _ in $(seq 100); do
  old=$(git rev-parse main)
  git read-tree "$old"
  blob=$({ git show "$old:$2" 2>/dev/null || true; printf '%s\n' "$3"; } | git hash-object -w --stdin)
  git update-index --add --cacheinfo "100644,$blob,$2"
  new=$(git commit-tree "$(git write-tree)" -p "$old" -m "Other: $3")
  # Only from the value that was read: another writer may be as fast.
  ! git update-ref refs/heads/main "$new" "$old" 2>/dev/null || break
done
rm -f "$GIT_INDEX_FILE"
END
chmod +x "$SCRATCH/other_writer.sh"

# Every subject in main's history that matches.
subjects() { bare "$1" log --format=%s main | grep -cE -- "$2" || true; }

somebody_else_lands_first() {
  step 'somebody else lands between our fetch and our push, twice'
  fresh late
  push_first late 2 "'$SCRATCH/other_writer.sh' '$SCRATCH/repos/late.git' notes.txt \"note \$count\""
  gitscale run --config "$SCRATCH/example/late.yaml" -o json
  exits 0 'a run that others overtook'
  eq "$(outcome_of "$TARGET")" Changed 'outcome'
  eq "$(cat "$SCRATCH/late.count")" 3 'pushes tried'
  eq "$(bare late show main:notes.txt)" $'note 0\nnote 1' "the others' lines"
  eq "$(subjects late '^Other: ')" 2 "the others' commits"
  eq "$(subjects late '^scale\(')" 1 'our commits'
  check_commit late "$(bare late rev-parse main^)" "$FILE" "$TARGET" 3 4 ReadConnections
}

somebody_else_changes_our_file() {
  step 'the target itself is edited between our fetch and our push'
  fresh edited
  push_first edited 1 "'$SCRATCH/other_writer.sh' '$SCRATCH/repos/edited.git' '$FILE' '# edited meanwhile'"
  gitscale run --config "$SCRATCH/example/edited.yaml" -o json
  exits 0 'a run whose target was edited'
  eq "$(bare edited show "main:$FILE" | grep -c '^# edited meanwhile$')" 1 "the other's line"
  check_commit edited "$(bare edited rev-parse main^)" "$FILE" "$TARGET" 3 4 ReadConnections
}

somebody_else_never_stops() {
  step 'somebody else lands first every time: given up, and nothing lost'
  fresh endless
  push_first endless 1000 "'$SCRATCH/other_writer.sh' '$SCRATCH/repos/endless.git' notes.txt \"note \$count\""
  gitscale run --config "$SCRATCH/example/endless.yaml" -o json
  # The other targets of the example needed nothing, and are done.
  exits 3 'a run that is always overtaken'
  eq "$(cat "$SCRATCH/endless.count")" 8 'pushes tried'
  eq "$(subjects endless '^Other: ')" 8 "the others' commits"
  eq "$(subjects endless '^scale\(')" 0 'our commits'
}

two_runs_at_once() {
  local writer first second
  step 'two runs and a busy writer at once'
  fresh busy
  for ((writer = 0; writer < 20; writer++)); do
    "$SCRATCH/other_writer.sh" "$SCRATCH/repos/busy.git" notes.txt "note $writer"
    # Often enough to meet a push, not so often that eight in a row are met.
    sleep 0.2
  done &
  writer=$!
  "$GITSCALE" run --config "$SCRATCH/example/busy.yaml" -o json >"$SCRATCH/first.out" 2>"$SCRATCH/first.err" &
  first=$!
  "$GITSCALE" run --config "$SCRATCH/example/busy.yaml" -o json >"$SCRATCH/second.out" 2>"$SCRATCH/second.err" &
  second=$!
  wait "$first" || fail "the first of two runs: exit code $?: $(tail -n 3 "$SCRATCH/first.err")"
  wait "$second" || fail "the second of two runs: exit code $?: $(tail -n 3 "$SCRATCH/second.err")"
  wait "$writer"
  # The load is recorded, so the one that lands second may see 4 replicas declared and 3 running, or ask for
  # no more than the first did; it must not repeat the step from 3.
  eq "$(subjects busy '^scale\(tenant-acme/db\): 3 -> 4')" 1 'commits 3 -> 4'
  eq "$(bare busy show main:notes.txt | wc -l)" 20 "the writer's lines"
  eq "$(subjects busy '^Other: ')" 20 "the writer's commits"
  eq "$(bare busy fsck --strict 2>&1 | grep -cvE '^(dangling|Checking|notice)' || true)" 0 'complaints of fsck'
}

somebody_else_lands_first
somebody_else_changes_our_file
somebody_else_never_stops
two_runs_at_once
step 'done'
