// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>

#include "reconciler/proposal.h"
#include "reconciler/shared_view.h"

/// The guardrails over a wave, one function each, for one target of which the outcome is kChanged.
namespace gitscale {

/// Fewest targets of one endpoint that all wanting less is suspicious of, and how many of them may
/// shrink per run then, in percent (at least one).
inline constexpr std::int32_t kBlastRadiusTargets = 5;
inline constexpr std::int32_t kBlastRadiusPercent = 10;

/// 15. Increases fit into hard - used - reserved, requests and limits apart.
void LimitToQuota(Proposal& proposal, const SharedView& view);

/// 16. Base backups are expensive: so many flights up at once per namespace and per metrics
/// endpoint. A floor raise is not stopped.
void LimitClones(Proposal& proposal, const SharedView& view);

/// 17. More than half of an endpoint's targets wanting less at once: the metrics may be wrong.
void LimitBlastRadius(Proposal& proposal, const SharedView& view);

/// All of them, in this order. Does nothing to a proposal without a change.
void ApplyShared(Proposal& proposal, const SharedView& view);

/// Appends one stage to a proposal of which the outcome is kChanged. `after` equal to current holds
/// the change.
void Shrink(Proposal& proposal, Rule rule, std::int32_t after, Reason reason);

}  // namespace gitscale
