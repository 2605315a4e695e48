// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <vector>

#include "reconciler/allocate.h"

/// The guardrails over a wave, one function each, in the order Allocate calls them. proposals: in
/// target order.
namespace gitscale {

/// Fewest targets of one endpoint that all wanting less is suspicious of, and how many of them may
/// shrink per run then, in percent (at least one).
inline constexpr std::int32_t kBlastRadiusTargets = 5;
inline constexpr std::int32_t kBlastRadiusPercent = 10;

/// 15. Increases fit into what hard - used - reserved leaves, requests and limits apart. Reserved:
/// by earlier targets of the wave, and by open flights whose instances do not exist yet.
void ApplyQuota(std::vector<Proposal>& proposals, const SharedRoom& room);

/// 16. Base backups are expensive: so many flights up at once per namespace and per metrics
/// endpoint.
void ApplyCloneLimit(std::vector<Proposal>& proposals, const SharedRoom& room);

/// 17. More than half of an endpoint's targets wanting less at once: the metrics may be wrong.
void ApplyBlastRadius(std::vector<Proposal>& proposals);

/// Appends one stage to a proposal of which the outcome is kChanged. `after` equal to current holds
/// the change.
void Shrink(Proposal& proposal, Rule rule, std::int32_t after, Reason reason);

}  // namespace gitscale
