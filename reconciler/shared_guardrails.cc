// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/shared_guardrails.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace gitscale {

void Shrink(Proposal& proposal, Rule rule, std::int32_t after, Reason reason) {
  proposal.trace.push_back({.rule = rule,
                            .before = proposal.desired,
                            .after = after,
                            .reason = reason,
                            .until = std::nullopt});
  proposal.desired = after;
  for (Condition& condition : proposal.conditions) {
    if (condition.type == ConditionType::kScalingLimited) {
      condition.status = true;
      condition.reason = reason;
    }
  }
  if (after == proposal.current) {
    proposal.outcome = Outcome::kHeld;
    proposal.reason = std::move(reason);
    proposal.inputs.clear();
  }
}

void LimitClones(Proposal& proposal, const SharedView& view) {
  if (proposal.desired <= proposal.current || proposal.shared.floor_raise) {
    return;
  }
  const auto hold = [&](std::int32_t open, std::string_view where, std::int32_t most) {
    Shrink(proposal,
           Rule::kCloneLimit,
           proposal.current,
           {ReasonCode::kCloneLimit,
            fmt::format("{} scale-ups are under way {}, at most {} at once", open, where, most)});
  };
  if (view.namespace_clones >= view.namespace_limit) {
    hold(view.namespace_clones, "in the namespace", view.namespace_limit);
  } else if (view.endpoint_clones >= view.endpoint_limit) {
    hold(view.endpoint_clones, "on the endpoint", view.endpoint_limit);
  }
}

void LimitBlastRadius(Proposal& proposal, const SharedView& view) {
  if (!proposal.shared.wants_down || view.judged < kBlastRadiusTargets ||
      view.wanting * 2 <= view.judged) {
    return;
  }
  const std::int32_t most = std::max(1, view.judged * kBlastRadiusPercent / 100);
  const std::string crowd =
      fmt::format("{} of {} targets want fewer at once", view.wanting, view.judged);
  if (!proposal.shared.holds_twice) {
    Shrink(proposal,
           Rule::kBlastRadius,
           proposal.current,
           {ReasonCode::kBlastRadius, crowd + ": this one not for twice its window yet"});
  } else if (view.kept_downs >= most) {
    Shrink(proposal,
           Rule::kBlastRadius,
           proposal.current,
           {ReasonCode::kBlastRadius, fmt::format("{}: at most {} per run", crowd, most)});
  }
}

void ApplyShared(Proposal& proposal, const SharedView& view) {
  for (const auto guardrail : {LimitToQuota, LimitClones, LimitBlastRadius}) {
    if (proposal.outcome == Outcome::kChanged) {
      guardrail(proposal, view);
    }
  }
}

}  // namespace gitscale
