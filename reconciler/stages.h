// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "reconciler/draft.h"

/// The guardrails of one target, one function each, in the order Decide calls them. Each appends at
/// most one reason to the trace (docs/decision.md). A stage holds or shrinks a change; only the
/// quorum floor may enlarge one.
namespace gitscale {

/// The engine adapter says no, or the count in Git is 0: nothing is tried.
void CheckScalable(Draft& draft, const StageInput& in);

/// Below the quorum floor: up to the floor in one decision. Needs no metrics, knows no bounds,
/// skips what follows.
void RaiseToFloor(Draft& draft, const StageInput& in);

/// Below minReplicas: one step up, without metrics.
void RaiseToMinimum(Draft& draft, const StageInput& in);

/// Fills the recommendation and vetoes the directions whose data cannot be used.
void RequireFreshMetrics(Draft& draft, const StageInput& in);

/// The recommendation must hold for its whole window.
void Stabilize(Draft& draft, const StageInput& in);

/// At most `step` counts per decision.
void LimitStep(Draft& draft, const StageInput& in);

/// minReplicas <= desired <= maxReplicas, reached stepwise.
void ApplyBounds(Draft& draft, const StageInput& in);

/// Never down below the quorum floor.
void KeepQuorum(Draft& draft, const StageInput& in);

/// Where Git declares no count (the chart's default applies), one is inserted only when the cluster
/// is known to have been asked for that default and to run it.
void RequireRunningCount(Draft& draft, const StageInput& in);

}  // namespace gitscale
