#!/usr/bin/env bash
# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
#
# A PostgreSQL cluster for tests, shaped like one of CloudNativePG: a primary and streaming hot standbys named
# NAME-1, NAME-2, ... on 127.0.0.1, a replication slot each, WAL streamed by the role streaming_replica.
#
#   postgres.sh init DIR NAME         makes and starts the primary NAME-1; database and role `app`
#   postgres.sh add-standby DIR N     clones the present primary into NAME-N and starts it
#   postgres.sh start|stop DIR N      one instance (stop is immediate, as when a node dies)
#   postgres.sh remove DIR N          stops a standby, drops its slot and its data
#   postgres.sh promote DIR N         makes NAME-N the primary; the other running standbys follow it
#   postgres.sh pause-replay DIR N    WAL still arrives, but is not applied: real lag
#   postgres.sh resume-replay DIR N
#   postgres.sh info DIR              prints the cluster's state file: NAME, PRIMARY, PORT_n
#   postgres.sh psql DIR N ARG...     psql as the superuser on NAME-N
#   postgres.sh pgbench DIR N ARG...  pgbench as the role app on NAME-N
#   postgres.sh stop-all DIR
#
# As root the servers run as the user postgres (PostgreSQL refuses root); else as oneself. DIR must be reachable
# by that user. The password of all roles is in DIR/password. Nothing is durable: fsync is off.
set -euo pipefail
# shellcheck source=tests/support/servers/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

(($# >= 2)) || usage
verb=$1
mkdir -p "$2"
root=$(cd "$2" && pwd)
shift 2

bin=$(find /usr/lib/postgresql/*/bin -maxdepth 0 2>/dev/null | sort -V | tail -n 1)
[[ -n $bin ]] || { printf 'postgres.sh: postgresql is not installed\n' >&2 && exit 77; }

NAME=
PRIMARY=
state=$root/postgres.env
# shellcheck source=/dev/null
[[ ! -f $state ]] || source "$state"
[[ ! -f $root/password ]] || PGPASSWORD=$(<"$root/password")
export PGPASSWORD PGHOST=127.0.0.1 PGCONNECT_TIMEOUT=5 PGAPPNAME=postgres.sh LC_ALL=C.UTF-8 TZ=UTC

as_server_user() {
  if ((EUID == 0)); then
    (cd / && setpriv --reuid=postgres --regid=postgres --init-groups "$@")
  else
    "$@"
  fi
}

port_of() {
  local variable=PORT_$1
  printf '%s\n' "${!variable:?no instance $1 in $state}"
}

# The state file is a list of assignments; the last one counts.
remember() {
  printf '%s=%s\n' "$1" "$2" >>"$state"
  printf -v "$1" '%s' "$2"
}

data_of() { printf '%s/%s-%s\n' "$root/postgres" "$NAME" "$1"; }

sql() {
  local number=$1
  shift
  "$bin/psql" -X -q -A -t -v ON_ERROR_STOP=1 -U postgres -p "$(port_of "$number")" -d postgres "$@"
}

is_up() { as_server_user "$bin/pg_ctl" -D "$(data_of "$1")" status >/dev/null 2>&1; }

# Ready means that it takes connections, for a standby too. A new instance gets a port of its own; an old one
# comes back on the port it had.
start_instance() {
  local number=$1 variable=PORT_$1 port tries
  for ((tries = 0; tries < 5; tries++)); do
    port=${!variable:-$(free_port)}
    if as_server_user "$bin/pg_ctl" -s -w -t 20 -D "$(data_of "$number")" -o "-p $port" \
      -l "$root/postgres/$NAME-$number.log" start >/dev/null 2>&1; then
      remember "$variable" "$port"
      return
    fi
    [[ -z ${!variable:-} ]] || break
  done
  tail -n 20 "$root/postgres/$NAME-$number.log" >&2
  die "$NAME-$number did not start; its log is above"
}

stop_instance() {
  is_up "$1" || return 0
  as_server_user "$bin/pg_ctl" -s -w -m immediate -D "$(data_of "$1")" stop >/dev/null
}

# The name of an instance's slot. Slot names know no dashes.
slot_of() { printf '%s_%s\n' "${NAME//-/_}" "$1"; }

make_slot() {
  sql "$PRIMARY" -c "SELECT pg_create_physical_replication_slot('$(slot_of "$1")')
    WHERE NOT EXISTS (SELECT FROM pg_replication_slots WHERE slot_name = '$(slot_of "$1")')" >/dev/null
}

init() {
  local data
  [[ -z $NAME ]] || die "$root has a cluster already"
  remember NAME "${1:?init needs a name}"
  remember PRIMARY 1
  (umask 077 && head -c 18 /dev/urandom | base64 | tr -d '/+=\n' >"$root/password")
  PGPASSWORD=$(<"$root/password")
  mkdir -p "$root/postgres"
  if ((EUID == 0)); then
    chown postgres: "$root/postgres"
    as_server_user test -w "$root/postgres" ||
      die "the user postgres cannot reach $root; put TMPDIR where every folder above is open to others (o+x)"
  fi
  data=$(data_of 1)
  # shellcheck disable=SC2016  # $1 is for the inner shell
  as_server_user sh -c 'umask 077; cat >"$1"' sh "$root/postgres/password" <"$root/password"
  as_server_user "$bin/initdb" --no-sync --no-instructions -U postgres -A scram-sha-256 --locale=C.UTF-8 \
    --pwfile="$root/postgres/password" -D "$data" >"$root/postgres-init.log" 2>&1 ||
    { cat "$root/postgres-init.log" >&2 && die 'initdb failed'; }
  as_server_user tee -a "$data/postgresql.conf" >/dev/null <<CONF
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
cluster_name = '$NAME'
fsync = off
full_page_writes = off
synchronous_commit = off
shared_buffers = 16MB
max_connections = 80
autovacuum = off
wal_receiver_status_interval = 1s
wal_retrieve_retry_interval = 500ms
CONF
  start_instance 1
  sql 1 -c "CREATE ROLE streaming_replica REPLICATION LOGIN PASSWORD '$PGPASSWORD'" \
    -c "CREATE ROLE app LOGIN PASSWORD '$PGPASSWORD'" -c 'CREATE DATABASE app OWNER app'
  "$bin/pgbench" -i -q -s 1 -U app -p "$(port_of 1)" app >/dev/null 2>"$root/postgres-init.log" ||
    { cat "$root/postgres-init.log" >&2 && die 'pgbench -i failed'; }
}

add_standby() {
  local number=$1 data
  data=$(data_of "$number")
  make_slot "$number"
  as_server_user rm -rf "$data"
  # The name of the instance is how the primary's pg_stat_replication knows it, as in CloudNativePG.
  as_server_user env PGAPPNAME="$NAME-$number" "$bin/pg_basebackup" --no-sync -c fast -X stream -R \
    -S "$(slot_of "$number")" -D "$data" \
    -d "host=127.0.0.1 port=$(port_of "$PRIMARY") user=streaming_replica application_name=$NAME-$number"
  start_instance "$number"
}

# Points a standby at the present primary.
follow() {
  make_slot "$1"
  sql "$1" -c "ALTER SYSTEM SET primary_conninfo = 'host=127.0.0.1 port=$(port_of "$PRIMARY") \
user=streaming_replica password=$PGPASSWORD application_name=$NAME-$1'" -c 'SELECT pg_reload_conf()' >/dev/null
}

instances() { sed -n 's/^PORT_\([0-9]*\)=.*/\1/p' "$state" 2>/dev/null | sort -un; }

promote() {
  local number
  sql "$1" -c 'SELECT pg_promote(true, 20)' >/dev/null
  remember PRIMARY "$1"
  for number in $(instances); do
    [[ $number == "$1" ]] || ! is_up "$number" || follow "$number"
  done
}

case $verb in
  init) init "$@" ;;
  add-standby) add_standby "${1:?which instance?}" ;;
  start) start_instance "${1:?which instance?}" ;;
  stop) stop_instance "${1:?which instance?}" ;;
  remove)
    stop_instance "${1:?which instance?}"
    # The walsender may need a moment to see that its standby is gone.
    for ((tries = 0; tries < 100; tries++)); do
      ! sql "$PRIMARY" -c "SELECT pg_drop_replication_slot('$(slot_of "$1")')" >/dev/null 2>&1 || break
      sleep 0.05
    done
    as_server_user rm -rf "$(data_of "$1")"
    sed -i "/^PORT_$1=/d" "$state"
    ;;
  promote) promote "${1:?which instance?}" ;;
  pause-replay) sql "${1:?which instance?}" -c 'SELECT pg_wal_replay_pause()' >/dev/null ;;
  resume-replay) sql "${1:?which instance?}" -c 'SELECT pg_wal_replay_resume()' >/dev/null ;;
  info) cat "$state" ;;
  psql) sql "$@" ;;
  pgbench)
    port=$(port_of "${1:?which instance?}")
    shift
    export PGAPPNAME=pgbench
    exec "$bin/pgbench" -U app -p "$port" "$@" app
    ;;
  stop-all)
    for number in $(instances); do stop_instance "$number"; done
    # The data belong to the servers' user: only as that user, or as root, can they go.
    as_server_user rm -rf "$root/postgres" 2>/dev/null || rm -rf "$root/postgres"
    ;;
  *) usage ;;
esac
