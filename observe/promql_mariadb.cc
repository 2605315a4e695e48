// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/promql.h"

namespace gitscale {
namespace {

// The exporter's own session is among the connections and threads, as it is on any server.
std::string_view SignalText(Signal signal) {
  switch (signal) {
    case Signal::kReadConnections:
      return "max by (namespace,target)(last_over_time("
             "mysql_global_status_threads_connected{$exported}[$scrape]))";
    case Signal::kReadActiveConnections:
      return "max by (namespace,target)(last_over_time("
             "mysql_global_status_threads_running{$exported}[$scrape]))";
    case Signal::kReadQueriesPerSecond:
      // Questions, not Queries: what clients send, without what replication applies.
      return "sum by (namespace,target)(rate(mysql_global_status_questions{$exported}[$rate]))";
    case Signal::kReplicationLagSeconds:
      // Absent while the SQL thread is stopped: then the lag is unknown, never 0.
      return "max by (namespace,target)(last_over_time("
             "mysql_slave_status_seconds_behind_master{$exported}[$scrape]))";
    case Signal::kWriteBytesPerSecond:
      // Where the binary log's size is not exported, statements that write stand for bytes: the
      // brake asks only whether there are any.
      return "(sum by (namespace,target)("
             "rate(mysql_global_status_binlog_bytes_written{$exported}[$rate]))"
             " or sum by (namespace,target)(rate(mysql_global_status_commands_total{$exported,"
             "command=~\"(insert|update|delete|replace|load|create|alter|drop).*\"}[$rate])))";
    case Signal::kWalReceiverUp:
      return "min by (namespace,target)("
             "last_over_time(mysql_slave_status_slave_io_running{$exported}[$scrape])"
             " * last_over_time(mysql_slave_status_slave_sql_running{$exported}[$scrape]))";
    default:
      return {};
  }
}

}  // namespace

// mysqld_exporter. One serves all instances: `target` tells them apart, "host" or "host:port", and
// its own pod is nobody's. Source: its collectors global_status and slave_status.
const EnginePromql& MariadbPromql() {
  static const EnginePromql promql{
      .engine = Engine::kMariadb,
      .instance_label = "target",
      // A standby is who reports the state of its replication, and a primary who is up and does
      // not.
      .role =
          "(max by (namespace,target)(1 + 0 * last_over_time("
          "mysql_slave_status_slave_io_running{$exported}[$recent]))"
          " or 0 * (max by (namespace,target)(last_over_time(mysql_up{$exported}[$recent])) == 1))",
      .freshness = "max by (namespace,target)(timestamp(mysql_up{$exported}))",
      .up = "min by (namespace,target)(last_over_time(mysql_up{$exported}[$step]))",
      .container = "mariadb",
      .busy = {},
      .busy_names = {},
      .signal = SignalText,
  };
  return promql;
}

}  // namespace gitscale
