// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/decide.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "reconciler/draft.h"
#include "reconciler/inputs.h"
#include "reconciler/lag_brake.h"
#include "reconciler/running.h"
#include "reconciler/stage_facts.h"
#include "reconciler/stages.h"

namespace gitscale {
namespace {

using Stage = void (*)(Draft&, const StageInput&);

/// In this order. A stage that settles the draft has the last word.
constexpr auto kStages = std::to_array<std::pair<Rule, Stage>>({
    {Rule::kScalable, CheckScalable},
    {Rule::kOwnership, CheckOwnership},
    {Rule::kFloorRaise, RaiseToFloor},
    {Rule::kSingleFlight, WatchFlight},
    {Rule::kEngineBusy, CheckEngineBusy},
    {Rule::kBelowMinimum, RaiseToMinimum},
    {Rule::kMetricsFresh, RequireFreshMetrics},
    {Rule::kLagBrake, BrakeOnLag},
    {Rule::kStabilization, Stabilize},
    {Rule::kStep, LimitStep},
    {Rule::kBounds, ApplyBounds},
    {Rule::kQuorumFloor, KeepQuorum},
    {Rule::kPrimarySafe, KeepPrimary},
    {Rule::kAllowedCounts, RoundToAllowed},
    {Rule::kBackOff, HoldBackFailedCount},
    {Rule::kRunningCount, RequireRunningCount},
});

/// A change that only a person may let through, when nothing that could ask one is configured.
void RequireApproval(Draft& draft, const StageInput& in) {
  Proposal& proposal = draft.proposal;
  Approval approval = proposal.desired > proposal.current ? in.policy.approve_scale_up
                                                          : in.policy.approve_scale_down;
  if (proposal.reason.code == ReasonCode::kRolledBack) {
    approval = in.policy.approve_rollback;
  }
  if (approval != Approval::kPullRequest) {
    return;
  }
  proposal.outcome = Outcome::kHeld;
  Note(draft,
       Rule::kApproval,
       proposal.desired,
       {ReasonCode::kApprovalRequired,
        fmt::format(
            "{} -> {} must be approved in a pull request, which this version cannot open; {}",
            proposal.current,
            proposal.desired,
            proposal.reason.message)});
}

/// Suspended and dry-run policies are computed like any other, and written by nobody.
void WithholdWrite(Draft& draft, const StageInput& in) {
  Proposal& proposal = draft.proposal;
  const bool changed = proposal.outcome == Outcome::kChanged;
  const std::string would = changed ? fmt::format("would scale {} -> {}: {}",
                                                  proposal.current,
                                                  proposal.desired,
                                                  proposal.reason.message)
                                    : proposal.reason.message;
  if (in.policy.suspend && proposal.outcome != Outcome::kNotTried) {
    Reason reason{ReasonCode::kPolicySuspended, fmt::format("suspended; {}", would)};
    SetCondition(proposal, ConditionType::kScalingActive, false, reason);
    Note(draft, Rule::kScalable, proposal.desired, std::move(reason));
    proposal.outcome = Outcome::kNotTried;
  } else if (in.policy.dry_run && changed) {
    Note(draft, Rule::kDryRun, proposal.desired, {ReasonCode::kDryRun, would});
    proposal.outcome = Outcome::kNotTried;
  }
}

void FillConditions(Proposal& proposal) {
  if (IsFrozen(proposal)) {
    SetCondition(proposal, ConditionType::kAbleToScale, false, proposal.reason);
  }
  const Reason fine{ReasonCode::kReady, "nothing stands in the way"};
  for (const auto& [type, status] : {std::pair{ConditionType::kScalingActive, true},
                                     std::pair{ConditionType::kAbleToScale, true},
                                     std::pair{ConditionType::kScalingLimited, false}}) {
    bool present = false;
    for (const Condition& condition : proposal.conditions) {
      present = present || condition.type == type;
    }
    if (!present) {
      proposal.conditions.push_back(Condition{.type = type, .status = status, .reason = fine});
    }
  }
}

/// What Allocate needs to know, beside what the stages have said.
void FillShared(Proposal& proposal, const Target& target, const Observation& seen) {
  SharedFacts& shared = proposal.shared;
  shared.endpoint = target.metrics;
  shared.instance_cost = target.instance_cost;
  shared.cost_fault = target.cost_fault;
  shared.allowed_counts = target.allowed_counts;
  const std::optional<Flight>& flight = proposal.entry.flight;

  shared.flight_up = flight && flight->to > flight->from;
  if (!seen.cluster.fault) {
    shared.arriving = std::max(0, target.replicas - CountRunning(seen.cluster).existing);
  } else if (shared.flight_up) {
    shared.arriving = flight->to - flight->from;
  }
}

}  // namespace

std::vector<SeriesRequest> WantedSeries(const ScalingPolicy& policy) {
  std::vector<SeriesRequest> wanted;
  for (const MetricTarget& metric : policy.metrics) {
    wanted.push_back({metric.signal, policy.scale_up.stabilization_window, Fold::kSmallest});
    wanted.push_back({metric.signal, policy.scale_down.stabilization_window, Fold::kLargest});
    wanted.push_back({metric.signal, 2 * policy.scale_down.stabilization_window, Fold::kLargest});
  }
  for (const Signal signal :
       {Signal::kReplicationLagSeconds, Signal::kWriteBytesPerSecond, Signal::kWalReceiverUp}) {
    wanted.push_back(
        {signal, kLagWindow, signal == Signal::kWalReceiverUp ? Fold::kSmallest : Fold::kLargest});
  }
  return wanted;
}

Observation AssembleObservation(const ScalingPolicy& policy,
                                std::vector<SignalWindow> windows,
                                std::optional<Reason> endpoint_fault,
                                ClusterState cluster) {
  CHECK(windows.size() == 3 * policy.metrics.size() + 3);
  Observation seen;
  seen.endpoint_fault = std::move(endpoint_fault);
  seen.cluster = std::move(cluster);
  std::size_t next = 0;
  for (const MetricTarget& metric : policy.metrics) {
    MetricObservation& observed = seen.metrics.emplace_back();
    observed.signal = metric.signal;
    observed.up = std::move(windows[next++]);
    observed.down = std::move(windows[next++]);
    observed.twice = std::move(windows[next++]);
  }
  seen.replication.lag = std::move(windows[next++]);
  seen.replication.writes = std::move(windows[next++]);
  seen.replication.receivers = std::move(windows[next++]);
  return seen;
}

Proposal Decide(const ScalingPolicy& policy,
                const Target& target,
                const Observation& seen,
                const History& past,
                SysSeconds now,
                Detail detail) {
  CHECK(seen.metrics.size() == policy.metrics.size());
  const StageInput in{.policy = policy, .target = target, .seen = seen, .past = past, .now = now};
  Draft draft;
  Proposal& proposal = draft.proposal;
  proposal.key = target.key;
  proposal.display_name = target.display_name;
  proposal.policy = policy.Key();
  proposal.current = target.replicas;
  proposal.desired = target.replicas;
  proposal.dry_run = policy.dry_run;
  proposal.deadline = policy.convergence_deadline;
  proposal.entry = past.entry.value_or(LedgerEntry{});
  for (const auto& [rule, stage] : kStages) {
    stage(draft, in);
    if (detail == Detail::kEveryStage) {
      proposal.stages.push_back({rule, FactsOf(rule, draft, in)});
    }
    if (draft.settled) {
      break;
    }
  }
  if (proposal.desired != proposal.current) {
    proposal.outcome = Outcome::kChanged;
    // Also where nobody may write it: what the metrics say of a crowd, they say of all of it.
    proposal.shared.wants_down = proposal.desired < proposal.current &&
                                 proposal.reason.code != ReasonCode::kRolledBack &&
                                 proposal.reason.code != ReasonCode::kAboveMaxReplicas;
    RequireApproval(draft, in);
  }
  WithholdWrite(draft, in);
  // Of the ledger, not of what was repaired in memory: a run that is killed before it pushes the
  // ledger leaves a decision that still follows the one there.
  proposal.previous = past.entry ? past.entry->decision : proposal.entry.decision;
  // Policies that write nothing enter nothing into the ledger; what is there goes on: an open
  // flight is watched to its end, a hold begins and ends.
  proposal.entry_changed = proposal.entry != past.entry.value_or(LedgerEntry{}) &&
                           (past.entry.has_value() || !(policy.suspend || policy.dry_run));
  FillConditions(proposal);
  FillShared(proposal, target, seen);
  if (proposal.outcome == Outcome::kChanged) {
    proposal.inputs = EncodeInputs(policy, target, seen, past, now);
  }
  CHECK(proposal.outcome != Outcome::kUnset && proposal.reason.code != ReasonCode::kUnset);
  return std::move(draft.proposal);
}

}  // namespace gitscale
