// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/decide.h"

#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/builders.h"

namespace gitscale {
namespace {

using testing::APolicy;
using testing::ATarget;
using testing::kNow;
using testing::Seen;

/// One rule or reason. Load is what all standbys carry together, in whole connections, constant
/// over both windows.
struct Case {
  std::string name;
  std::int32_t replicas = 3;
  std::int64_t load = 300;
  std::int32_t want = 3;
  Outcome outcome = Outcome::kNotNeeded;
  ReasonCode reason = ReasonCode::kWithinTolerance;
  std::function<void(ScalingPolicy&, Target&)> given = [](ScalingPolicy&, Target&) {};
  std::function<void(Observation&)> seen = [](Observation&) {};
};

class DecideTest : public ::testing::TestWithParam<Case> {};

Proposal DecideOn(const Case& c) {
  ScalingPolicy policy = APolicy();
  Target target = ATarget(c.replicas);
  c.given(policy, target);
  Observation seen =
      Seen(policy, target, std::vector<std::int64_t>(policy.metrics.size(), c.load * 1000));
  c.seen(seen);
  return Decide(policy, target, seen, History{}, kNow);
}

TEST_P(DecideTest, DecidesAndSaysWhy) {
  const Case& c = GetParam();
  const Proposal proposal = DecideOn(c);
  EXPECT_EQ(proposal.desired, c.want) << proposal.reason.message;
  EXPECT_EQ(OutcomeName(proposal.outcome), OutcomeName(c.outcome)) << proposal.reason.message;
  EXPECT_EQ(ReasonName(proposal.reason.code), ReasonName(c.reason)) << proposal.reason.message;
  EXPECT_FALSE(proposal.trace.empty());
  EXPECT_FALSE(proposal.reason.message.empty());
  for (const TraceEntry& entry : proposal.trace) {
    EXPECT_NE(entry.rule, Rule::kUnset);
    EXPECT_NE(entry.reason.code, ReasonCode::kUnset);
  }
  EXPECT_EQ(proposal.conditions.size(), 3U);
  EXPECT_EQ(proposal.inputs.empty(), proposal.outcome != Outcome::kChanged);
}

/// Breaks both windows of the first metric.
auto Fault(ReasonCode code) {
  return [code](Observation& seen) {
    seen.metrics[0].up.fault = Reason{code, "as told"};
    seen.metrics[0].down.fault = Reason{code, "as told"};
  };
}

/// The newest `count` steps of a window carry this many connections.
void SetNewest(SignalWindow& window, std::size_t count, std::int64_t load) {
  for (std::size_t i = window.steps.size() - count; i < window.steps.size(); ++i) {
    window.steps[i].sum_milli = load * 1000;
  }
}

void SetPresent(SignalWindow& window, std::size_t first, std::size_t count, std::int32_t present) {
  for (std::size_t i = first; i < first + count; ++i) {
    window.steps[i].present = present;
    window.steps[i].sum_milli = 0;
  }
}

const std::vector<Case> kCases = {
    {.name = "load_above_target_scales_up",
     .load = 420,
     .want = 4,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kMetricAboveTarget},
    {.name = "load_at_target_stays", .load = 300},
    {.name = "upper_edge_of_tolerance_stays", .load = 330},
    {.name = "just_over_tolerance_scales_up",
     .load = 331,
     .want = 4,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kMetricAboveTarget},
    {.name = "lower_edge_of_tolerance_stays", .load = 270},
    {.name = "under_tolerance_but_one_less_would_be_too_few",
     .load = 260,
     .reason = ReasonCode::kDesiredWithinRange},
    {.name = "load_below_target_scales_down",
     .load = 100,
     .want = 2,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kMetricBelowTarget},
    {.name = "idle_scales_down",
     .load = 0,
     .want = 2,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kMetricBelowTarget},
    {.name = "zero_tolerance",
     .load = 301,
     .want = 4,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kMetricAboveTarget,
     .given = [](auto& policy, auto&) { policy.tolerance_milli = 0; }},

    {.name = "scale_up_window_not_held_yet",
     .load = 300,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kScaleUpStabilized,
     .seen = [](Observation& seen) { SetNewest(seen.metrics[0].up, 9, 600); }},
    {.name = "scale_down_window_not_held_yet",
     .load = 300,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kScaleDownStabilized,
     .seen =
         [](Observation& seen) {
           SetNewest(seen.metrics[0].up, 10, 0);
           SetNewest(seen.metrics[0].down, 59, 0);
         }},
    {.name = "one_busy_step_holds_a_scale_down",
     .load = 0,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kScaleDownStabilized,
     .seen = [](Observation& seen) { seen.metrics[0].down.steps[17].sum_milli = 300'000; }},
    {.name = "scale_down_disabled",
     .load = 0,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kScaleDownDisabled,
     .given = [](auto& policy, auto&) { policy.scale_down.disabled = true; }},

    {.name = "step_limits_a_jump_up",
     .load = 900,
     .want = 4,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kMetricAboveTarget},
    {.name = "wider_step_up",
     .load = 900,
     .want = 5,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kMetricAboveTarget,
     .given = [](auto& policy, auto&) { policy.scale_up.step = 2; }},
    {.name = "step_limits_a_jump_down",
     .replicas = 6,
     .load = 0,
     .want = 5,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kMetricBelowTarget},
    {.name = "at_max_replicas_holds",
     .replicas = 6,
     .load = 3000,
     .want = 6,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kTooManyReplicas},
    {.name = "at_min_replicas_holds",
     .load = 0,
     .want = 3,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kTooFewReplicas,
     .given = [](auto& policy, auto&) { policy.min_replicas = 3; }},
    {.name = "lowered_max_sheds_one_step",
     .replicas = 6,
     .load = 750,
     .want = 5,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kAboveMaxReplicas,
     .given = [](auto& policy, auto&) { policy.max_replicas = 3; }},
    {.name = "lowered_max_beats_a_wish_for_more",
     .replicas = 6,
     .load = 9000,
     .want = 5,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kAboveMaxReplicas,
     .given = [](auto& policy, auto&) { policy.max_replicas = 3; }},
    {.name = "lowered_max_waits_for_metrics",
     .replicas = 6,
     .load = 750,
     .want = 6,
     .outcome = Outcome::kUnknown,
     .reason = ReasonCode::kStaleSamples,
     .given = [](auto& policy, auto&) { policy.max_replicas = 3; },
     .seen = Fault(ReasonCode::kStaleSamples)},
    {.name = "raised_min_adds_one_step_without_metrics",
     .load = 0,
     .want = 4,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kBelowMinReplicas,
     .given = [](auto& policy, auto&) { policy.min_replicas = 6; },
     .seen = Fault(ReasonCode::kMetricsTimeout)},
    {.name = "single_instance_gets_its_first_standby",
     .replicas = 1,
     .load = 0,
     .want = 2,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kBelowMinReplicas},

    {.name = "below_quorum_floor_goes_up_at_once",
     .load = 0,
     .want = 5,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kBelowQuorumFloor,
     .given = [](auto&, auto& target) { target.quorum_floor = 5; },
     .seen = Fault(ReasonCode::kMetricsUnavailable)},
    {.name = "floor_beats_max_replicas",
     .load = 0,
     .want = 8,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kBelowQuorumFloor,
     .given = [](auto&, auto& target) { target.quorum_floor = 8; }},
    {.name = "never_down_below_quorum_floor",
     .load = 0,
     .want = 3,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kQuorumFloor,
     .given = [](auto&, auto& target) { target.quorum_floor = 3; }},
    {.name = "quorum_floor_shortens_a_wide_step",
     .replicas = 6,
     .load = 0,
     .want = 4,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kQuorumFloor,
     .given =
         [](auto& policy, auto& target) {
           policy.scale_down.step = 4;
           target.quorum_floor = 4;
         }},

    {.name = "suspended_computes_and_writes_nothing",
     .load = 420,
     .want = 4,
     .outcome = Outcome::kNotTried,
     .reason = ReasonCode::kPolicySuspended,
     .given = [](auto& policy, auto&) { policy.suspend = true; }},
    {.name = "dry_run_computes_and_writes_nothing",
     .load = 420,
     .want = 4,
     .outcome = Outcome::kNotTried,
     .reason = ReasonCode::kDryRun,
     .given = [](auto& policy, auto&) { policy.dry_run = true; }},
    {.name = "dry_run_without_a_change_is_as_usual",
     .given = [](auto& policy, auto&) { policy.dry_run = true; }},
    {.name = "approval_holds_a_scale_up",
     .load = 420,
     .want = 4,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kApprovalRequired,
     .given = [](auto& policy, auto&) { policy.approve_scale_up = Approval::kPullRequest; }},
    {.name = "approval_of_the_other_direction_does_not_matter",
     .load = 420,
     .want = 4,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kMetricAboveTarget,
     .given = [](auto& policy, auto&) { policy.approve_scale_down = Approval::kPullRequest; }},
    {.name = "not_scalable_says_why",
     .load = 420,
     .outcome = Outcome::kNotTried,
     .reason = ReasonCode::kNotScalable,
     .given = [](auto&, auto& target) { target.not_scalable = "sharding is on"; }},
    {.name = "count_zero_means_switched_off",
     .replicas = 0,
     .load = 0,
     .want = 0,
     .outcome = Outcome::kNotTried,
     .reason = ReasonCode::kScalingDisabled},

    {.name = "inserts_only_a_known_count",
     .replicas = 2,
     .load = 420,
     .want = 3,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kMetricAboveTarget,
     .given = [](auto&, auto& target) { target.declared_replicas.reset(); }},
    {.name = "does_not_insert_over_another_running_count",
     .replicas = 2,
     .load = 420,
     .want = 2,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kLiveDrift,
     .given = [](auto&, auto& target) { target.declared_replicas.reset(); },
     .seen = [](Observation& seen) { seen.cluster.requested_replicas = 3; }},
    {.name = "does_not_insert_while_an_instance_is_missing",
     .replicas = 2,
     .load = 420,
     .want = 2,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kNotConverged,
     .given = [](auto&, auto& target) { target.declared_replicas.reset(); },
     .seen = [](Observation& seen) { seen.cluster.instances.pop_back(); }},
    {.name = "does_not_insert_without_cluster_state",
     .replicas = 2,
     .load = 420,
     .want = 2,
     .outcome = Outcome::kUnknown,
     .reason = ReasonCode::kClusterStateUnknown,
     .given = [](auto&, auto& target) { target.declared_replicas.reset(); },
     .seen =
         [](Observation& seen) {
           seen.cluster.fault = Reason{ReasonCode::kClusterStateUnknown, "no answer"};
         }},

    {.name = "does_not_insert_when_nobody_says_what_was_requested",
     .replicas = 2,
     .load = 420,
     .want = 2,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kRunningCountUnknown,
     .given = [](auto&, auto& target) { target.declared_replicas.reset(); },
     .seen = [](Observation& seen) { seen.cluster.requested_replicas.reset(); }},

    {.name = "an_instance_that_is_not_ready_freezes",
     .load = 420,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kNotConverged,
     .seen = [](Observation& seen) { seen.cluster.instances.back().ready = false; }},
    {.name = "more_instances_than_git_asks_for_freeze",
     .load = 420,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kLiveDrift,
     .seen =
         [](Observation& seen) {
           seen.cluster.instances.push_back({"postgres-db-4", Role::kReplica, true});
         }},
    {.name = "an_engine_that_says_not_operational_freezes",
     .load = 420,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kNotConverged,
     .seen = [](Observation& seen) { seen.cluster.operational = false; }},
    {.name = "unknown_cluster_state_freezes",
     .load = 420,
     .outcome = Outcome::kUnknown,
     .reason = ReasonCode::kClusterStateUnknown,
     .seen =
         [](Observation& seen) {
           seen.cluster.fault = Reason{ReasonCode::kClusterStateUnknown, "no answer"};
         }},
    {.name = "suspended_flux_opens_nothing",
     .load = 420,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kGitOpsSuspended,
     .seen = [](Observation& seen) { seen.cluster.suspended = true; }},
    {.name = "a_switchover_freezes",
     .load = 420,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kEngineBusy,
     .seen = [](Observation& seen) { seen.cluster.busy = {"switchover"}; }},
    {.name = "floor_raise_needs_no_cluster_state",
     .load = 0,
     .want = 5,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kBelowQuorumFloor,
     .given = [](auto&, auto& target) { target.quorum_floor = 5; },
     .seen =
         [](Observation& seen) {
           seen.cluster.fault = Reason{ReasonCode::kClusterStateUnknown, "no answer"};
           seen.replication.lag.fault = Reason{ReasonCode::kNoSeries, "none"};
         }},

    {.name = "lag_while_writing_freezes_up",
     .load = 420,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kReplicationLag,
     .seen = [](Observation& seen) { seen.replication.lag.steps.back().hottest_milli = 84'000; }},
    {.name = "lag_while_writing_freezes_down",
     .load = 0,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kReplicationLag,
     .seen = [](Observation& seen) { seen.replication.lag.steps.back().hottest_milli = 84'000; }},
    {.name = "lag_freezes_a_raised_minimum",
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kReplicationLag,
     .given = [](auto& policy, auto&) { policy.min_replicas = 5; },
     .seen = [](Observation& seen) { seen.replication.lag.steps.back().hottest_milli = 84'000; }},
    {.name = "unknown_lag_freezes",
     .load = 420,
     .outcome = Outcome::kUnknown,
     .reason = ReasonCode::kLagUnknown,
     .seen =
         [](Observation& seen) {
           seen.replication.lag.fault = Reason{ReasonCode::kNoSeries, "none"};
         }},
    {.name = "a_standby_that_does_not_stream_freezes",
     .load = 420,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kWalReceiverDown,
     .seen = [](Observation& seen) { seen.replication.receivers.steps.back().sum_milli = 1000; }},

    {.name = "one_hot_standby_holds_a_scale_down",
     .replicas = 5,
     .load = 250,
     .want = 5,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kHottestStandby,
     .seen = [](Observation& seen) { seen.metrics[0].down.steps[4].hottest_milli = 150'000; }},
    {.name = "primary_at_the_top_is_not_removed",
     .load = 0,
     .want = 3,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kPrimaryWouldBeRemoved,
     .given = [](auto&, auto& target) { target.removes_by_ordinal = true; },
     .seen =
         [](Observation& seen) {
           for (std::size_t i = 0; i < 3; ++i) {
             seen.cluster.instances[i].pod = "redis-cache-" + std::to_string(i);
             seen.cluster.instances[i].role = i == 2 ? Role::kPrimary : Role::kReplica;
           }
         }},
    {.name = "unknown_role_at_the_top_is_not_removed",
     .load = 0,
     .want = 3,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kPrimaryWouldBeRemoved,
     .given = [](auto&, auto& target) { target.removes_by_ordinal = true; },
     .seen =
         [](Observation& seen) {
           for (std::size_t i = 0; i < 3; ++i) {
             seen.cluster.instances[i].pod = "redis-cache-" + std::to_string(i);
             seen.cluster.instances[i].role = i == 0 ? Role::kPrimary : Role::kUnknown;
           }
         }},
    {.name = "standby_at_the_top_is_removed",
     .load = 0,
     .want = 2,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kMetricBelowTarget,
     .given = [](auto&, auto& target) { target.removes_by_ordinal = true; },
     .seen =
         [](Observation& seen) {
           for (std::size_t i = 0; i < 3; ++i) {
             seen.cluster.instances[i].pod = "redis-cache-" + std::to_string(i);
           }
         }},
    {.name = "step_is_counted_in_allowed_counts",
     .load = 420,
     .want = 5,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kMetricAboveTarget,
     .given =
         [](auto&, auto& target) {
           target.allowed_counts = {3, 5, 7};
         }},
    {.name = "no_allowed_count_below_max_holds",
     .load = 420,
     .want = 3,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kCountNotAllowed,
     .given =
         [](auto& policy, auto& target) {
           target.allowed_counts = {3, 5, 7};
           policy.max_replicas = 4;
         }},

    {.name = "frozen_no_series",
     .outcome = Outcome::kUnknown,
     .reason = ReasonCode::kNoSeries,
     .seen = Fault(ReasonCode::kNoSeries)},
    {.name = "frozen_empty_answer",
     .outcome = Outcome::kUnknown,
     .reason = ReasonCode::kEmptyAnswer,
     .seen = Fault(ReasonCode::kEmptyAnswer)},
    {.name = "frozen_nan",
     .outcome = Outcome::kUnknown,
     .reason = ReasonCode::kNotANumber,
     .seen = Fault(ReasonCode::kNotANumber)},
    {.name = "frozen_infinite",
     .outcome = Outcome::kUnknown,
     .reason = ReasonCode::kInfinite,
     .seen = Fault(ReasonCode::kInfinite)},
    {.name = "frozen_negative",
     .outcome = Outcome::kUnknown,
     .reason = ReasonCode::kNegative,
     .seen = Fault(ReasonCode::kNegative)},
    {.name = "frozen_partial",
     .outcome = Outcome::kUnknown,
     .reason = ReasonCode::kPartialAnswer,
     .seen = Fault(ReasonCode::kPartialAnswer)},
    {.name = "frozen_timeout",
     .outcome = Outcome::kUnknown,
     .reason = ReasonCode::kMetricsTimeout,
     .seen = Fault(ReasonCode::kMetricsTimeout)},
    {.name = "frozen_malformed",
     .outcome = Outcome::kUnknown,
     .reason = ReasonCode::kMalformedAnswer,
     .seen = Fault(ReasonCode::kMalformedAnswer)},
    {.name = "frozen_no_cpu_limit",
     .outcome = Outcome::kUnknown,
     .reason = ReasonCode::kNoCpuLimit,
     .seen = Fault(ReasonCode::kNoCpuLimit)},
    {.name = "frozen_unsupported_signal",
     .outcome = Outcome::kUnknown,
     .reason = ReasonCode::kUnsupportedSignal,
     .seen = Fault(ReasonCode::kUnsupportedSignal)},
    {.name = "endpoint_unreachable_freezes_both_ways",
     .load = 0,
     .outcome = Outcome::kUnknown,
     .reason = ReasonCode::kMetricsUnavailable,
     .seen =
         [](Observation& seen) {
           seen.endpoint_fault = Reason{ReasonCode::kMetricsUnavailable, "connection refused"};
         }},
    {.name = "clock_skew_freezes",
     .load = 420,
     .outcome = Outcome::kUnknown,
     .reason = ReasonCode::kClockSkew,
     .seen =
         [](Observation& seen) {
           seen.endpoint_fault = Reason{ReasonCode::kClockSkew, "62 s apart"};
         }},
    {.name = "stale_samples_freeze",
     .load = 420,
     .outcome = Outcome::kUnknown,
     .reason = ReasonCode::kStaleSamples,
     .seen =
         [](Observation& seen) {
           // One of the two standbys went silent 61 s ago; the limit is two steps.
           seen.metrics[0].up.newest_samples.back() = kNow - std::chrono::seconds{61};
           seen.metrics[0].down.newest_samples.back() = kNow - std::chrono::seconds{61};
         }},
    {.name = "two_steps_old_is_fresh_enough",
     .load = 420,
     .want = 4,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kMetricAboveTarget,
     .seen =
         [](Observation& seen) {
           seen.metrics[0].up.newest_samples.back() = kNow - std::chrono::seconds{60};
         }},
    {.name = "samples_of_a_removed_standby_do_not_count_as_stale",
     .load = 420,
     .want = 4,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kMetricAboveTarget,
     .seen =
         [](Observation& seen) {
           seen.metrics[0].up.newest_samples.push_back(kNow - std::chrono::seconds{240});
           seen.metrics[0].down.newest_samples.push_back(kNow - std::chrono::seconds{1500});
         }},
    {.name = "nine_of_ten_steps_are_enough",
     .load = 420,
     .want = 3,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kScaleUpStabilized,
     .seen = [](Observation& seen) { SetPresent(seen.metrics[0].up, 3, 1, 0); }},
    {.name = "eight_of_ten_steps_are_not",
     .load = 420,
     .outcome = Outcome::kUnknown,
     .reason = ReasonCode::kIncompleteWindow,
     .seen =
         [](Observation& seen) {
           SetPresent(seen.metrics[0].up, 3, 2, 1);
           SetPresent(seen.metrics[0].down, 0, 7, 1);
         }},
    {.name = "young_target_may_grow_before_its_long_window_is_full",
     .load = 420,
     .want = 4,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kMetricAboveTarget,
     .seen = [](Observation& seen) { SetPresent(seen.metrics[0].down, 0, 40, 0); }},
    {.name = "young_target_may_not_shrink",
     .load = 0,
     .outcome = Outcome::kUnknown,
     .reason = ReasonCode::kIncompleteWindow,
     .seen = [](Observation& seen) { SetPresent(seen.metrics[0].down, 0, 40, 0); }},
    {.name = "missing_standby_counts_as_full_on_the_way_down",
     .load = 0,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kScaleDownStabilized,
     .seen = [](Observation& seen) { SetPresent(seen.metrics[0].down, 10, 3, 0); }},
    {.name = "no_samples_at_all",
     .outcome = Outcome::kUnknown,
     .reason = ReasonCode::kNoSeries,
     .seen =
         [](Observation& seen) {
           seen.metrics[0].up.steps.clear();
           seen.metrics[0].down.steps.clear();
         }},
};

INSTANTIATE_TEST_SUITE_P(Rules, DecideTest, ::testing::ValuesIn(kCases), [](const auto& param) {
  return param.param.name;
});

/// Two metrics: connections and queries per second.
Proposal TwoMetrics(std::int64_t connections,
                    std::int64_t queries,
                    const std::function<void(Observation&)>& change) {
  ScalingPolicy policy = APolicy();
  policy.metrics.push_back({Signal::kReadQueriesPerSecond, {1'000'000}});
  const Target target = ATarget(3);
  Observation seen = Seen(policy, target, {connections * 1000, queries * 1000});
  change(seen);
  return Decide(policy, target, seen, History{}, kNow);
}

TEST(SeveralMetrics, TheLargestWins) {
  const Proposal proposal = TwoMetrics(0, 2900, [](Observation&) {});
  EXPECT_EQ(proposal.desired, 4);
  EXPECT_EQ(proposal.reason.message, "ReadQueriesPerSecond 1450 over 1000 per read replica");
}

TEST(SeveralMetrics, AllMustAgreeToShrink) {
  EXPECT_EQ(TwoMetrics(0, 2000, [](Observation&) {}).desired, 3);
  EXPECT_EQ(TwoMetrics(0, 900, [](Observation&) {}).desired, 2);
}

TEST(SeveralMetrics, OneUnreadableStillGrowsOnTheOthers) {
  const Proposal proposal = TwoMetrics(0, 2900, Fault(ReasonCode::kNoSeries));
  EXPECT_EQ(proposal.desired, 4);
  EXPECT_EQ(proposal.outcome, Outcome::kChanged);
  ASSERT_TRUE(proposal.metrics[0].fault);
  EXPECT_EQ(proposal.metrics[0].fault->code, ReasonCode::kNoSeries);
  EXPECT_FALSE(proposal.metrics[1].fault);
}

TEST(SeveralMetrics, OneUnreadableNeverShrinks) {
  const Proposal proposal = TwoMetrics(0, 0, Fault(ReasonCode::kNegative));
  EXPECT_EQ(proposal.desired, 3);
  EXPECT_EQ(proposal.outcome, Outcome::kUnknown);
  EXPECT_EQ(proposal.reason.code, ReasonCode::kNegative);
}

TEST(SeveralMetrics, PeaksThatAlternateDoNotShrink) {
  // Each metric alone is low at some time; together there is no moment at which less would do.
  const Proposal proposal = TwoMetrics(0, 0, [](Observation& seen) {
    auto& connections = seen.metrics[0].down.steps;
    auto& queries = seen.metrics[1].down.steps;
    for (std::size_t i = 0; i < connections.size(); ++i) {
      connections[i].sum_milli = i % 3 == 0 ? 300'000 : 0;
      queries[i].sum_milli = i % 3 == 1 ? 2'000'000 : 0;
    }
  });
  EXPECT_EQ(proposal.desired, 3);
  EXPECT_EQ(proposal.reason.code, ReasonCode::kScaleDownStabilized);
}

TEST(Stabilization, SaysUntilWhenItHolds) {
  ScalingPolicy policy = APolicy();
  const Target target = ATarget(3);
  Observation seen = Seen(policy, target, {0});
  SignalWindow& down = seen.metrics[0].down;
  down.steps[17].sum_milli = 300'000;
  const Proposal proposal = Decide(policy, target, seen, History{}, kNow);
  const SysSeconds busy = down.first_end + down.step * 17;
  ASSERT_TRUE(proposal.trace.back().until);
  EXPECT_EQ(*proposal.trace.back().until, busy + std::chrono::seconds{1800});
}

TEST(Decide, TraceOfAClampedChangeKeepsEveryStage) {
  ScalingPolicy policy = APolicy();
  policy.scale_up.step = 3;
  const Target target = ATarget(4);
  const Proposal proposal =
      Decide(policy, target, Seen(policy, target, {3'000'000}), History{}, kNow);
  ASSERT_EQ(proposal.trace.size(), 3U);
  EXPECT_EQ(proposal.trace[0].rule, Rule::kStabilization);
  EXPECT_EQ(proposal.trace[0].after, 21);
  EXPECT_EQ(proposal.trace[1].rule, Rule::kStep);
  EXPECT_EQ(proposal.trace[1].after, 7);
  EXPECT_EQ(proposal.trace[2].rule, Rule::kBounds);
  EXPECT_EQ(proposal.trace[2].after, 6);
  EXPECT_EQ(proposal.reason.message, "ReadConnections 1000 over 150 per read replica");
}

TEST(Decide, SameInputsSameBytes) {
  const ScalingPolicy policy = APolicy();
  const Target target = ATarget(3);
  const Proposal first = Decide(policy, target, Seen(policy, target, {420'000}), History{}, kNow);
  const Proposal second = Decide(policy, target, Seen(policy, target, {420'000}), History{}, kNow);
  EXPECT_EQ(first, second);
  EXPECT_EQ(first.inputs, second.inputs);
}

}  // namespace
}  // namespace gitscale
