// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

#include "reconciler/draft.h"
#include "reconciler/shared_view.h"

namespace gitscale {

/// What a guardrail looked at, with its numbers, in one line for people: for `explain`, whether the
/// guardrail spoke or not. draft: as it is after the stage. kPrimarySafe, kAllowedCounts and those
/// before them.
[[nodiscard]] std::string FactsOf(Rule rule, const Draft& draft, const StageInput& in);

/// Likewise for kQuota, kCloneLimit and kBlastRadius.
[[nodiscard]] std::string SharedFactsOf(Rule rule,
                                        const Proposal& proposal,
                                        const SharedView& view);

}  // namespace gitscale
