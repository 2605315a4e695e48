// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>

#include "reconciler/observation.h"

namespace gitscale {

/// Instances of one target, as its cluster state lists them.
struct Running {
  std::int32_t existing = 0;
  std::int32_t ready = 0;
};

[[nodiscard]] Running CountRunning(const ClusterState& cluster);

/// Asked for `count`, and running exactly that; false when the state is unknown. A cluster source
/// that does not know what was asked for is believed when exactly that many run: nobody starts
/// instances unasked.
[[nodiscard]] bool RunsExactly(const ClusterState& cluster, std::int32_t count);

}  // namespace gitscale
