#!/usr/bin/env bash
# SPDX-FileCopyrightText: The gitscale authors
# SPDX-License-Identifier: Apache-2.0
#
# VictoriaMetrics for tests on 127.0.0.1, scraping every second what DIR/targets.d/*.json names.
#
#   victoria_metrics.sh start DIR   writes DIR/victoria_metrics.env (PORT, URL), .pid and .log; a second start
#                                   after a stop continues with the same data on the same port
#   victoria_metrics.sh stop DIR
set -euo pipefail
# shellcheck source=tests/support/servers/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

(($# == 2)) || usage
mkdir -p "$2/targets.d"
root=$(cd "$2" && pwd)

start() {
  local program
  program=$(find_program victoria-metrics)
  cat >"$root/victoria_metrics.scrape.yaml" <<CONF
global: {scrape_interval: 1s, scrape_timeout: 1s}
scrape_configs:
- job_name: postgres
  file_sd_configs:
  - files: ["$root/targets.d/*.json"]
  metric_relabel_configs:
  - {action: labeldrop, regex: server}
CONF
  start_server victoria_metrics "$root" health "$program" \
    -httpListenAddr=127.0.0.1:@PORT@ -storageDataPath="$root/victoria_metrics" -retentionPeriod=12 \
    -search.latencyOffset=0s -search.disableCache -promscrape.config="$root/victoria_metrics.scrape.yaml" \
    -promscrape.fileSDCheckInterval=500ms -memory.allowedBytes=256MB -loggerLevel=WARN
}

case $1 in
  start) start ;;
  stop) stop_pid_file "$root/victoria_metrics.pid" ;;
  *) usage ;;
esac
