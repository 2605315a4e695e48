// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/metrics_cluster_reader.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "observe/batch.h"
#include "observe/promql.h"
#include "observe/quota_metrics.h"

namespace gitscale {
namespace {

/// How many scrapes long an instance that fell silent is remembered, as not ready.
constexpr int kRememberedScrapes = 10;

// kube-state-metrics may be scraped at its own pace: three minutes, for all that is asked of it, so
// that it falls silent as a whole.
constexpr std::string_view kPods =
    "max by (namespace,pod)(last_over_time(kube_pod_info{$targets}[3m]))";
// As the series of a first pod, so that it is told apart like all others.
constexpr std::string_view kRequested =
    "label_replace(max by (namespace,statefulset)("
    "last_over_time(kube_statefulset_replicas{$sets}[3m])),"
    R"q("pod","$1-0","statefulset","(.+)"))q";

ClusterState Unknown(std::string why) {
  ClusterState state;
  state.fault = Reason{ReasonCode::kClusterStateUnknown, std::move(why)};
  return state;
}

/// The only step of an instant; nothing when there is no sample, or it is no number of use.
std::optional<double> At(const PodValues& pods, const std::string& pod) {
  const auto values = pods.find(pod);
  return values == pods.end() ? std::nullopt : values->second.front();
}

/// What the answers say of one target.
struct Answers {
  const PodValues& roles;
  const PodValues& up;
  const PodValues& known;  ///< heard of lately
  const PodValues& pods;   ///< of kube-state-metrics
};

std::vector<Instance> InstancesFrom(const Answers& answers) {
  std::set<std::string> names;
  // kube-state-metrics knows what exists; without it, who was heard of does.
  for (const PodValues* pods : {&answers.roles, &answers.known, &answers.pods}) {
    if (!answers.pods.empty() && pods != &answers.pods) {
      continue;
    }
    for (const auto& [pod, values] : *pods) {
      names.insert(pod);
    }
  }
  std::vector<Instance> instances;
  for (const std::string& pod : names) {
    Instance instance;
    instance.pod = pod;
    const std::optional<double> role = At(answers.roles, pod);
    if (role == 1.0) {
      instance.role = Role::kReplica;
    } else if (role == 0.0) {
      instance.role = Role::kPrimary;
    }
    instance.ready = At(answers.up, pod) == 1.0;
    instances.push_back(std::move(instance));
  }
  return instances;
}

std::vector<std::string> BusyFrom(const PodValues& busy,
                                  const std::vector<std::string_view>& names) {
  std::vector<std::string> out;
  for (const auto& [pod, values] : busy) {
    const double value = values.front().value_or(0);
    if (value >= 1 && value <= static_cast<double>(names.size())) {
      out.push_back(fmt::format("{} ({})", names[static_cast<std::size_t>(value) - 1], pod));
    }
  }
  return out;
}

std::optional<std::int32_t> RequestedFrom(const PodValues& sets) {
  if (sets.size() != 1) {
    return std::nullopt;
  }
  const std::optional<double> count = sets.begin()->second.front();
  return count && *count >= 0 && *count <= 1e6 && *count == std::floor(*count)
             ? std::optional(static_cast<std::int32_t>(*count))
             : std::nullopt;
}

/// The queries about the targets of one engine.
class EngineReading {
 public:
  EngineReading(PrometheusClient& client,
                const PrometheusSettings& settings,
                SysSeconds now,
                const std::vector<Workload>& workloads)
      : client_(client), settings_(settings), workloads_(workloads), index_(workloads) {
    instant_ = {now - settings.latency_offset, settings.scrape_interval, 1};
  }

  void Ask(const EnginePromql& promql) {
    const std::chrono::seconds scrape = settings_.scrape_interval;
    roles_ = AskOne(RoleQuery(promql, kRememberedScrapes * scrape, scrape));
    up_ = AskOne(UpQuery(promql, 2 * scrape));
    known_ = AskOne(UpQuery(promql, kRememberedScrapes * scrape));
    pods_ = AskOne(QueryText(kPods));
    if (const auto busy = BusyQuery(promql, 2 * scrape)) {
      busy_ = AskOne(*busy);
    }
    // CloudNativePG runs its instances without a StatefulSet.
    if (promql.engine != Engine::kPostgres) {
      requested_ = AskOne(QueryText(kRequested));
    }
  }

  [[nodiscard]] ClusterState StateOf(const Workload& workload, const EnginePromql& promql) const {
    const std::size_t slot = *index_.Find(workload);
    for (const BatchAnswer* answer : {&roles_, &up_, &known_, &pods_, &busy_, &requested_}) {
      if (!answer->faults.empty() && answer->faults[slot]) {
        return Unknown(answer->faults[slot]->message);
      }
    }
    if (roles_.values[slot].empty()) {
      return Unknown(fmt::format("metrics endpoint '{}' has no role series of '{}/{}'",
                                 settings_.name,
                                 workload.ns,
                                 workload.name));
    }
    ClusterState state;
    state.instances = InstancesFrom(
        {roles_.values[slot], up_.values[slot], known_.values[slot], pods_.values[slot]});
    if (!busy_.values.empty()) {
      state.busy = BusyFrom(busy_.values[slot], promql.busy_names);
    }
    if (!requested_.values.empty()) {
      state.requested_replicas = RequestedFrom(requested_.values[slot]);
    }
    return state;
  }

 private:
  [[nodiscard]] BatchAnswer AskOne(const QueryText& text) {
    return AskInChunks(
        client_, text, instant_, workloads_, index_, workloads_.size(), settings_.max_query_bytes);
  }

  PrometheusClient& client_;
  const PrometheusSettings& settings_;
  const std::vector<Workload>& workloads_;
  PodIndex index_;
  Grid instant_;
  BatchAnswer roles_;
  BatchAnswer up_;
  BatchAnswer known_;
  BatchAnswer pods_;
  BatchAnswer busy_;
  BatchAnswer requested_;
};

class MetricsClusterReader final : public ClusterReader {
 public:
  MetricsClusterReader(PrometheusSettings settings, HttpClient& http, const Clock& clock)
      : settings_(std::move(settings)), http_(http), clock_(clock) {}

  ClusterReading Read(const std::vector<TargetKey>& targets) override {
    ClusterReading reading;
    reading.states.resize(targets.size());
    PrometheusClient client(settings_, http_);
    const auto now = client.ServerTime(clock_.Now());
    std::map<Engine, std::vector<std::size_t>> by_engine;
    std::set<std::string> namespaces;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      by_engine[targets[i].engine].push_back(i);
      namespaces.insert(targets[i].ns);
    }
    if (!now) {
      std::ranges::fill(reading.states, Unknown(now.error().message));
      for (const std::string& ns : namespaces) {
        reading.quotas[ns].fault = Reason{ReasonCode::kQuotaUnknown, now.error().message};
      }
    } else {
      for (const auto& [engine, members] : by_engine) {
        ReadEngine(client, *now, engine, targets, members, reading.states);
      }
      const Grid instant{*now - settings_.latency_offset, settings_.scrape_interval, 1};
      reading.quotas = ReadQuotas(client, instant, namespaces, settings_.max_query_bytes);
    }
    reading.calls = client.queries();
    return reading;
  }

 private:
  void ReadEngine(PrometheusClient& client,
                  SysSeconds now,
                  Engine engine,
                  const std::vector<TargetKey>& targets,
                  const std::vector<std::size_t>& members,
                  std::vector<ClusterState>& states) const {
    const EnginePromql* const promql = PromqlOf(engine);
    if (promql == nullptr) {
      for (const std::size_t i : members) {
        states[i] = Unknown(fmt::format("no metrics are known for engine {}", EngineName(engine)));
      }
      return;
    }
    std::vector<Workload> workloads;
    for (const std::size_t i : members) {
      workloads.push_back(WorkloadOf(targets[i]));
    }
    std::ranges::sort(workloads);
    workloads.erase(std::unique(workloads.begin(), workloads.end()), workloads.end());
    EngineReading reading(client, settings_, now, workloads);
    reading.Ask(*promql);
    for (const std::size_t i : members) {
      states[i] = reading.StateOf(WorkloadOf(targets[i]), *promql);
    }
  }

  PrometheusSettings settings_;
  HttpClient& http_;
  const Clock& clock_;
};

}  // namespace

std::unique_ptr<ClusterReader> MakeMetricsClusterReader(PrometheusSettings settings,
                                                        HttpClient& http,
                                                        const Clock& clock) {
  return std::make_unique<MetricsClusterReader>(std::move(settings), http, clock);
}

}  // namespace gitscale
