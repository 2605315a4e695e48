// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/ways_out.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/check.h"
#include "base/quantity.h"
#include "reconciler/counts.h"
#include "reconciler/lag_brake.h"

namespace gitscale {
namespace {

/// Times as a share of the limit: 24 for 80 % of 30.
std::string LagRelease(const ScalingPolicy& policy) {
  return FormatQuantity({policy.max_replication_lag.count() * kLagReleaseMilli});
}

/// For holds that end by themselves, or by what somebody does to the target.
std::string WayOutOfHold(const Proposal& proposal, const ScalingPolicy& policy) {
  switch (proposal.reason.code) {
    case ReasonCode::kManualHold:
      return "it ends by itself; behavior.manualHoldSeconds sets how long it lasts";
    case ReasonCode::kFlightOpen:
      return "it ends when every instance exists and is ready, or at the deadline "
             "(behavior.convergenceDeadlineSeconds, extended while there is progress)";
    case ReasonCode::kGitOpsNotApplied:
      return "let Flux apply the newest revision: look at its Kustomization and HelmRelease";
    case ReasonCode::kGitOpsSuspended:
      return "resume Flux for this target";
    case ReasonCode::kStuckScaling:
    case ReasonCode::kRollbackUnsafe:
      return "help the new instance to become ready, or set the count in Git by hand: both end it";
    case ReasonCode::kScaleUpBackoff:
      return "it ends by itself; a count set by hand forgets the failure at once";
    case ReasonCode::kNotConverged:
    case ReasonCode::kDegraded:
      return "bring the missing instances back, or set the count in Git to what is to run";
    case ReasonCode::kLiveDrift:
      return "more runs than Git asks for: write the running count to Git, or let Flux remove the "
             "surplus";
    case ReasonCode::kEngineBusy:
      return "it ends when the engine has finished";
    case ReasonCode::kReplicationLag:
      return fmt::format(
          "the lag must stay under {} s (80 % of maxReplicationLagSeconds), or the "
          "primary must not write, for {}",
          LagRelease(policy),
          FormatDuration(kLagReleaseAfter));
    case ReasonCode::kLagUnknown:
      return "every standby must report its lag: look at its exporter";
    case ReasonCode::kWalReceiverDown:
      return "every standby must stream from the primary";
    case ReasonCode::kHottestStandby:
      return "the load must spread: no standby may reach its target within the scale-down window";
    case ReasonCode::kScaleUpIneffective:
      return "let the load reach new standbys (does the client pool balance?); a run that sees it "
             "fall per standby forgets this";
    case ReasonCode::kPrimaryWouldBeRemoved:
      return "move the primary to a lower ordinal (a switchover)";
    case ReasonCode::kQuotaExceeded:
    case ReasonCode::kQuorumExceedsQuota:
    case ReasonCode::kQuotaBelowUsage:
      return "raise the namespace's quota, or free some of it";
    case ReasonCode::kQuotaUnknown:
      return "let the quota be read, and declare what an instance takes (resources or preset)";
    case ReasonCode::kCloneLimit:
      return "it ends when one of those scale-ups has converged; limits.concurrentScaleUps sets "
             "how many may be under way";
    case ReasonCode::kBlastRadius:
      return "if the load really fell everywhere, this goes on by itself, a few targets per run";
    default:
      return {};
  }
}

/// For everything else that a person can do something about.
std::string WayOutOfSettings(const Proposal& proposal) {
  switch (proposal.reason.code) {
    case ReasonCode::kNotScalable:
      return "change what it says, where the engine and the platform allow that";
    case ReasonCode::kTopologyChange:
      return "change the count by hand once: that is another topology, not another size";
    case ReasonCode::kScaleDownDisabled:
      return "behavior.scaleDown.disabled must be false for it to shrink";
    case ReasonCode::kTooManyReplicas:
      return "raise maxReplicas for more";
    case ReasonCode::kTooFewReplicas:
      return "lower minReplicas for fewer";
    case ReasonCode::kQuorumFloor:
      return "lower the number of synchronous standbys for fewer";
    case ReasonCode::kCountNotAllowed:
      return "let minReplicas and maxReplicas include the next count that the engine can run";
    case ReasonCode::kApprovalRequired:
      return "set approval to Automatic for this direction, or change the count by hand";
    case ReasonCode::kRunningCountUnknown:
      return "write the running count into the document once";
    case ReasonCode::kPolicySuspended:
      return "set suspend to false";
    case ReasonCode::kDryRun:
      return "set dryRun to false";
    case ReasonCode::kScalingDisabled:
      return "declare at least one instance";
    case ReasonCode::kGlobalStop:
      return "end the global stop";
    case ReasonCode::kNoCpuLimit:
      return "give the instances a CPU limit: utilization is measured against it";
    case ReasonCode::kUnsupportedSignal:
      return "use another metric: this engine does not have it";
    case ReasonCode::kIncompleteWindow:
      return "it ends when 90 % of the window's steps have a sample of every standby";
    case ReasonCode::kClockSkew:
      return "synchronize the clocks of this machine and of the metrics server";
    case ReasonCode::kClusterStateUnknown:
      return "let the cluster source answer: nothing is decided on a state that nobody knows";
    default:
      return proposal.outcome == Outcome::kUnknown
                 ? "the metrics must be read in full again: look at the exporter and the server"
                 : "";
  }
}

/// "ReadConnections over 165 per read replica (330 on 2) for 300 s: more".
std::string LoadForMore(const MetricTarget& metric, const ScalingPolicy& policy, std::int64_t r) {
  const std::int64_t each = metric.average.milli * (1000 + policy.tolerance_milli) / 1000;
  return fmt::format("more: {} over {} per read replica ({} on all {}) for {}",
                     SignalName(metric.signal),
                     FormatQuantity({each}),
                     FormatQuantity({each * r}),
                     r,
                     FormatDuration(policy.scale_up.stabilization_window));
}

/// So many standbys fewer can carry it, and it is outside the tolerance.
std::string LoadForFewer(const MetricTarget& metric,
                         const ScalingPolicy& policy,
                         std::int64_t r,
                         std::int64_t fewer) {
  const std::int64_t fits = metric.average.milli * fewer;
  const std::int64_t tolerated = metric.average.milli * r * (1000 - policy.tolerance_milli) / 1000;
  return fmt::format("{} {} {} on all {} together",
                     SignalName(metric.signal),
                     fits < tolerated ? "at most" : "under",
                     FormatQuantity({std::min(fits, tolerated)}),
                     r);
}

void AddLoads(const TargetReport& target, std::vector<std::string>& out) {
  const ScalingPolicy& policy = target.decided_on->policy.policy;
  const Target& declared = target.decided_on->policy.target;
  const std::int64_t standbys = declared.replicas - declared.primary_count;
  if (standbys < 1) {
    return;
  }
  const std::int32_t next = NextAllowed(declared.allowed_counts, declared.replicas);
  if (next != declared.replicas && next <= policy.max_replicas) {
    for (const MetricTarget& metric : policy.metrics) {
      out.push_back(LoadForMore(metric, policy, standbys));
    }
  }
  const std::int32_t previous = PreviousAllowed(declared.allowed_counts, declared.replicas);
  const std::int32_t least = std::max(policy.min_replicas, declared.quorum_floor);
  if (previous != declared.replicas && previous >= least && !policy.scale_down.disabled) {
    std::string fewer = "fewer: ";
    for (const MetricTarget& metric : policy.metrics) {
      fewer += &metric == &policy.metrics.front() ? "" : ", and ";
      fewer += LoadForFewer(metric, policy, standbys, previous - declared.primary_count);
    }
    out.push_back(fewer + " for " + FormatDuration(policy.scale_down.stabilization_window));
  }
}

}  // namespace

std::vector<std::string> WaysOut(const TargetReport& target) {
  CHECK(target.decided_on.has_value());
  const Proposal& proposal = target.proposal;
  std::vector<std::string> out;
  for (std::string way :
       {WayOutOfHold(proposal, target.decided_on->policy.policy), WayOutOfSettings(proposal)}) {
    if (!way.empty()) {
      out.push_back(std::move(way));
    }
  }
  // No load changes what is not scaled at all.
  if (!proposal.metrics.empty()) {
    AddLoads(target, out);
  }
  return out;
}

}  // namespace gitscale
