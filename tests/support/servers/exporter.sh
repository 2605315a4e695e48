#!/usr/bin/env bash
# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
#
# One prometheus-postgres-exporter per instance of a cluster made by postgres.sh, with CloudNativePG's metrics.
#
#   exporter.sh start DIR N   for instance N; writes DIR/exporter-N.env (PORT, URL), .pid and .log
#   exporter.sh stop DIR N
#   exporter.sh stop-all DIR
set -euo pipefail
servers=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/support/servers/common.sh
source "$servers/common.sh"

(($# >= 2)) || usage
verb=$1
root=$(cd "$2" && pwd)

start() {
  local number=$1 variable=PORT_$1 program port
  program=$(find_program prometheus-postgres-exporter)
  # shellcheck source=/dev/null
  port=$(source "$root/postgres.env" && printf '%s' "${!variable}")
  # CloudNativePG's collector is the user postgres under this application name.
  DATA_SOURCE_URI="127.0.0.1:$port/postgres?sslmode=disable&application_name=cnpg_metrics_exporter" \
    DATA_SOURCE_USER=postgres DATA_SOURCE_PASS_FILE="$root/password" \
    start_server "exporter-$number" "$root" '' "$program" --web.listen-address=127.0.0.1:@PORT@ \
    --disable-default-metrics --disable-settings-metrics --no-collector.database --no-collector.bgwriter \
    --extend.query-path="$servers/cnpg_queries.yaml" --log.level=warn
}

case $verb in
  start) start "${3:?which instance?}" ;;
  stop) stop_pid_file "$root/exporter-${3:?which instance?}.pid" ;;
  stop-all)
    for file in "$root"/exporter-*.pid; do stop_pid_file "$file"; done
    ;;
  *) usage ;;
esac
