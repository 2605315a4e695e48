// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/quota_metrics.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/quantity.h"
#include "observe/selector.h"

namespace gitscale {
namespace {

// Answers keep two labels, so the three that matter travel in the second: no name of an object or a
// resource has a '|'. "|" alone: the namespace has pods that kube-state-metrics knows.
constexpr std::string_view kQuotas =
    // When kube-state-metrics was just restarted its old series are still there: the narrower
    // counts.
    "label_join("
    R"(min by (namespace,resourcequota,resource,type)()"
    R"(last_over_time(kube_resourcequota{$namespaces,type="hard"}[3m])))"
    R"( or max by (namespace,resourcequota,resource,type)()"
    R"(last_over_time(kube_resourcequota{$namespaces,type!="hard"}[3m])),)"
    R"("pod","|","resourcequota","resource","type"))"
    " or label_replace(max by (namespace)(last_over_time(kube_pod_info{$namespaces}[3m])),"
    R"("pod","|","namespace",".*"))";

/// One resource of one quota object, as far as it was told.
struct Told {
  std::optional<std::int64_t> hard_milli;
  std::optional<std::int64_t> used_milli;
};

/// Of one namespace, by quota object and resource.
using Objects = std::map<std::pair<std::string, std::string>, Told>;

struct Namespace {
  Objects objects;
  bool is_known = false;
  std::optional<Reason> fault;
};

Reason Unknown(std::string message) {
  return {ReasonCode::kQuotaUnknown, std::move(message)};
}

/// "tenant-quota|limits.cpu|hard".
void AddSeries(Namespace& ns, std::string_view name, double value) {
  ns.is_known = true;
  const std::size_t first = name.find('|');
  const std::size_t last = name.rfind('|');
  if (name == "|") {
    return;
  }
  const auto milli = std::isfinite(value) && value >= 0 ? QuantityFromDouble(value) : std::nullopt;
  const std::string_view type = last == std::string_view::npos ? "" : name.substr(last + 1);
  if (!milli || first == last || (type != "hard" && type != "used")) {
    ns.fault = Unknown(fmt::format("kube_resourcequota says {} for '{}'", value, name));
    return;
  }
  Told& told = ns.objects[{std::string(name.substr(0, first)),
                           std::string(name.substr(first + 1, last - first - 1))}];
  (type == "hard" ? told.hard_milli : told.used_milli) = milli->milli;
}

/// Of several objects that limit a resource, the one with the least room.
QuotaState StateOf(const Namespace& ns) {
  QuotaState state;
  state.fault = ns.fault;
  for (const auto& [object, told] : ns.objects) {
    const auto& [quota, resource] = object;
    if (!told.hard_milli || !told.used_milli) {
      state.fault = Unknown(fmt::format("kube_resourcequota tells of '{}' in '{}' only what is {}",
                                        resource,
                                        quota,
                                        told.hard_milli ? "allowed" : "used"));
      continue;
    }
    AddQuotaItem(state, resource, {*told.hard_milli, *told.used_milli});
  }
  return state;
}

}  // namespace

std::map<std::string, QuotaState> ReadQuotas(PrometheusClient& client,
                                             const Grid& instant,
                                             const std::set<std::string>& namespaces,
                                             std::size_t max_query_bytes) {
  std::map<std::string, Namespace> read;
  std::vector<Workload> asked;
  for (const std::string& ns : namespaces) {
    asked.push_back({ns, ""});
    read[ns];
  }
  const QueryText text(kQuotas);
  for (const auto& chunk : ChunkWorkloads(asked, text, max_query_bytes)) {
    const auto answer = client.Query(text.For(chunk), instant);
    for (const Workload& workload : chunk) {
      if (!answer) {
        read[workload.ns].fault = Unknown(answer.error().message);
      }
    }
    if (!answer) {
      continue;
    }
    for (const Series& series : answer->series) {
      const auto samples = answer->SamplesOf(series);
      if (const auto ns = read.find(series.ns); ns != read.end() && !samples.empty()) {
        AddSeries(ns->second, series.pod, samples.back().value);
      }
    }
  }
  std::map<std::string, QuotaState> out;
  for (auto& [name, ns] : read) {
    if (!ns.is_known && !ns.fault) {
      ns.fault = Unknown("kube-state-metrics tells nothing of namespace '" + name + "'");
    }
    if (ns.fault || !ns.objects.empty()) {
      out.emplace(name, StateOf(ns));
    }
  }
  return out;
}

}  // namespace gitscale
