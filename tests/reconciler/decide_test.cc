// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/decide.h"

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
using testing::SetNewest;

class DecideTest : public ::testing::TestWithParam<DecideCase> {};

TEST_P(DecideTest, DecidesAndSaysWhy) {
  ExpectDecision(GetParam());
}

const std::vector<DecideCase> kCases = {
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
};

INSTANTIATE_TEST_SUITE_P(Rules, DecideTest, ::testing::ValuesIn(kCases), [](const auto& param) {
  return param.param.name;
});

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
