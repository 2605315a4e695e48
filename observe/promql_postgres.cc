// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/promql.h"

namespace gitscale {
namespace {

// A standby without clients lists none, but always the exporter's own session: as long as that is
// there, no clients are zero; without it the exporter's query is broken, and nothing is known.
constexpr std::string_view kConnections =
    "sum by (namespace,pod)(last_over_time(cnpg_backends_total"
    "{$targets,usename!~$users,application_name!~$apps}[$scrape])"
    " or 0 * last_over_time(cnpg_backends_total{$targets}[$scrape]))";
constexpr std::string_view kActiveConnections =
    "sum by (namespace,pod)(last_over_time(cnpg_backends_total"
    R"({$targets,state="active",usename!~$users,application_name!~$apps}[$scrape]))"
    " or 0 * last_over_time(cnpg_backends_total{$targets}[$scrape]))";

std::string_view SignalText(Signal signal) {
  switch (signal) {
    case Signal::kReadConnections:
      return kConnections;
    case Signal::kReadActiveConnections:
      return kActiveConnections;
    case Signal::kReadQueriesPerSecond:
      return "sum by (namespace,pod)((rate(cnpg_pg_stat_database_xact_commit{$targets}[$rate])"
             " + rate(cnpg_pg_stat_database_xact_rollback{$targets}[$rate])))";
    case Signal::kReplicationLagSeconds:
      return "max by (namespace,pod)(last_over_time(cnpg_pg_replication_lag{$targets}[$scrape]))";
    case Signal::kWriteBytesPerSecond:
      return "sum by (namespace,pod)(rate(cnpg_collector_wal_bytes{$targets}[$rate]))";
    case Signal::kWalReceiverUp:
      return "min by (namespace,pod)(last_over_time("
             "cnpg_pg_replication_is_wal_receiver_up{$targets}[$scrape]))";
    default:
      return {};
  }
}

}  // namespace

// CloudNativePG's exporter. Source: its docs, "Monitoring".
const EnginePromql& PostgresPromql() {
  static const EnginePromql promql{
      .engine = Engine::kPostgres,
      .role =
          "max by (namespace,pod)(last_over_time("
          "cnpg_pg_replication_in_recovery{$targets}[$step]))",
      .freshness = "max by (namespace,pod)(timestamp(cnpg_pg_replication_in_recovery{$targets}))",
      .up = "min by (namespace,pod)(last_over_time(cnpg_collector_up{$targets}[$step]))",
      .container = "postgres",
      .busy =
          "(2 * max by (namespace,pod)(last_over_time("
          "cnpg_collector_manual_switchover_required{$targets}[$step])) > 0)"
          " or max by (namespace,pod)(last_over_time("
          "cnpg_collector_fencing_on{$targets}[$step]))",
      .busy_names = {"fencing", "a switchover that waits for a person"},
      .signal = SignalText,
  };
  return promql;
}

}  // namespace gitscale
