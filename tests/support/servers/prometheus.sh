#!/usr/bin/env bash
# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
#
# Prometheus for tests on 127.0.0.1, scraping every second what DIR/targets.d/*.json names.
#
#   prometheus.sh start DIR [--remote-read URL]   writes DIR/prometheus.env (PORT, URL), .pid and .log; with a
#                                                 dead URL, answers succeed but carry warnings: they are partial
#   prometheus.sh stop DIR
set -euo pipefail
# shellcheck source=tests/support/servers/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

(($# >= 2)) || usage
verb=$1
mkdir -p "$2/targets.d"
root=$(cd "$2" && pwd)
shift 2

start() {
  local program
  program=$(find_program prometheus)
  {
    cat <<CONF
global: {scrape_interval: 1s, scrape_timeout: 1s}
scrape_configs:
- job_name: postgres
  file_sd_configs:
  - {files: ["$root/targets.d/*.json"], refresh_interval: 1s}
  metric_relabel_configs:
  - {action: labeldrop, regex: server}
CONF
    [[ ${1:-} != --remote-read ]] || printf 'remote_read:\n- {url: "%s", read_recent: true, remote_timeout: 2s}\n' "$2"
  } >"$root/prometheus.yaml"
  start_server prometheus "$root" -/ready "$program" --config.file="$root/prometheus.yaml" \
    --storage.tsdb.path="$root/prometheus" --web.listen-address=127.0.0.1:@PORT@ --log.level=warn
}

case $verb in
  start) start "$@" ;;
  stop) stop_pid_file "$root/prometheus.pid" ;;
  *) usage ;;
esac
