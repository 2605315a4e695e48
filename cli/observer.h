// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "cli/run_ports.h"
#include "policies/load.h"
#include "reconciler/allocate.h"
#include "reconciler/measure.h"
#include "reconciler/observation.h"

namespace gitscale {

/// What was measured about one target, and the moment to decide at: the clock of its metrics
/// endpoint.
struct Measured {
  Observation seen;
  SysSeconds now{};
};

/// Measures targets: one MetricSource::Read per endpoint and one ClusterReader::Read per cluster
/// for everything asked at once, all of them in parallel. Remembers the answers, so that a retry
/// after a lost race asks only for what is new, changed or older than `freshness`. Thread-safe;
/// calls to one endpoint follow one another.
class Observer {
 public:
  /// ports and clock must outlive the observer.
  Observer(RunPorts& ports, const Clock& clock, std::chrono::seconds freshness);

  /// result[i] belongs to targets[i]. REQUIRES: the endpoints and clusters they name are in ports.
  [[nodiscard]] std::vector<Measured> Observe(const std::vector<const PolicyTarget*>& targets);

  /// The quotas of the namespaces read so far.
  [[nodiscard]] std::map<RoomKey, QuotaState> quotas() const;

  [[nodiscard]] std::int64_t queries() const;
  [[nodiscard]] std::int64_t calls() const;

 private:
  struct Known {
    std::string endpoint;
    std::vector<SeriesRequest> series;
    std::vector<SignalWindow> windows;
    std::optional<Reason> endpoint_fault;
    ClusterState cluster;
    std::optional<SysSeconds> cluster_as_of;
    SysSeconds now{};
    std::chrono::steady_clock::time_point read_at;
  };

  /// The state of the cluster, or that it is too old for the metrics it would be compared with.
  [[nodiscard]] static ClusterState ClusterOf(const Known& known);

  /// The targets to ask one endpoint or cluster for.
  using Group = std::vector<const PolicyTarget*>;

  [[nodiscard]] bool IsFresh(const PolicyTarget& target) const;
  void ReadEndpoint(const std::string& name, const Group& group);
  void ReadCluster(const std::string& name, const Group& group);
  void ReadAll(const Group& missing);

  RunPorts& ports_;
  const Clock& clock_;
  std::chrono::seconds freshness_;
  std::map<std::string, std::unique_ptr<std::mutex>> turns_;  ///< one per endpoint and cluster
  mutable std::mutex mutex_;                                  ///< guards all below
  std::map<TargetKey, Known> known_;
  std::map<RoomKey, QuotaState> quotas_;
  std::int64_t queries_ = 0;
  std::int64_t calls_ = 0;
};

}  // namespace gitscale
