// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <array>

#include <gtest/gtest.h>

#include "tests/support/decide_case.h"

namespace gitscale {
namespace {

using testing::APolicy;
using testing::ATarget;
using testing::DecideCase;
using testing::ExpectDecision;
using testing::Fault;
using testing::kNow;
using testing::Seen;

/// Three instances by ordinal from 0, as an engine in a StatefulSet names them.
auto Ordinals(Role first, Role second, Role third) {
  return [roles = std::array{first, second, third}](Observation& seen) {
    for (std::size_t i = 0; i < roles.size(); ++i) {
      seen.cluster.instances[i].pod = "redis-cache-" + std::to_string(i);
      seen.cluster.instances[i].role = roles[i];
    }
  };
}

class GuardrailsTest : public ::testing::TestWithParam<DecideCase> {};

TEST_P(GuardrailsTest, DecidesAndSaysWhy) {
  ExpectDecision(GetParam());
}

const std::vector<DecideCase> kCases = {
    {.name = "below_quorum_floor_goes_up_at_once",
     .load = 0,
     .want = 5,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kBelowQuorumFloor,
     .given = [](auto&, auto& target) { target.quorum_floor = 5; },
     .seen = Fault(ReasonCode::kMetricsUnavailable)},
    {.name = "floor_raise_inserts_only_a_known_count",
     .replicas = 2,
     .want = 2,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kRunningCountUnknown,
     .given =
         [](auto&, auto& target) {
           target.quorum_floor = 3;
           target.declared_replicas.reset();
         },
     .seen = [](Observation& seen) { seen.cluster.requested_replicas = 5; }},
    {.name = "floor_raise_needs_no_clock",
     .replicas = 2,
     .want = 3,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kBelowQuorumFloor,
     .given = [](auto&, auto& target) { target.quorum_floor = 3; },
     .seen =
         [](Observation& seen) {
           seen.endpoint_fault = Reason{ReasonCode::kClockSkew, "clocks differ by 40 s"};
         }},
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
    {.name = "a_topology_change_is_not_scalable",
     .replicas = 1,
     .load = 420,
     .want = 1,
     .outcome = Outcome::kNotTried,
     .reason = ReasonCode::kTopologyChange,
     .given =
         [](auto&, auto& target) {
           target.not_scalable = "a single instance has no replication";
           target.not_scalable_code = NotScalableCode::kTopologyChange;
         }},
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
     .seen = Ordinals(Role::kReplica, Role::kReplica, Role::kPrimary)},
    {.name = "unknown_role_at_the_top_is_not_removed",
     .load = 0,
     .want = 3,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kPrimaryWouldBeRemoved,
     .given = [](auto&, auto& target) { target.removes_by_ordinal = true; },
     .seen = Ordinals(Role::kPrimary, Role::kUnknown, Role::kUnknown)},
    {.name = "nobody_known_as_primary_removes_nobody",
     .load = 0,
     .want = 3,
     .outcome = Outcome::kHeld,
     .reason = ReasonCode::kPrimaryWouldBeRemoved,
     .given = [](auto&, auto& target) { target.removes_by_ordinal = true; },
     .seen = Ordinals(Role::kReplica, Role::kReplica, Role::kReplica)},
    {.name = "standby_at_the_top_is_removed",
     .load = 0,
     .want = 2,
     .outcome = Outcome::kChanged,
     .reason = ReasonCode::kMetricBelowTarget,
     .given = [](auto&, auto& target) { target.removes_by_ordinal = true; },
     .seen = Ordinals(Role::kPrimary, Role::kReplica, Role::kReplica)},
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
};

INSTANTIATE_TEST_SUITE_P(Rules, GuardrailsTest, ::testing::ValuesIn(kCases), [](const auto& param) {
  return param.param.name;
});

}  // namespace
}  // namespace gitscale
