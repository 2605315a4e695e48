// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "observe/grid.h"
#include "observe/join.h"
#include "observe/pod_index.h"
#include "observe/prometheus_client.h"
#include "observe/selector.h"
#include "reconciler/measure.h"

namespace gitscale {

/// Where an answer goes: windows[request][series] of the reading.
struct WindowSlot {
  std::size_t request = 0;
  std::size_t series = 0;
};

/// All requests of one engine and window length: they share roles, freshness and steps.
struct WindowGroup {
  std::vector<Workload> workloads;  ///< sorted, unique
  std::map<std::pair<Signal, Fold>, std::vector<WindowSlot>> signals;
};

using WindowGroups = std::map<std::pair<Engine, std::chrono::seconds>, WindowGroup>;

[[nodiscard]] WindowGroups GroupRequests(const std::vector<MetricRequest>& requests);

/// Asks `text` about `wanted`. A chunk that fails is a fault of its workloads only. index: holds at
/// least the wanted ones; slots: how many it has.
[[nodiscard]] BatchAnswer AskInChunks(PrometheusClient& client,
                                      const QueryText& text,
                                      const Grid& grid,
                                      const std::vector<Workload>& wanted,
                                      const PodIndex& index,
                                      std::size_t slots,
                                      std::size_t max_query_bytes);

}  // namespace gitscale
