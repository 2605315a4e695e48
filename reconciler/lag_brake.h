// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "base/time.h"
#include "reconciler/observation.h"

namespace gitscale {

/// How far the brake looks back, and how long the lag must be low before it lets go.
inline constexpr std::chrono::seconds kLagWindow{1800};
inline constexpr std::chrono::seconds kLagReleaseAfter{300};
/// Share of the limit that counts as low, in thousandths.
inline constexpr std::int64_t kLagReleaseMilli = 800;

/// Why replication forbids any change now, or nothing.
///
/// Engaged by a step whose worst standby is behind by more than `limit` while the primary writes;
/// released after kLagReleaseAfter of steps under kLagReleaseMilli of the limit, or idle ones.
/// Unknown write activity counts as writing. Unknown lag, and a standby without a WAL receiver,
/// forbid a change as long as they last. Computed from the window alone: nothing is kept between
/// runs. standbys: how many should report, >= 1.
[[nodiscard]] std::optional<Reason> LagVeto(const ReplicationObservation& replication,
                                            std::int32_t standbys,
                                            std::chrono::seconds limit,
                                            SysSeconds now);

}  // namespace gitscale
