// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/promql.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gitscale {
namespace {

constexpr std::string_view kCpuLimit =
    "max by (namespace,pod)(last_over_time(kube_pod_container_resource_limits"
    R"({$targets,resource="cpu",container="$container"}[$step])))";

// The limit changes rarely and kube-state-metrics may be scraped at its own pace: five minutes.
constexpr std::string_view kCpu =
    "100 * sum by (namespace,pod)(rate(container_cpu_usage_seconds_total"
    R"({$targets,container="$container"}[$rate])))"
    " / max by (namespace,pod)(last_over_time(kube_pod_container_resource_limits"
    R"({$targets,resource="cpu",container="$container"}[5m])))";

/// A range that holds the samples in (t - range, t]: Prometheus 2 counts both ends.
std::string OpenRange(std::chrono::seconds range) {
  return fmt::format("{}ms", std::chrono::milliseconds(range).count() - 1);
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

QueryText OverRange(std::string_view text, std::chrono::seconds range) {
  QueryText query(text);
  query.Replace("$step", OpenRange(range));
  return query;
}

/// The text with series by pod, whatever the engine calls its instances.
std::string ByPod(const EnginePromql& promql, std::string_view text) {
  return promql.instance_label == "pod"
             ? std::string(text)
             : fmt::format(R"(label_replace({},"pod","$1","{}","([^:.]+).*"))",
                           text,
                           promql.instance_label);
}

}  // namespace

const EnginePromql* PromqlOf(Engine engine) {
  switch (engine) {
    case Engine::kPostgres:
      return &PostgresPromql();
    case Engine::kMariadb:
      return &MariadbPromql();
    case Engine::kRedis:
      return &RedisPromql();
    case Engine::kMongodb:
      return &MongodbPromql();
    case Engine::kGateway:
    case Engine::kUnset:
      break;
  }
  return nullptr;
}

QueryText RoleQuery(const EnginePromql& promql,
                    std::chrono::seconds step,
                    std::chrono::seconds recent) {
  QueryText query = OverRange(ByPod(promql, promql.role), step);
  query.Replace("$recent", OpenRange(recent));
  return query;
}

QueryText FreshnessQuery(const EnginePromql& promql) {
  return QueryText(ByPod(promql, promql.freshness));
}

QueryText UpQuery(const EnginePromql& promql, std::chrono::seconds range) {
  return OverRange(ByPod(promql, promql.up), range);
}

std::optional<QueryText> BusyQuery(const EnginePromql& promql, std::chrono::seconds range) {
  return promql.busy.empty() ? std::nullopt
                             : std::optional(OverRange(ByPod(promql, promql.busy), range));
}

QueryText CpuLimitQuery(const EnginePromql& promql, std::chrono::seconds range) {
  QueryText query = OverRange(kCpuLimit, range);
  query.Replace("$container", promql.container);
  return query;
}

std::optional<QueryText> SignalQuery(const EnginePromql& promql,
                                     Signal signal,
                                     const QueryShape& shape) {
  const bool is_cpu = signal == Signal::kReadCpuUtilization;
  if (!is_cpu && promql.signal(signal).empty()) {
    return std::nullopt;
  }
  std::string text = is_cpu ? std::string(kCpu) : ByPod(promql, promql.signal(signal));
  if (shape.step > shape.scrape) {
    text = fmt::format("{}(({})[$step:$resolution])",
                       shape.fold == Fold::kLargest ? "max_over_time" : "min_over_time",
                       text);
  }
  QueryText query(text);
  query.Replace("$container", promql.container);
  query.Replace("$step", OpenRange(shape.step));
  query.Replace("$scrape", OpenRange(shape.scrape));
  query.Replace("$resolution", fmt::format("{}s", shape.scrape.count()));
  query.Replace("$rate", fmt::format("{}s", 4 * shape.scrape.count()));
  query.Replace("$users", NoneOf(shape.monitoring_users));
  query.Replace("$apps", NoneOf(shape.monitoring_applications));
  return query;
}

}  // namespace gitscale
