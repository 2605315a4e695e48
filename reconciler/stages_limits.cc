// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include <fmt/format.h>

#include "reconciler/counts.h"
#include "reconciler/stages.h"

namespace gitscale {
namespace {

void Limit(Draft& draft, Rule rule, std::int32_t after, const Reason& reason) {
  SetCondition(draft.proposal, ConditionType::kScalingLimited, true, reason);
  // A change that is only made smaller keeps the reason it is made for; the limit is in the trace.
  Reason why = draft.proposal.reason;
  Note(draft, rule, after, reason);
  if (after != draft.proposal.current) {
    draft.proposal.reason = std::move(why);
  } else {
    draft.proposal.outcome = Outcome::kHeld;
  }
}

/// Where one decision may get from above maxReplicas.
std::int32_t LowestTowardsMaximum(const Draft& draft, const StageInput& in) {
  return std::max(
      in.policy.max_replicas,
      StepsFrom(in.target.allowed_counts, draft.proposal.current, -in.policy.scale_down.step));
}

/// More than maxReplicas are declared: down by one step, whatever the metrics ask for.
void StepDownToMaximum(Draft& draft, const StageInput& in) {
  const std::int32_t current = draft.proposal.current;
  Reason reason{ReasonCode::kAboveMaxReplicas,
                fmt::format("{} above maxReplicas {}", current, in.policy.max_replicas)};
  SetCondition(draft.proposal, ConditionType::kScalingLimited, true, reason);
  if (draft.veto_down) {
    const bool disabled = draft.veto_down->code == ReasonCode::kScaleDownDisabled;
    Note(draft, Rule::kBounds, current, *draft.veto_down);
    draft.proposal.outcome = disabled ? Outcome::kHeld : Outcome::kUnknown;
    return;
  }
  draft.proposal.outcome = Outcome::kUnset;  // a change after all; Decide names it at the end
  Note(draft, Rule::kBounds, LowestTowardsMaximum(draft, in), std::move(reason));
}

}  // namespace

void LimitStep(Draft& draft, const StageInput& in) {
  const std::int32_t current = draft.proposal.current;
  const std::int32_t most = StepsFrom(in.target.allowed_counts, current, in.policy.scale_up.step);
  const std::int32_t least =
      StepsFrom(in.target.allowed_counts, current, -in.policy.scale_down.step);
  const std::int32_t desired = draft.proposal.desired;
  if (desired > most || desired < least) {
    const std::int32_t step = desired > most ? in.policy.scale_up.step : in.policy.scale_down.step;
    Limit(draft,
          Rule::kStep,
          std::clamp(desired, least, most),
          {ReasonCode::kStepLimited,
           fmt::format("{} asked for, at most {} per decision", desired, step)});
  }
}

void ApplyBounds(Draft& draft, const StageInput& in) {
  const std::int32_t current = draft.proposal.current;
  const std::int32_t desired = draft.proposal.desired;
  if (current > in.policy.max_replicas && desired > LowestTowardsMaximum(draft, in)) {
    StepDownToMaximum(draft, in);
  } else if (desired > in.policy.max_replicas && current <= in.policy.max_replicas) {
    Limit(draft,
          Rule::kBounds,
          in.policy.max_replicas,
          {ReasonCode::kTooManyReplicas,
           fmt::format("{} asked for, maxReplicas is {}", desired, in.policy.max_replicas)});
  } else if (desired < current && desired < in.policy.min_replicas) {
    Limit(draft,
          Rule::kBounds,
          std::min(in.policy.min_replicas, current),
          {ReasonCode::kTooFewReplicas,
           fmt::format("{} asked for, minReplicas is {}", desired, in.policy.min_replicas)});
  }
}

void RoundToAllowed(Draft& draft, const StageInput& in) {
  const std::int32_t current = draft.proposal.current;
  const std::int32_t desired = draft.proposal.desired;
  const AllowedCounts& allowed = in.target.allowed_counts;
  if (desired == current || IsAllowed(allowed, desired)) {
    return;
  }
  std::int32_t rounded = NextAllowed(allowed, desired);
  if (rounded == desired || rounded > in.policy.max_replicas) {
    rounded = PreviousAllowed(allowed, desired);
  }
  const bool travels_on = rounded != current && (desired > current) == (rounded > current) &&
                          IsAllowed(allowed, rounded);
  Limit(draft,
        Rule::kAllowedCounts,
        travels_on ? rounded : current,
        {ReasonCode::kCountNotAllowed, fmt::format("the engine cannot run {} instances", desired)});
}

}  // namespace gitscale
