// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

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
using testing::SetPresent;

class FreezesTest : public ::testing::TestWithParam<DecideCase> {};

TEST_P(FreezesTest, DecidesAndSaysWhy) {
  ExpectDecision(GetParam());
}

const std::vector<DecideCase> kCases = {
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

INSTANTIATE_TEST_SUITE_P(Rules, FreezesTest, ::testing::ValuesIn(kCases), [](const auto& param) {
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

TEST(SeveralMetrics, OneUnreadableIsNotTheRightCount) {
  // The one that can be read is within tolerance; nobody knows what the other would ask for.
  const Proposal proposal = TwoMetrics(0, 2000, Fault(ReasonCode::kNoSeries));
  EXPECT_EQ(proposal.outcome, Outcome::kUnknown);
  EXPECT_EQ(proposal.reason.code, ReasonCode::kNoSeries);
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

}  // namespace
}  // namespace gitscale
