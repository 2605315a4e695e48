// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/promql.h"

namespace gitscale {
namespace {

std::string_view SignalText(Signal signal) {
  switch (signal) {
    case Signal::kReadConnections:
      return "max by (namespace,pod)(last_over_time(redis_connected_clients{$targets}[$scrape]))";
    case Signal::kReadQueriesPerSecond:
      // On a replica what replication applies is among them, and a few of its own.
      return "sum by (namespace,pod)(rate(redis_commands_processed_total{$targets}[$rate]))";
    case Signal::kReplicationLagSeconds:
      // How long the replica has heard nothing. The master's own view names replicas by address,
      // which no pod's series can be joined with. -1, without a link, is no number of seconds: then
      // the lag is unknown.
      return "max by (namespace,pod)(last_over_time("
             "redis_master_last_io_seconds_ago{$targets}[$scrape]))";

    case Signal::kWalReceiverUp:
      return "min by (namespace,pod)(last_over_time(redis_master_link_up{$targets}[$scrape]))";
    // Redis does not tell idle clients from active ones. Nor writes from what sentinels and pings
    // add to the replication stream: writes count as going on, and the lag above does not grow
    // without them.
    case Signal::kReadActiveConnections:
    case Signal::kWriteBytesPerSecond:
    default:
      return {};
  }
}

}  // namespace

// redis_exporter, a sidecar of each instance. Source: its exporter/info.go.
const EnginePromql& RedisPromql() {
  static const EnginePromql promql{
      .engine = Engine::kRedis,
      // The role is a label, so after a failover both series are there for a while: the primary
      // wins.
      .role =
          "min by (namespace,pod)("
          R"(last_over_time(redis_instance_info{$targets,role="slave"}[$recent]))"
          R"( or 0 * last_over_time(redis_instance_info{$targets,role!="slave"}[$recent])))",
      .freshness = "max by (namespace,pod)(timestamp(redis_instance_info{$targets}))",
      .up = "min by (namespace,pod)(last_over_time(redis_up{$targets}[$step]))",
      .container = "redis",
      .busy =
          "max by (namespace,pod)(last_over_time("
          "redis_master_sync_in_progress{$targets}[$step]))",
      .busy_names = {"a replica that copies the data set"},
      .signal = SignalText,
  };
  return promql;
}

}  // namespace gitscale
