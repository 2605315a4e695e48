#!/usr/bin/env bash
# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
#
# A real Prometheus whose long-term store is dead answers "success" with warnings: the answer may be incomplete,
# so nothing is decided on it. Without the dead store the same samples are good.
set -euo pipefail
# shellcheck source=tests/e2e/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
need curl jq git prometheus
PROMTOOL=$(command -v promtool) || skip 'promtool is not installed'
TARGET=tenant-acme/db

# series METRIC LABELS PRIMARY STANDBY: 40 minutes of samples, up to two minutes from now, for a primary and two
# standbys with these values.
series() {
  local now pod value time
  now=$(date +%s)
  for pod in 1 2 3; do
    value=$3
    ((pod == 1)) || value=$4
    for ((time = now - 2400; time <= now + 120; time += 10)); do
      printf '%s{namespace="tenant-acme",pod="postgres-db-%d"%s} %d %d\n' "$1" "$pod" "$2" "$value" "$time"
    done
  done
}

# Asks for one more standby.
samples() {
  series cnpg_pg_replication_in_recovery '' 0 1
  series cnpg_pg_replication_is_wal_receiver_up '' 0 1
  series cnpg_pg_replication_lag '' 0 0
  series cnpg_backends_total ',datname="shop",usename="shop",application_name="web",state="idle"' 30 210
  printf '# EOF\n'
}

step 'a Prometheus with recorded samples'
"$SOURCE_DIR/examples/quickstart/prepare.sh" "$SCRATCH/example"
samples >"$SCRATCH/samples.txt"
mkdir -p "$SCRATCH/prometheus"
"$PROMTOOL" tsdb create-blocks-from openmetrics "$SCRATCH/samples.txt" "$SCRATCH/prometheus" >"$SCRATCH/blocks.log" 2>&1 ||
  { cat "$SCRATCH/blocks.log" >&2 && fail 'promtool cannot read the samples'; }
CLEANUPS+=("$SERVERS/prometheus.sh stop '$SCRATCH'")
"$SERVERS/prometheus.sh" start "$SCRATCH"
{
  sed '/^metrics:/,/^clusters:/{/^clusters:/!d}' "$SCRATCH/example/gitscale.yaml" |
    sed "s|^clusters:|metrics:\\n- {name: morning, type: Prometheus, url: \"$(server_url prometheus)\", \
scrapeInterval: 10s, latencyOffset: 0s}\\nclusters:|"
} >"$SCRATCH/example/prometheus.yaml"

# The samples are of now, so is the state of the cluster.
sed -i "s/\"time\": \"[^\"]*\"/\"time\": \"$(date -u +%Y-%m-%dT%H:%M:%SZ)\"/" "$SCRATCH/example/snapshot.json"

# main_is WANTED WHAT
main_is() { eq "$(git -C "$SCRATCH/example/tenant.git" rev-parse main)" "$1" "main $2"; }
before=$(git -C "$SCRATCH/example/tenant.git" rev-parse main)

step 'whole answers: it would add a standby'
gitscale plan --config "$SCRATCH/example/prometheus.yaml" -o json
exits 0 'plan on whole answers'
eq "$(outcome_of "$TARGET")" Changed 'outcome on whole answers'

step 'the long-term store is dead: the same samples, with warnings'
"$SERVERS/prometheus.sh" stop "$SCRATCH"
"$SERVERS/prometheus.sh" start "$SCRATCH" --remote-read http://127.0.0.1:9/read
curl -sf "$(server_url prometheus)/api/v1/query?query=cnpg_pg_replication_lag" >"$SCRATCH/answer.json"
jq -e '.status == "success" and (.warnings | length > 0)' "$SCRATCH/answer.json" >/dev/null ||
  fail "Prometheus gave no warning: $(head -c 400 "$SCRATCH/answer.json")"
gitscale run --config "$SCRATCH/example/prometheus.yaml" -o json
eq "$(outcome_of "$TARGET")" Unknown 'outcome on partial answers'
eq "$(reason_of "$TARGET")" PartialAnswer 'reason on partial answers'
main_is "$before" 'after a run on partial answers'

step 'the store is gone from the configuration: it decides again'
"$SERVERS/prometheus.sh" stop "$SCRATCH"
"$SERVERS/prometheus.sh" start "$SCRATCH"
gitscale run --config "$SCRATCH/example/prometheus.yaml" -o json
exits 0 'a run on whole answers'
eq "$(outcome_of "$TARGET")" Changed 'outcome on whole answers again'
step 'done'
