// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gitscale {

/// Why something was decided, held, or could not be told. Names are public API (docs/decision.md):
/// stable, CamelCase.
enum class ReasonCode {
  kUnset,  ///< seeing it in output is a bug

  // A change, or none needed.
  kMetricAboveTarget,
  kMetricBelowTarget,
  kWithinTolerance,
  kDesiredWithinRange,  ///< HPA: the metrics ask for the count there is
  kBelowQuorumFloor,
  kBelowMinReplicas,
  kAboveMaxReplicas,
  kRolledBack,  ///< a scale-up got stuck: back to the count that last converged

  // Held by a guardrail.
  kScaleUpStabilized,
  kScaleDownStabilized,
  kScaleDownDisabled,
  kStepLimited,
  kTooManyReplicas,  ///< HPA: the recommendation is above maxReplicas
  kTooFewReplicas,   ///< HPA: the recommendation is below minReplicas
  kQuorumFloor,
  kApprovalRequired,
  kRunningCountUnknown,  ///< the field is to be inserted, but the running count is unknown or
                         ///< differs

  kManualHold,        ///< somebody set the count by hand
  kFlightOpen,        ///< the decision before has not converged yet
  kGitOpsNotApplied,  ///< Flux is suspended or has not attempted the decision
  kGitOpsSuspended,   ///< Flux is known suspended: no decision is opened
  kStuckScaling,      ///< past the deadline, and nothing safe to go back to
  kRollbackUnsafe,
  kScaleUpBackoff,  ///< this count was rolled back a short time ago
  kNotConverged,    ///< fewer instances run than Git asks for
  kLiveDrift,       ///< more instances run than Git asks for
  kDegraded,        ///< it had converged and lost an instance
  kEngineBusy,
  kReplicationLag,
  kLagUnknown,
  kWalReceiverDown,
  kHottestStandby,  ///< the sum would fit fewer standbys, but one of them is at its target
  kScaleUpIneffective,
  kPrimaryWouldBeRemoved,
  kCountNotAllowed,
  kQuotaExceeded,
  kQuotaBelowUsage,
  kQuorumExceedsQuota,
  kQuotaUnknown,
  kCloneLimit,
  kBlastRadius,

  // Not tried.
  kNotScalable,
  kTopologyChange,  ///< not scalable: one instance is another topology than several
  kPolicySuspended,
  kScalingDisabled,  ///< the count in Git is 0: somebody turned it off, as for the HPA
  kDryRun,
  kGlobalStop,

  // Could not tell: one per kind of missing data, none of them is ever zero.
  kNoSeries,
  kEmptyAnswer,
  kNotANumber,
  kInfinite,
  kNegative,
  kStaleSamples,
  kPartialAnswer,
  kMetricsTimeout,
  kMetricsUnavailable,
  kMalformedAnswer,
  kIncompleteWindow,
  kNoCpuLimit,
  kUnsupportedSignal,
  kClockSkew,
  kClusterStateUnknown,

  kReady,  ///< a condition that holds, with nothing to add
};

[[nodiscard]] std::string_view ReasonName(ReasonCode code);
[[nodiscard]] std::optional<ReasonCode> ReasonFromName(std::string_view name);

/// Holds that a person should look at: the target is frozen, not merely at rest.
[[nodiscard]] bool IsFreeze(ReasonCode code);

/// A code and one sentence for people: lower case, no full stop.
struct Reason {
  ReasonCode code = ReasonCode::kUnset;
  std::string message;

  bool operator==(const Reason&) const = default;
};

}  // namespace gitscale
