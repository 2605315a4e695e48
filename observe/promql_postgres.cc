// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/promql_postgres.h"

#include <fmt/format.h>

namespace gitscale {
namespace {

// $targets: the selector. $scrape, $step: ranges that hold the samples of one scrape interval and
// of one step. $resolution: the scrape interval. $rate: long enough for a rate.
constexpr std::string_view kRole =
    "max by (namespace,pod)(last_over_time(cnpg_pg_replication_in_recovery{$targets}[$step]))";
constexpr std::string_view kFreshness =
    "max by (namespace,pod)(timestamp(cnpg_pg_replication_in_recovery{$targets}))";
constexpr std::string_view kUp =
    "min by (namespace,pod)(last_over_time(cnpg_collector_up{$targets}[$step]))";
constexpr std::string_view kCpuLimit =
    "max by (namespace,pod)(last_over_time(kube_pod_container_resource_limits"
    R"({$targets,resource="cpu",container="postgres"}[$step])))";

// What is summed into ReadConnections, ReadActiveConnections and ReadQueriesPerSecond. A standby
// without clients lists none, but always the exporter's own session: as long as that is there, no
// clients are zero; without it the exporter's query is broken, and nothing is known.
constexpr std::string_view kConnections =
    "last_over_time(cnpg_backends_total{$targets,usename!~$users,application_name!~$apps}[$scrape]"
    ")";
constexpr std::string_view kActiveConnections =
    "last_over_time(cnpg_backends_total"
    R"({$targets,state="active",usename!~$users,application_name!~$apps}[$scrape]))";
constexpr std::string_view kTransactions =
    "(rate(cnpg_pg_stat_database_xact_commit{$targets}[$rate])"
    " + rate(cnpg_pg_stat_database_xact_rollback{$targets}[$rate]))";
constexpr std::string_view kZeroByAnySession =
    " or 0 * last_over_time(cnpg_backends_total{$targets}[$scrape])";

// The limit changes rarely and kube-state-metrics may be scraped at its own pace: five minutes.
constexpr std::string_view kCpu =
    "100 * sum by (namespace,pod)(rate(container_cpu_usage_seconds_total"
    R"({$targets,container="postgres"}[$rate])))"
    " / max by (namespace,pod)(last_over_time(kube_pod_container_resource_limits"
    R"({$targets,resource="cpu",container="postgres"}[5m])))";
constexpr std::string_view kLag =
    "max by (namespace,pod)(last_over_time(cnpg_pg_replication_lag{$targets}[$scrape]))";
constexpr std::string_view kWriteBytes =
    "sum by (namespace,pod)(rate(cnpg_collector_wal_bytes{$targets}[$rate]))";
constexpr std::string_view kWalReceiver =
    "min by (namespace,pod)(last_over_time("
    "cnpg_pg_replication_is_wal_receiver_up{$targets}[$scrape]))";

/// A range that holds the samples in (t - range, t]: Prometheus 2 counts both ends.
std::string OpenRange(std::chrono::seconds range) {
  return fmt::format("{}ms", std::chrono::milliseconds(range).count() - 1);
}

/// The signal at the resolution of one scrape.
std::string AtScrape(Signal signal) {
  const auto summed = [](std::string_view text, std::string_view zero) {
    return fmt::format("sum by (namespace,pod)({}{})", text, zero);
  };
  switch (signal) {
    case Signal::kReadConnections:
      return summed(kConnections, kZeroByAnySession);
    case Signal::kReadActiveConnections:
      return summed(kActiveConnections, kZeroByAnySession);
    case Signal::kReadQueriesPerSecond:
      return summed(kTransactions, "");
    case Signal::kReadCpuUtilization:
      return std::string(kCpu);
    case Signal::kReplicationLagSeconds:
      return std::string(kLag);
    case Signal::kWriteBytesPerSecond:
      return std::string(kWriteBytes);
    case Signal::kWalReceiverUp:
      return std::string(kWalReceiver);
    case Signal::kUnset:
      break;
  }
  return {};
}

/// `usename!~` of literal names: none of them, and never the empty pattern, which would drop every
/// series without the label.
std::string NoneOf(const std::vector<std::string>& names) {
  std::vector<std::string> escaped;
  escaped.reserve(names.size());
  for (const std::string& name : names) {
    escaped.push_back(EscapeRegex(name));
  }
  return escaped.empty() ? QuoteString(".^")
                         : QuoteString(fmt::format("{}", fmt::join(escaped, "|")));
}

std::optional<QueryText> Value(Signal signal, const QueryShape& shape) {
  const bool is_folded = shape.step > shape.scrape;
  std::string text = AtScrape(signal);
  if (text.empty()) {
    return std::nullopt;
  }
  if (is_folded) {
    text = fmt::format("{}(({})[$step:$resolution])",
                       shape.fold == Fold::kLargest ? "max_over_time" : "min_over_time",
                       text);
  }
  QueryText query(text);
  query.Replace("$step", OpenRange(shape.step));
  query.Replace("$scrape", OpenRange(shape.scrape));
  query.Replace("$resolution", fmt::format("{}s", shape.scrape.count()));
  query.Replace("$rate", fmt::format("{}s", 4 * shape.scrape.count()));
  query.Replace("$users", NoneOf(shape.monitoring_users));
  query.Replace("$apps", NoneOf(shape.monitoring_applications));
  return query;
}

QueryText OverRange(std::string_view text, std::chrono::seconds range) {
  QueryText query(text);
  query.Replace("$step", OpenRange(range));
  return query;
}

constexpr EnginePromql kPostgres = {
    Engine::kPostgres,
    [](std::chrono::seconds range) { return OverRange(kRole, range); },
    [] { return QueryText(kFreshness); },
    Value,
    [](std::chrono::seconds range) { return OverRange(kCpuLimit, range); },
    [](std::chrono::seconds range) { return OverRange(kUp, range); },
};

}  // namespace

const EnginePromql& PostgresPromql() {
  return kPostgres;
}

const EnginePromql* PromqlOf(Engine engine) {
  return engine == Engine::kPostgres ? &kPostgres : nullptr;
}

}  // namespace gitscale
