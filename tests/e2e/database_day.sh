#!/usr/bin/env bash
# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
#
# A day of a database in a minute and a half: real PostgreSQL with streaming standbys, exporters, VictoriaMetrics
# and a Git server. The test plays the tenant (load), the GitOps engine (it makes the standbys that a commit asks
# for) and bad luck; gitscale runs as a CronJob would run it, keeping nothing between runs.
set -euo pipefail
# shellcheck source=tests/e2e/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
need curl jq git nginx fcgiwrap victoria-metrics prometheus-postgres-exporter

TARGET=tenant-acme/db
UP=10           # seconds of the policy's windows
DOWN=15
PER_STANDBY=5   # the policy's connections per standby
FILE=clusters/prod/db.yaml
BASE=           # tip of main that the step starts from
PUSHES=0        # pushes before the step
declare -A LOADS=()

postgres() { "$SERVERS/postgres.sh" "$1" "$SCRATCH" "${@:2}"; }
exporter() { "$SERVERS/exporter.sh" "$1" "$SCRATCH" "${@:2}"; }

# load N CLIENTS: that many connections that read from instance N, until stop_load N. The rate is low: what is
# measured is connections, and two cores have to carry everything.
load() {
  # Not through postgres(): the pid would be that of a shell, which would not pass the signal on.
  "$SERVERS/postgres.sh" pgbench "$SCRATCH" "$1" -S -n -c "$2" -R 40 -T 600 >"$SCRATCH/load-$1.log" 2>&1 &
  LOADS[$1]=$!
}

stop_load() {
  local number
  for number in "$@"; do
    kill "${LOADS[$number]}" 2>/dev/null || true
    wait "${LOADS[$number]}" 2>/dev/null || true
  done
}

add_instance() {
  postgres add-standby "$1"
  exporter start "$1"
  scrape "$1" tenant-acme "postgres-db-$1"
}

# Whether every one of the instances was scraped every second of the last SECONDS.
all_scraped() {
  local seconds=$1 pods
  shift
  pods=$(printf '%s|' "$@")
  flush_metrics
  holds victoria_metrics "count(count_over_time(cnpg_pg_replication_in_recovery{\
pod=~\"postgres-db-(${pods%|})\"}[${seconds}s]) >= $seconds) == $#"
}

# load_was SECONDS COMPARISON N...: whether the reading connections of the instances together compared so in every
# second of that window.
load_was() {
  local seconds=$1 comparison=$2 pods
  shift 2
  pods=$(printf '%s|' "$@")
  flush_metrics
  ! holds victoria_metrics "count_over_time(((sum(cnpg_backends_total{usename=\"app\",\
pod=~\"postgres-db-(${pods%|})\"}) or vector(0)) unless ((sum(cnpg_backends_total{usename=\"app\",\
pod=~\"postgres-db-(${pods%|})\"}) or vector(0)) $comparison))[${seconds}s:1s])"
}

# lag_is_known NUMBER...: steps of the lag window are half a minute long; the two newest must know every standby.
lag_is_known() { wait_until 100 'the lag was known for two steps' all_scraped 62 "$@"; }

# all_is_well COUNT: a snapshot in which that many instances run, as asked.
all_is_well() {
  local number role=primary separator=''
  printf '{"apiVersion":"snapshot.gitscale.io/v1alpha1","kind":"ClusterSnapshot","time":"%s",' "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
  printf '"workloads":[{"engine":"postgres","namespace":"tenant-acme","name":"postgres-db","requestedReplicas":%d,' "$1"
  printf '"operational":true,"suspended":false,"instances":['
  for ((number = 1; number <= $1; number++)); do
    printf '%s{"pod":"postgres-db-%d","role":"%s","ready":true}' "$separator" "$number" "$role"
    role=replica separator=,
  done
  printf ']}],"quotas":[]}\n'
}

# reconcile [CONFIG]: one run from the present tip. Sets BASE and PUSHES to what was before it.
reconcile() {
  flush_metrics
  BASE=$(tip tenant)
  PUSHES=$(pushes)
  gitscale run --config "$SCRATCH/${1:-gitscale.yaml}" -o json
}

# frozen WHY-REGEX WHAT: the run could not tell, said so, and wrote nothing.
frozen() {
  eq "$(outcome_of "$TARGET")" Unknown "outcome $2"
  matches "$(reason_of "$TARGET")" "^($1)\$" "reason $2"
  nothing_written tenant "$BASE"
}

# --- the steps ----------------------------------------------------------------------------------------------------

start_everything() {
  local number
  CLEANUPS+=("$SERVERS/postgres.sh stop-all '$SCRATCH'" "$SERVERS/exporter.sh stop-all '$SCRATCH'"
    "$SERVERS/victoria_metrics.sh stop '$SCRATCH'")
  "$SERVERS/victoria_metrics.sh" start "$SCRATCH"
  postgres init postgres-db
  exporter start 1
  scrape 1 tenant-acme postgres-db-1
  for number in 2 3; do add_instance "$number"; done

  make_repository tenant
  mkdir -p "$SCRATCH/first/clusters/prod"
  cat >"$SCRATCH/first/$FILE" <<'END'
# The shop's main database.
apiVersion: apps.cozystack.io/v1alpha1
kind: Postgres
metadata:
  name: db
  namespace: tenant-acme
  annotations:
    team: "shop"   # who gets the pager
spec:
  replicas: 3   # one writes, the others answer reads
  size: 10Gi
  databases: {shop: {extensions: [pg_trgm]}}   # search
END
  cat >"$SCRATCH/first/clusters/prod/autoscaling.yaml" <<END
apiVersion: autoscaling.cozystack.io/v1alpha1
kind: DatabaseHorizontalAutoscaler
metadata: {name: db, namespace: tenant-acme}
spec:
  targetRef: {kind: Postgres, name: db}
  minReplicas: 3
  maxReplicas: 6
  metrics:
  - {type: ReadConnections, target: {averageValue: "$PER_STANDBY"}}
  behavior:
    scaleUp: {stabilizationWindowSeconds: $UP}
    scaleDown: {stabilizationWindowSeconds: $DOWN}
  constraints: {maxReplicationLagSeconds: 2}
  approval: {scaleUp: Automatic, scaleDown: Automatic}
END
  commit_files tenant 'Add the database' "$SCRATCH/first"
  serve_git gitscale s3cret-e2e
  (umask 077 && printf 's3cret-e2e\n' >"$SCRATCH/token")
  # The offset gives samples a second to arrive before a window may end in them.
  cat >"$SCRATCH/gitscale.yaml" <<END
apiVersion: config.gitscale.io/v1alpha1
kind: Configuration
metrics:
- {name: main, type: Prometheus, url: "$(server_url victoria_metrics)", scrapeInterval: 1s, latencyOffset: 1s}
clusters:
- {name: prod, type: Metrics, metrics: main, quotas: None}
repositories:
- name: acme
  url: $GIT_URL/tenant.git
  auth: {username: gitscale, tokenFile: token}
  namespaces: [tenant-acme]
  targets: [{paths: ["**"], cluster: prod, metrics: main}]
END
}

primary_load_does_not_count() {
  step "load on the primary alone"
  load 1 30
  wait_until 20 'the primary was loaded for a whole window' load_was $((UP + 2)) '>= 30' 1
  wait_until 25 'every instance was scraped for a whole window' all_scraped $((UP + 2)) 1 2 3
  reconcile
  exits 0 'a run with load on the primary alone'
  nothing_written tenant "$BASE"
  stop_load 1
}

read_load_adds_a_standby() {
  step "load on the standbys: 3 -> 4"
  load 2 9
  load 3 8
  lag_is_known 1 2 3
  wait_until 20 'the standbys were loaded for a whole window' load_was $((UP + 2)) '>= 17' 2 3
  reconcile
  exits 0 'a run that scales up'
  check_commit tenant "$BASE" "$FILE" "$TARGET" 3 4 ReadConnections
  eq "$(outcome_of "$TARGET")" Changed 'outcome of scaling up'
  eq "$(pushes)" $((PUSHES + 1)) 'number of pushes'
  file_lacks "$OUT" s3cret 'the report'
  file_lacks "$ERR" s3cret 'the log'
}

quiet_removes_it_again() {
  step "the GitOps engine makes the standby; the load goes away: 4 -> 3"
  stop_load 2 3
  add_instance 4
  wait_until 30 'the new standby was there for a whole window' all_scraped $((DOWN + 2)) 1 2 3 4
  lag_is_known 1 2 3 4
  wait_until 10 'the standbys were idle for a whole window' load_was $((DOWN + 2)) '== 0' 2 3 4
  reconcile
  exits 0 'a run that scales down'
  check_commit tenant "$BASE" "$FILE" "$TARGET" 4 3 ReadConnections
  no_scrape 4
  exporter stop 4
  postgres remove 4
  # The cluster source remembers a silent instance for ten scrapes.
  wait_until 20 'the removed instance is forgotten' lacks_samples 4 12
}

nothing_to_do_is_quiet() {
  step "nothing to do"
  reconcile  # sees that the scale-down has landed, and records it
  reconcile
  nothing_pushed "$PUSHES"
  exits 0 'a run with nothing to do'
  nothing_written tenant "$BASE"
  eq "$(log_lines info)" 1 'log lines of a run with nothing to do'
}

dead_exporter_freezes() {
  step "an exporter dies"
  exporter stop 3
  # Two of ten seconds without it are more than the tenth that may be missing.
  wait_until 10 'its samples are missed' lacks_samples 3 4
  # Exporters are all that this cluster source knows: an instance whose exporter is silent is not ready.
  reconcile
  exits 0 'a run without one exporter'
  eq "$(outcome_of "$TARGET")" Held 'outcome without one exporter'
  matches "$(reason_of "$TARGET")" '^(Degraded|NotConverged|LiveDrift)$' 'reason without one exporter'
  nothing_written tenant "$BASE"
  # Where the cluster itself says that all is well, the missing samples freeze it.
  all_is_well 3 >"$SCRATCH/snapshot.json"
  sed 's/type: Metrics, metrics: main, quotas: None/type: Snapshot, path: snapshot.json/' "$SCRATCH/gitscale.yaml" \
    >"$SCRATCH/snapshot.yaml"
  reconcile snapshot.yaml
  exits 0 'a run without one exporter, with a snapshot'
  frozen 'IncompleteWindow|StaleSamples' 'without one exporter, with a snapshot'
  exporter start 3
}

lacks_samples() {
  flush_metrics
  holds victoria_metrics "vector(1) unless on() count_over_time(\
cnpg_pg_replication_in_recovery{pod=\"postgres-db-$1\"}[${2}s])"
}

stopped_metrics_freeze() {
  step "the metrics server stops"
  "$SERVERS/victoria_metrics.sh" stop "$SCRATCH"
  reconcile
  exits 1 'a run without metrics'
  frozen MetricsUnavailable 'without metrics'
  "$SERVERS/victoria_metrics.sh" start "$SCRATCH"
}

failover_is_followed() {
  step "failover: the primary dies, a standby takes over, the old primary comes back as a standby"
  postgres stop 1
  postgres promote 2
  postgres add-standby 1
  # Nearly all load is on the instance that was the primary: with the roles of before it would not count.
  load 1 14
  load 3 3
  wait_until 30 'all were scraped in their new roles for a whole window' all_scraped $((UP + 2)) 1 2 3
  wait_until 20 'the new standbys were loaded for a whole window' load_was $((UP + 2)) '>= 17' 1 3
  lag_is_known 1 2 3
  wait_until 100 'both standbys streamed from the new primary' holds victoria_metrics \
    'count(min_over_time(cnpg_pg_replication_is_wal_receiver_up{pod=~"postgres-db-(1|3)"}[62s]) == 1) == 2'
  reconcile
  exits 0 'a run after a failover'
  check_commit tenant "$BASE" "$FILE" "$TARGET" 3 4 ReadConnections
  add_instance 4
}

has_replayed() { [[ $(postgres psql "$1" -c 'SELECT pg_last_xact_replay_timestamp() IS NOT NULL') == t ]]; }

# Replay is paused on one standby while the primary writes: real lag. Neither direction may be taken, although
# the load asks for another standby.
replication_lag_brakes() {
  step "replication lag"
  load 4 14
  "$SERVERS/postgres.sh" pgbench "$SCRATCH" 2 -N -n -c 1 -R 20 -T 600 >"$SCRATCH/writes.log" 2>&1 &
  # Until it has replayed a commit a standby knows no lag: CloudNativePG's query then says 0.
  wait_until 10 'a write was replayed' has_replayed 3
  postgres pause-replay 3
  wait_until 30 'the lag is above the limit' holds victoria_metrics \
    'min_over_time(cnpg_pg_replication_lag{pod="postgres-db-3"}[5s]) > 2'
  lag_is_known 1 2 3 4
  wait_until 20 'the standbys were loaded for a whole window' load_was $((UP + 2)) '>= 31' 1 3 4
  reconcile
  exits 0 'a run with replication lag'
  eq "$(reason_of "$TARGET")" ReplicationLag 'reason with replication lag'
  nothing_written tenant "$BASE"
}

step "starting PostgreSQL, exporters, VictoriaMetrics and the Git server"
start_everything
primary_load_does_not_count
read_load_adds_a_standby
quiet_removes_it_again
nothing_to_do_is_quiet
dead_exporter_freezes
stopped_metrics_freeze
failover_is_followed
replication_lag_brakes
step "done"
