// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/proposal.h"

#include <array>

#include "base/check.h"

namespace gitscale {

std::string_view OutcomeName(Outcome outcome) {
  switch (outcome) {
    case Outcome::kUnset:
      break;
    case Outcome::kNotNeeded:
      return "NotNeeded";
    case Outcome::kHeld:
      return "Held";
    case Outcome::kNotTried:
      return "NotTried";
    case Outcome::kUnknown:
      return "Unknown";
    case Outcome::kChanged:
      return "Changed";
  }
  return "Unset";
}

std::string_view RuleName(Rule rule) {
  switch (rule) {
    case Rule::kUnset:
      break;
    case Rule::kScalable:
      return "Scalable";
    case Rule::kOwnership:
      return "Ownership";
    case Rule::kFloorRaise:
      return "FloorRaise";
    case Rule::kSingleFlight:
      return "SingleFlight";
    case Rule::kEngineBusy:
      return "EngineBusy";
    case Rule::kBelowMinimum:
      return "BelowMinimum";
    case Rule::kMetricsFresh:
      return "MetricsFresh";
    case Rule::kLagBrake:
      return "LagBrake";
    case Rule::kStabilization:
      return "Stabilization";
    case Rule::kStep:
      return "Step";
    case Rule::kBounds:
      return "Bounds";
    case Rule::kQuorumFloor:
      return "QuorumFloor";
    case Rule::kPrimarySafe:
      return "PrimarySafe";
    case Rule::kAllowedCounts:
      return "AllowedCounts";
    case Rule::kBackOff:
      return "BackOff";
    case Rule::kQuota:
      return "Quota";
    case Rule::kCloneLimit:
      return "CloneLimit";
    case Rule::kBlastRadius:
      return "BlastRadius";
    case Rule::kRunningCount:
      return "RunningCount";
    case Rule::kApproval:
      return "Approval";
    case Rule::kDryRun:
      return "DryRun";
  }
  return "Unset";
}

bool IsFrozen(const Proposal& proposal) {
  return proposal.outcome == Outcome::kUnknown ||
         (proposal.outcome == Outcome::kHeld && IsFreeze(proposal.reason.code));
}

std::span<const Rule> GuardrailOrder() {
  static constexpr auto kOrder = std::to_array<Rule>({Rule::kScalable,
                                                      Rule::kOwnership,
                                                      Rule::kFloorRaise,
                                                      Rule::kSingleFlight,
                                                      Rule::kEngineBusy,
                                                      Rule::kBelowMinimum,
                                                      Rule::kMetricsFresh,
                                                      Rule::kLagBrake,
                                                      Rule::kStabilization,
                                                      Rule::kStep,
                                                      Rule::kBounds,
                                                      Rule::kQuorumFloor,
                                                      Rule::kPrimarySafe,
                                                      Rule::kAllowedCounts,
                                                      Rule::kBackOff,
                                                      Rule::kRunningCount,
                                                      Rule::kQuota,
                                                      Rule::kCloneLimit,
                                                      Rule::kBlastRadius});
  return kOrder;
}

std::string_view ConditionName(ConditionType type) {
  switch (type) {
    case ConditionType::kScalingActive:
      return "ScalingActive";
    case ConditionType::kAbleToScale:
      return "AbleToScale";
    case ConditionType::kScalingLimited:
      return "ScalingLimited";
  }
  return "Unset";
}

}  // namespace gitscale
