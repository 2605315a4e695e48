// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "policies/scaling_policy.h"
#include "policies/target.h"
#include "reconciler/observation.h"
#include "reconciler/proposal.h"

namespace gitscale {

/// What the metrics of one target ask for, before any guardrail. Counts are total instances, the
/// primary included.
struct Recommendation {
  /// Smallest recommendation over the scale-up window, over the metrics that can be read; nothing
  /// when none can.
  std::optional<std::int32_t> up;
  /// Largest recommendation over the scale-down window; nothing when any metric cannot be read.
  std::optional<std::int32_t> down;
  /// Largest recommendation over twice the scale-down window; nothing when it cannot be read in
  /// full.
  std::optional<std::int32_t> twice;
  std::optional<Reason> up_fault;    ///< why `up` is missing, or why one of its metrics is
  std::optional<Reason> down_fault;  ///< why `down` is missing
  std::int32_t newest_up =
      0;  ///< recommendation of the newest step of the scale-up window; 0: no `up`
  std::int32_t newest_down = 0;  ///< likewise, scale-down window
  /// End of the newest step of the scale-down window that asked for at least the present count;
  /// nothing when none did.
  std::optional<SysSeconds> last_needed;
  /// End of the newest step of the scale-up window that did not ask for more; nothing when every
  /// step did.
  std::optional<SysSeconds> last_enough;
  std::size_t leading = 0;            ///< index of the metric that asks for most in the newest step
  std::vector<MetricStatus> metrics;  ///< parallel to the policy's
};

/// REQUIRES: target.replicas > target.primary_count; seen.metrics parallel to policy.metrics.
/// Source: design of the windows and the missing-data rule: HPA ("missing counts as full on the way
/// down, as zero on the way up"). Differs: the whole window must hold, not its maximum alone.
[[nodiscard]] Recommendation Recommend(const ScalingPolicy& policy,
                                       const Target& target,
                                       const Observation& seen,
                                       SysSeconds now);

}  // namespace gitscale
