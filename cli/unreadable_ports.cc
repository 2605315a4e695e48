// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/unreadable_ports.h"

#include <utility>

namespace gitscale {
namespace {

class UnreadableMetrics final : public MetricSource {
 public:
  explicit UnreadableMetrics(Reason why) : why_(std::move(why)) {}

  MetricReading Read(const std::vector<MetricRequest>& requests) override {
    MetricReading reading;
    reading.fault = why_;
    for (const MetricRequest& request : requests) {
      SignalWindow window;
      window.fault = why_;
      reading.windows.emplace_back(request.series.size(), window);
    }
    return reading;
  }

 private:
  Reason why_;
};

class UnreadableCluster final : public ClusterReader {
 public:
  explicit UnreadableCluster(Reason why) : why_(std::move(why)) {}

  ClusterReading Read(const std::vector<TargetKey>& targets) override {
    ClusterReading reading;
    for (const TargetKey& target : targets) {
      reading.states.emplace_back().fault = why_;
      reading.quotas[target.ns].fault = why_;
    }
    return reading;
  }

 private:
  Reason why_;
};

}  // namespace

std::unique_ptr<MetricSource> MakeUnreadableMetrics(const Error& error) {
  return std::make_unique<UnreadableMetrics>(
      Reason{ReasonCode::kMetricsUnavailable, error.message});
}

std::unique_ptr<ClusterReader> MakeUnreadableCluster(const Error& error) {
  return std::make_unique<UnreadableCluster>(
      Reason{ReasonCode::kClusterStateUnknown, error.message});
}

}  // namespace gitscale
