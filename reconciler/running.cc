// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/running.h"

#include <algorithm>

namespace gitscale {

Running CountRunning(const ClusterState& cluster) {
  Running running;
  running.existing = static_cast<std::int32_t>(cluster.instances.size());
  running.ready =
      static_cast<std::int32_t>(std::ranges::count_if(cluster.instances, &Instance::ready));
  return running;
}

bool RunsExactly(const ClusterState& cluster, std::int32_t count) {
  const Running running = CountRunning(cluster);
  return !cluster.fault && cluster.requested_replicas.value_or(count) == count &&
         running.existing == count && running.ready == count && cluster.operational.value_or(true);
}

}  // namespace gitscale
