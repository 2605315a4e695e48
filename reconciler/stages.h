// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "reconciler/draft.h"

/// The guardrails of one target, one function each, in the order Decide calls them. Each appends at
/// most one reason to the trace (docs/decision.md). The first stages may settle a change or ask for
/// one; from LimitStep on, each only holds one or makes it smaller.
namespace gitscale {

/// 1. The engine adapter says no, or the count in Git is 0: nothing is tried.
void CheckScalable(Draft& draft, const StageInput& in);

/// 2. Whose value is in Git? One that is not ours is a manual override: it becomes the baseline and
/// is left alone for a while.
void CheckOwnership(Draft& draft, const StageInput& in);

/// 3. Below the quorum floor: up to the floor in one decision. Needs no metrics, knows no bounds,
/// skips what follows.
void RaiseToFloor(Draft& draft, const StageInput& in);

/// 4. An open flight is watched until it converges, gets stuck or is rolled back; without one, what
/// runs must be what Git asks for.
void WatchFlight(Draft& draft, const StageInput& in);

/// 5. The engine is in the middle of something.
void CheckEngineBusy(Draft& draft, const StageInput& in);

/// 6. Below minReplicas: one step up, without metrics.
void RaiseToMinimum(Draft& draft, const StageInput& in);

/// 7. Fills the recommendation and vetoes the directions whose data cannot be used.
void RequireFreshMetrics(Draft& draft, const StageInput& in);

/// 8. Standbys behind a writing primary: neither up nor down.
void BrakeOnLag(Draft& draft, const StageInput& in);

/// 9. The recommendation must hold for its whole window, on every standby, and have helped the last
/// time.
void Stabilize(Draft& draft, const StageInput& in);

/// 10. At most `step` counts per decision.
void LimitStep(Draft& draft, const StageInput& in);

/// 11. minReplicas <= desired <= maxReplicas, reached stepwise.
void ApplyBounds(Draft& draft, const StageInput& in);

/// 12. Never down below the quorum floor.
void KeepQuorum(Draft& draft, const StageInput& in);

/// 13. Where the engine removes by ordinal: never the primary.
void KeepPrimary(Draft& draft, const StageInput& in);

/// 14. Only counts the engine can run.
void RoundToAllowed(Draft& draft, const StageInput& in);

/// BackOff: a count that was rolled back is held back for a while.
void HoldBackFailedCount(Draft& draft, const StageInput& in);

/// Where Git declares no count (the chart's default applies), one is inserted only when the cluster
/// is known to have been asked for that default and to run it.
void RequireRunningCount(Draft& draft, const StageInput& in);

/// Why shrinking to `to` might remove the primary, or nothing. For engines that remove by ordinal.
[[nodiscard]] std::optional<Reason> PrimaryAtRisk(const StageInput& in, std::int32_t to);

}  // namespace gitscale
