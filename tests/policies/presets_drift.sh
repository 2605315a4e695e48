#!/usr/bin/env bash
# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
#
# The generated table of presets is what the generator makes of the ladder, byte for byte, and the generator
# refuses what it does not understand.
#
#   tests/policies/presets_drift.sh [ROOT]
set -euo pipefail

root=${1:-$(cd "$(dirname "$0")/../.." && pwd)}
generator=$root/scripts/resource_presets.sh
ladder=$root/tests/testdata/policies/resource_presets.tpl
table=$root/policies/engines/resource_presets.inc
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

failed=0
fail() {
  printf 'FAILED  %s\n' "$*"
  failed=1
}

revision=$(sed -n 's/.*@\([0-9a-f]\{40\}\).*/\1/p' "$table")
"$generator" "$ladder" "$revision" >"$scratch/table"
diff -u "$table" "$scratch/table" ||
  fail "the table differs from the ladder: run $generator $ladder $revision"

# Arguments: what is wrong, the template, the revision.
refuses() {
  local what=$1 text=$2 commit=$3
  printf '%s\n' "$text" >"$scratch/bad.tpl"
  if "$generator" "$scratch/bad.tpl" "$commit" >"$scratch/out" 2>"$scratch/err"; then
    fail "accepted $what"
  fi
  [[ ! -s $scratch/out ]] || fail "wrote something for $what"
  [[ -s $scratch/err ]] || fail "said nothing about $what"
}

good='"t1.nano" (dict "cpu" "1" "memory" "1Gi" "ephemeral-storage" "2Gi")'
printf '%s\n' "$good" >"$scratch/good.tpl"
"$generator" "$scratch/good.tpl" "$revision" | grep -qxF '{"t1.nano", "1", "1Gi", "2Gi"},' ||
  fail "refused one good preset"
refuses "no preset" '{{- nothing }}' "$revision"
refuses "a preset in a comment" "{{/* $good */}}" "$revision"
refuses "a preset that stands twice" "$good
$good" "$revision"
refuses "a missing amount" '"a" (dict "cpu" "1" "memory" "1Gi")' "$revision"
refuses "an unknown key" '"a" (dict "cpu" "1" "memory" "1Gi" "disk" "2Gi")' "$revision"
refuses "a key too many" '"a" (dict "cpu" "1" "memory" "1Gi" "ephemeral-storage" "2Gi" "gpu" "1")' "$revision"
refuses "a revision that is none" "$good" main

exit "$failed"
