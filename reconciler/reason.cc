// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/reason.h"

#include <array>
#include <utility>

#include "base/check.h"

namespace gitscale {
namespace {

/// In the order of the enumeration: the index is the code.
constexpr auto kNames = std::to_array<std::pair<ReasonCode, std::string_view>>({
    {ReasonCode::kUnset, "Unset"},
    {ReasonCode::kMetricAboveTarget, "MetricAboveTarget"},
    {ReasonCode::kMetricBelowTarget, "MetricBelowTarget"},
    {ReasonCode::kWithinTolerance, "WithinTolerance"},
    {ReasonCode::kDesiredWithinRange, "DesiredWithinRange"},
    {ReasonCode::kBelowQuorumFloor, "BelowQuorumFloor"},
    {ReasonCode::kBelowMinReplicas, "BelowMinReplicas"},
    {ReasonCode::kAboveMaxReplicas, "AboveMaxReplicas"},
    {ReasonCode::kRolledBack, "RolledBack"},
    {ReasonCode::kScaleUpStabilized, "ScaleUpStabilized"},
    {ReasonCode::kScaleDownStabilized, "ScaleDownStabilized"},
    {ReasonCode::kScaleDownDisabled, "ScaleDownDisabled"},
    {ReasonCode::kStepLimited, "StepLimited"},
    {ReasonCode::kTooManyReplicas, "TooManyReplicas"},
    {ReasonCode::kTooFewReplicas, "TooFewReplicas"},
    {ReasonCode::kQuorumFloor, "QuorumFloor"},
    {ReasonCode::kApprovalRequired, "ApprovalRequired"},
    {ReasonCode::kRunningCountUnknown, "RunningCountUnknown"},
    {ReasonCode::kManualHold, "ManualHold"},
    {ReasonCode::kFlightOpen, "FlightOpen"},
    {ReasonCode::kGitOpsNotApplied, "GitOpsNotApplied"},
    {ReasonCode::kGitOpsSuspended, "GitOpsSuspended"},
    {ReasonCode::kStuckScaling, "StuckScaling"},
    {ReasonCode::kRollbackUnsafe, "RollbackUnsafe"},
    {ReasonCode::kScaleUpBackoff, "ScaleUpBackoff"},
    {ReasonCode::kNotConverged, "NotConverged"},
    {ReasonCode::kLiveDrift, "LiveDrift"},
    {ReasonCode::kDegraded, "Degraded"},
    {ReasonCode::kEngineBusy, "EngineBusy"},
    {ReasonCode::kReplicationLag, "ReplicationLag"},
    {ReasonCode::kLagUnknown, "LagUnknown"},
    {ReasonCode::kWalReceiverDown, "WalReceiverDown"},
    {ReasonCode::kHottestStandby, "HottestStandby"},
    {ReasonCode::kScaleUpIneffective, "ScaleUpIneffective"},
    {ReasonCode::kPrimaryWouldBeRemoved, "PrimaryWouldBeRemoved"},
    {ReasonCode::kCountNotAllowed, "CountNotAllowed"},
    {ReasonCode::kQuotaExceeded, "QuotaExceeded"},
    {ReasonCode::kQuotaBelowUsage, "QuotaBelowUsage"},
    {ReasonCode::kQuorumExceedsQuota, "QuorumExceedsQuota"},
    {ReasonCode::kQuotaUnknown, "QuotaUnknown"},
    {ReasonCode::kCloneLimit, "CloneLimit"},
    {ReasonCode::kBlastRadius, "BlastRadius"},
    {ReasonCode::kNotScalable, "NotScalable"},
    {ReasonCode::kTopologyChange, "TopologyChange"},
    {ReasonCode::kPolicySuspended, "PolicySuspended"},
    {ReasonCode::kScalingDisabled, "ScalingDisabled"},
    {ReasonCode::kDryRun, "DryRun"},
    {ReasonCode::kGlobalStop, "GlobalStop"},
    {ReasonCode::kNoSeries, "NoSeries"},
    {ReasonCode::kEmptyAnswer, "EmptyAnswer"},
    {ReasonCode::kNotANumber, "NotANumber"},
    {ReasonCode::kInfinite, "Infinite"},
    {ReasonCode::kNegative, "Negative"},
    {ReasonCode::kStaleSamples, "StaleSamples"},
    {ReasonCode::kPartialAnswer, "PartialAnswer"},
    {ReasonCode::kMetricsTimeout, "MetricsTimeout"},
    {ReasonCode::kMetricsUnavailable, "MetricsUnavailable"},
    {ReasonCode::kMalformedAnswer, "MalformedAnswer"},
    {ReasonCode::kIncompleteWindow, "IncompleteWindow"},
    {ReasonCode::kNoCpuLimit, "NoCpuLimit"},
    {ReasonCode::kUnsupportedSignal, "UnsupportedSignal"},
    {ReasonCode::kClockSkew, "ClockSkew"},
    {ReasonCode::kClusterStateUnknown, "ClusterStateUnknown"},
    {ReasonCode::kReady, "Ready"},
});

}  // namespace

std::string_view ReasonName(ReasonCode code) {
  const auto index = static_cast<std::size_t>(code);
  CHECK(index < kNames.size() && kNames.at(index).first == code);
  return kNames.at(index).second;
}

std::optional<ReasonCode> ReasonFromName(std::string_view name) {
  for (const auto& [code, text] : kNames) {
    if (text == name && code != ReasonCode::kUnset) {
      return code;
    }
  }
  return std::nullopt;
}

bool IsFreeze(ReasonCode code) {
  switch (code) {
    case ReasonCode::kGitOpsNotApplied:
    case ReasonCode::kGitOpsSuspended:
    case ReasonCode::kStuckScaling:
    case ReasonCode::kRollbackUnsafe:
    case ReasonCode::kNotConverged:
    case ReasonCode::kLiveDrift:
    case ReasonCode::kDegraded:
    case ReasonCode::kEngineBusy:
    case ReasonCode::kReplicationLag:
    case ReasonCode::kLagUnknown:
    case ReasonCode::kWalReceiverDown:
    case ReasonCode::kQuorumExceedsQuota:
    case ReasonCode::kBlastRadius:
      return true;
    default:
      return false;
  }
}

}  // namespace gitscale
