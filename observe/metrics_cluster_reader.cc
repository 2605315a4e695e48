// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/metrics_cluster_reader.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "observe/batch.h"
#include "observe/promql_postgres.h"

namespace gitscale {
namespace {

/// How many scrapes long an instance that fell silent is remembered, as not ready.
constexpr int kRememberedScrapes = 10;

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

std::vector<Instance> InstancesFrom(const PodValues& roles, const PodValues& up) {
  std::vector<Instance> instances;
  for (const auto& [pod, values] : roles) {
    Instance instance;
    instance.pod = pod;
    const std::optional<double> role = values.front();
    if (role == 1.0) {
      instance.role = Role::kReplica;
    } else if (role == 0.0) {
      instance.role = Role::kPrimary;
    }
    instance.ready = At(up, pod) == 1.0;
    instances.push_back(std::move(instance));
  }
  return instances;
}

class MetricsClusterReader final : public ClusterReader {
 public:
  MetricsClusterReader(PrometheusSettings settings, HttpClient& http, const Clock& clock)
      : settings_(std::move(settings)), http_(http), clock_(clock) {}

  ClusterReading Read(const std::vector<TargetKey>& targets) override {
    ClusterReading reading;
    reading.states.resize(targets.size());
    PrometheusClient client(settings_, http_);
    const auto now = client.ServerTime(clock_.Now());
    if (!now) {
      std::ranges::fill(reading.states, Unknown(now.error().message));
    } else {
      std::map<Engine, std::vector<std::size_t>> by_engine;
      for (std::size_t i = 0; i < targets.size(); ++i) {
        by_engine[targets[i].engine].push_back(i);
      }
      for (const auto& [engine, members] : by_engine) {
        ReadEngine(client, *now, engine, targets, members, reading.states);
      }
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
    const PodIndex index(workloads);
    const Grid instant{now - settings_.latency_offset, settings_.scrape_interval, 1};
    const auto ask = [&](const QueryText& text) {
      return AskInChunks(
          client, text, instant, workloads, index, workloads.size(), settings_.max_query_bytes);
    };
    const BatchAnswer roles = ask(promql->role(kRememberedScrapes * settings_.scrape_interval));
    const BatchAnswer up = ask(promql->up(2 * settings_.scrape_interval));
    for (const std::size_t i : members) {
      const std::size_t slot = *index.Find(WorkloadOf(targets[i]));
      if (const auto& fault = roles.faults[slot] ? roles.faults[slot] : up.faults[slot]) {
        states[i] = Unknown(fault->message);
      } else if (roles.values[slot].empty()) {
        states[i] = Unknown(fmt::format("metrics endpoint '{}' has no role series of '{}/{}'",
                                        settings_.name,
                                        targets[i].ns,
                                        targets[i].name));
      } else {
        states[i].instances = InstancesFrom(roles.values[slot], up.values[slot]);
      }
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
