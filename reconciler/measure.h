// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "policies/target.h"
#include "reconciler/observation.h"

/// The ports through which a run measures. Implemented in `observe/`.
namespace gitscale {

/// One window wanted of one signal.
struct SeriesRequest {
  Signal signal = Signal::kUnset;
  std::chrono::seconds window{0};
  Fold fold = Fold::kLargest;

  bool operator==(const SeriesRequest&) const = default;
};

struct MetricRequest {
  TargetKey target;
  std::vector<SeriesRequest> series;
};

/// What one endpoint answered. windows[i][j] answers requests[i].series[j]; a window without data
/// has a fault.
struct MetricReading {
  SysSeconds now{};  ///< the server's clock; for recorded data its newest sample or the time given
  std::optional<Reason> fault;  ///< the endpoint as a whole: unreachable, clock skew; then every
                                ///< window has a fault too
  std::vector<std::vector<SignalWindow>> windows;
  std::int64_t queries = 0;  ///< how many were sent
};

/// One metrics endpoint. Queries grow with signals, not with targets.
class MetricSource {
 public:
  MetricSource() = default;
  MetricSource(const MetricSource&) = delete;
  MetricSource& operator=(const MetricSource&) = delete;
  virtual ~MetricSource() = default;

  /// Never fails as a whole: what cannot be read is a fault of its window.
  [[nodiscard]] virtual MetricReading Read(const std::vector<MetricRequest>& requests) = 0;
};

/// states[i] belongs to targets[i].
struct ClusterReading {
  std::vector<ClusterState> states;
  /// By namespace. One that is not here has no quota; one of which that is not known has a fault.
  std::map<std::string, QuotaState> quotas;
  std::optional<SysSeconds> as_of;  ///< nothing: of now
  std::int64_t calls = 0;
};

/// One cluster. Calls grow with kinds and pages, not with targets.
class ClusterReader {
 public:
  ClusterReader() = default;
  ClusterReader(const ClusterReader&) = delete;
  ClusterReader& operator=(const ClusterReader&) = delete;
  virtual ~ClusterReader() = default;

  [[nodiscard]] virtual ClusterReading Read(const std::vector<TargetKey>& targets) = 0;
};

}  // namespace gitscale
