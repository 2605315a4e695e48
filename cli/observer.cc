// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/observer.h"

#include <functional>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "cli/parallel.h"
#include "reconciler/decide.h"

namespace gitscale {

namespace {

/// A state that is further from the metrics says nothing about what they show.
constexpr std::chrono::seconds kOldestClusterState{900};

}  // namespace

Observer::Observer(RunPorts& ports, const Clock& clock, std::chrono::seconds freshness)
    : ports_(ports), clock_(clock), freshness_(freshness) {
  for (const auto& [name, source] : ports.metrics) {
    turns_.emplace("metrics " + name, std::make_unique<std::mutex>());
  }
  for (const auto& [name, reader] : ports.clusters) {
    turns_.emplace("cluster " + name, std::make_unique<std::mutex>());
  }
}

bool Observer::IsFresh(const PolicyTarget& target) const {
  const auto known = known_.find(target.target.key);
  return known != known_.end() && known->second.endpoint == target.target.metrics &&
         known->second.series == WantedSeries(target.policy) &&
         clock_.Monotonic() - known->second.read_at <= freshness_;
}

void Observer::ReadEndpoint(const std::string& name, const Group& group) {
  std::vector<MetricRequest> requests;
  for (const PolicyTarget* target : group) {
    requests.push_back({target->target.key, WantedSeries(target->policy)});
  }
  const auto port = ports_.metrics.find(name);
  CHECK(port != ports_.metrics.end());
  MetricReading reading;
  {
    const std::lock_guard turn(*turns_.at("metrics " + name));
    reading = port->second->Read(requests);
  }
  CHECK(reading.windows.size() == requests.size());
  const std::lock_guard lock(mutex_);
  queries_ += reading.queries;
  for (std::size_t i = 0; i < group.size(); ++i) {
    Known& known = known_[group[i]->target.key];
    known.endpoint = name;
    known.series = std::move(requests[i].series);
    known.windows = std::move(reading.windows[i]);
    known.endpoint_fault = reading.fault;
    // An endpoint that never answered told no time.
    known.now = reading.now == SysSeconds{} ? clock_.Now() : reading.now;
    known.read_at = clock_.Monotonic();
  }
}

void Observer::ReadCluster(const std::string& name, const Group& group) {
  std::vector<TargetKey> keys;
  for (const PolicyTarget* target : group) {
    keys.push_back(target->target.key);
  }
  const auto port = ports_.clusters.find(name);
  CHECK(port != ports_.clusters.end());
  ClusterReading reading;
  {
    const std::lock_guard turn(*turns_.at("cluster " + name));
    reading = port->second->Read(keys);
  }
  CHECK(reading.states.size() == keys.size());
  const std::lock_guard lock(mutex_);
  calls_ += reading.calls;
  for (auto& [ns, quota] : reading.quotas) {
    quotas_.insert_or_assign(RoomKey{name, ns}, std::move(quota));
  }
  for (std::size_t i = 0; i < keys.size(); ++i) {
    known_[keys[i]].cluster = std::move(reading.states[i]);
    known_[keys[i]].cluster_as_of = reading.as_of;
  }
}

void Observer::ReadAll(const Group& missing) {
  std::map<std::string, Group> endpoints;
  std::map<std::string, Group> clusters;
  for (const PolicyTarget* target : missing) {
    endpoints[target->target.metrics].push_back(target);
    clusters[target->target.key.cluster].push_back(target);
  }
  std::vector<std::function<void()>> reads;
  for (const auto& [name, group] : endpoints) {
    reads.emplace_back([this, &name = name, &group = group] { ReadEndpoint(name, group); });
  }
  for (const auto& [name, group] : clusters) {
    reads.emplace_back([this, &name = name, &group = group] { ReadCluster(name, group); });
  }
  ParallelFor(reads.size(), reads.size(), [&](std::size_t i) { reads[i](); });
}

ClusterState Observer::ClusterOf(const Known& known) {
  if (!known.cluster_as_of || known.cluster.fault) {
    return known.cluster;
  }
  const std::chrono::seconds apart = std::chrono::abs(known.now - *known.cluster_as_of);
  if (apart <= kOldestClusterState) {
    return known.cluster;
  }
  ClusterState state;
  state.fault = Reason{ReasonCode::kClusterStateUnknown,
                       fmt::format("the state of the cluster is of {}, the metrics are of {}",
                                   FormatRfc3339(*known.cluster_as_of),
                                   FormatRfc3339(known.now))};
  return state;
}

std::vector<Measured> Observer::Observe(const std::vector<const PolicyTarget*>& targets) {
  Group missing;
  {
    const std::lock_guard lock(mutex_);
    for (const PolicyTarget* target : targets) {
      if (!IsFresh(*target)) {
        missing.push_back(target);
      }
    }
  }
  ReadAll(missing);
  std::vector<Measured> measured;
  const std::lock_guard lock(mutex_);
  for (const PolicyTarget* target : targets) {
    const Known& known = known_.at(target->target.key);
    measured.push_back(
        {AssembleObservation(target->policy, known.windows, known.endpoint_fault, ClusterOf(known)),
         known.now});
  }
  return measured;
}

std::map<RoomKey, QuotaState> Observer::quotas() const {
  const std::lock_guard lock(mutex_);
  return quotas_;
}

std::int64_t Observer::queries() const {
  const std::lock_guard lock(mutex_);
  return queries_;
}

std::int64_t Observer::calls() const {
  const std::lock_guard lock(mutex_);
  return calls_;
}

}  // namespace gitscale
