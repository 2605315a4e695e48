# shellcheck shell=bash disable=SC2034  # some of it is for those who source this
# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
#
# What the end-to-end tests share. Sourced with `set -euo pipefail` on; gives each test a folder of its own that
# goes away with every server in it, however the test ends. GITSCALE names the binary under test.

E2E_DIR=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
SOURCE_DIR=$(cd "$E2E_DIR/../.." && pwd)
SERVERS=$SOURCE_DIR/tests/support/servers
: "${GITSCALE:?names the binary under test}"

export TZ=UTC LANG=C.UTF-8 LC_ALL=C.UTF-8 NO_COLOR=1

SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/gitscale-e2e.XXXXXX")
# PostgreSQL's user must get through; what is secret in here has a mode of its own.
chmod 755 "$SCRATCH"
mkdir "$SCRATCH/home"
export HOME=$SCRATCH/home GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_TERMINAL_PROMPT=0
export GIT_AUTHOR_NAME=Tenant GIT_AUTHOR_EMAIL=tenant@example.com
export GIT_COMMITTER_NAME=Tenant GIT_COMMITTER_EMAIL=tenant@example.com

declare -a CLEANUPS=()   # commands, run last first
declare -a RUN=()        # the last command given to run()
RC=0                     # its exit code
OUT=$SCRATCH/stdout      # its two outputs
ERR=$SCRATCH/stderr

clean_up() {
  local status=$? index
  trap - EXIT INT TERM
  set +e
  # Only children that still run: the number of one that has ended may be somebody else's by now.
  for index in $(jobs -pr); do kill "$index" 2>/dev/null; done
  for ((index = ${#CLEANUPS[@]} - 1; index >= 0; index--)); do eval "${CLEANUPS[index]}" >/dev/null 2>&1; done
  if ((status != 0)) && [[ -n ${E2E_KEEP:-} ]]; then
    printf 'kept: %s\n' "$SCRATCH" >&2
  else
    rm -rf "$SCRATCH"
  fi
  exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# --- saying and failing ---------------------------------------------------------------------------------------

step() { printf '[%3d s] %s\n' "$SECONDS" "$*"; }

# Ends the test with a message, where it was said, and what the binary said last.
fail() {
  local frame
  printf '\nFAILED: %s\n' "$*" >&2
  for ((frame = 1; frame < ${#FUNCNAME[@]}; frame++)); do
    printf '  at %s:%s (%s)\n' "${BASH_SOURCE[frame]##*/}" "${BASH_LINENO[frame - 1]}" "${FUNCNAME[frame]}" >&2
  done
  if ((${#RUN[@]} > 0)); then
    printf -- '--- last command, exit code %s: %s\n--- its stdout:\n' "$RC" "${RUN[*]}" >&2
    head -c 6000 "$OUT" >&2
    printf -- '--- its stderr:\n' >&2
    head -c 6000 "$ERR" >&2
  fi
  exit 1
}

# Ends the test as "skipped" (see SKIP_RETURN_CODE in CMakeLists.txt), saying why.
skip() {
  printf 'SKIPPED: %s\n' "$*"
  exit 77
}

need() {
  local program
  for program in "$@"; do
    [[ -n $(command -v "$program" || ls "/usr/sbin/$program" 2>/dev/null) ]] || skip "$program is not installed"
  done
}

# eq GOT WANTED WHAT
eq() { [[ $1 == "$2" ]] || fail "$3: got '$1', wanted '$2'"; }

# matches TEXT REGEX WHAT
matches() { [[ $1 =~ $2 ]] || fail "$3: '$1' does not match '$2'"; }

file_matches() { grep -qE -- "$2" "$1" || fail "$3: nothing in $(basename "$1") matches '$2'"; }

file_lacks() { ! grep -qE -- "$2" "$1" || fail "$3: $(basename "$1") has '$(grep -m 1 -E -- "$2" "$1")'"; }

is_empty() { [[ ! -s $1 ]] || fail "$2: $(basename "$1") should be empty"; }

# wait_until SECONDS WHAT COMMAND...: asks about ten times a second.
wait_until() {
  local deadline=$((SECONDS + $1)) what=$2
  shift 2
  until "$@"; do
    ((SECONDS <= deadline)) || fail "waited too long until $what"
    sleep 0.1
  done
}

# --- the binary ------------------------------------------------------------------------------------------------

# run COMMAND...: keeps its exit code and both outputs apart, and never ends the test by itself.
run() {
  RUN=("$@")
  RC=0
  "$@" >"$OUT" 2>"$ERR" </dev/null || RC=$?
}

gitscale() { run "$GITSCALE" "$@"; }

# exits CODE WHAT
exits() { eq "$RC" "$1" "exit code of $2"; }

# Facts of the last `-o json` report, by the target's display name. These are the only lines that know its shape.
report_of() { jq -er --arg target "$1" ".targets[] | select(.displayName == \$target) | $2" "$OUT"; }
outcome_of() { report_of "$1" .outcome || fail "the report has no outcome of $1"; }
reason_of() { report_of "$1" .reason.code || fail "the report has no reason for $1"; }

# Log records on stderr with this level: JSON lines, since stderr is no terminal here.
log_lines() { jq -R --arg level "$1" 'fromjson? | select(.level == $level)' "$ERR" | jq -s length; }

# --- Git ---------------------------------------------------------------------------------------------------------

# make_repository NAME: a bare repository that git_http.sh serves.
make_repository() {
  git init -q --bare -b main "$SCRATCH/repos/$1.git"
  git -C "$SCRATCH/repos/$1.git" config http.receivepack true
}

# serve_git [USER PASSWORD]: sets GIT_URL, without credentials, and GIT_URL_AUTH, with them.
serve_git() {
  local -a auth=()
  (($# == 0)) || auth=(--auth "$1:$2")
  "$SERVERS/git_http.sh" start "$SCRATCH" "${auth[@]}" || { (($? != 77)) || skip 'no Git server'; fail 'no Git server'; }
  CLEANUPS+=("$SERVERS/git_http.sh stop '$SCRATCH'")
  GIT_URL=$(sed -n 's/^URL=//p' "$SCRATCH/git_http.env")
  GIT_URL_AUTH=$GIT_URL
  (($# == 0)) || GIT_URL_AUTH=${GIT_URL/:\/\//:\/\/$1:$2@}
}

# commit_files NAME MESSAGE FOLDER: makes the folder's files the next commit of main.
commit_files() {
  local work=$SCRATCH/work.$RANDOM
  if ! git clone -q "$SCRATCH/repos/$1.git" "$work" 2>"$SCRATCH/clone.err"; then
    cat "$SCRATCH/clone.err" >&2
    fail "cannot clone $1"
  fi
  git -C "$work" checkout -q -B main
  cp -r "$3/." "$work/"
  git -C "$work" add .
  git -C "$work" commit -q -m "$2"
  git -C "$work" push -q origin main
  rm -rf "$work"
}

tip() { git -C "$SCRATCH/repos/$1.git" rev-parse --verify -q "${2:-main}"; }

bare() { git -C "$SCRATCH/repos/$1.git" "${@:2}"; }

# How many pushes the server has been sent.
pushes() { grep -c 'POST [^ ]*/git-receive-pack' "$SCRATCH/git_http/access.log" || true; }

# check_commit REPOSITORY BASE PATH TARGET FROM TO REASON: exactly one commit since BASE, and in it nothing but
# the number and gitscale's own two annotations.
check_commit() {
  local repository=$1 base=$2 path=$3 target=$4 from=$5 to=$6 reason=$7 subject trailers changed line
  eq "$(bare "$repository" rev-list --count "$base..main")" 1 'number of new commits'
  eq "$(bare "$repository" rev-parse main^)" "$base" 'parent of the new commit'
  subject=$(bare "$repository" log -1 --format=%s main)
  matches "$subject" "^scale\($target\): $from -> $to \($reason [0-9.]+ (over|under) [0-9.]+( for .*)?\)\$" 'subject'
  trailers=$(bare "$repository" log -1 '--format=%(trailers:only,unfold)' main)
  matches "$trailers" 'Gitscale-Decision: [0-9a-f]{16}' 'trailers'
  matches "$trailers" "Gitscale-Policy: $target" 'trailers'
  matches "$trailers" 'Gitscale-Inputs: ' 'trailers'
  eq "$(bare "$repository" diff --name-only "$base" main)" "$path" 'changed files'

  # What is left of the diff without the annotations is one line, changed in its number alone.
  changed=$(bare "$repository" diff -U0 "$base" main -- "$path" | sed -n '/^@@/d; /^[-+][^-+]/p' |
    grep -vE '^([-+] +autoscaling\.cozystack\.io/(managed-by|decision): |[+] +annotations:$)' || true)
  line=$(bare "$repository" show "$base:$path" | grep -E "^ +replicas: $from( |\$)")
  eq "$changed" "-$line"$'\n'"+${line/replicas: $from/replicas: $to}" 'changed lines beside the annotations'
  eq "$(bare "$repository" show "main:$path" | grep -cE "autoscaling\.cozystack\.io/managed-by: ['\"]?${target}['\"]?\$")" \
    1 'managed-by annotations'
  eq "$(bare "$repository" show "main:$path" |
    sed -n "s/^ *autoscaling\.cozystack\.io\/decision: '\(.*\)'\$/\1/p" | jq -r '"\(.from) \(.to)"')" \
    "$from $to" 'decision annotation'
}

# nothing_written REPOSITORY BASE: the branch is where it was.
nothing_written() { eq "$(tip "$1")" "$2" 'tip of main'; }

# nothing_pushed BEFORE: not even to the ledger.
nothing_pushed() { eq "$(pushes)" "$1" 'number of pushes'; }

# --- metrics -----------------------------------------------------------------------------------------------------

# server_url NAME: of a server that start_server (tests/support/servers/common.sh) started in SCRATCH.
server_url() { sed -n 's/^URL=//p' "$SCRATCH/$1.env"; }

# scrape N NAMESPACE POD: lets the metrics server scrape exporter-N as this pod.
scrape() {
  printf '[{"targets": ["%s"], "labels": {"namespace": "%s", "pod": "%s"}}]\n' \
    "$(server_url "exporter-$1" | sed 's|^http://||')" "$2" "$3" >"$SCRATCH/targets.d/.$1.new"
  mv "$SCRATCH/targets.d/.$1.new" "$SCRATCH/targets.d/$1.json"
}

no_scrape() { rm -f "$SCRATCH/targets.d/$1.json"; }

# query SERVER PROMQL: the values of an instant query, one a line.
query() {
  curl -sf --max-time 5 "$(server_url "$1")/api/v1/query" --data-urlencode "query=$2" -d nocache=1 |
    jq -r '.data.result[].value[1]'
}

# holds SERVER PROMQL: whether the comparison has an answer, which is how PromQL says yes.
holds() { [[ -n $(query "$1" "$2" 2>/dev/null) ]]; }

# New series are invisible in VictoriaMetrics for up to ten seconds unless it is asked to flush.
flush_metrics() { curl -sf --max-time 5 -o /dev/null "$(server_url victoria_metrics)/internal/force_flush" || true; }
