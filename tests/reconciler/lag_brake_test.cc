// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/lag_brake.h"

#include <functional>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/builders.h"

namespace gitscale {
namespace {

using std::chrono::seconds;
using testing::AWindow;
using testing::kNow;

/// Twenty steps of 30 s; two standbys; limit 30 s.
struct Case {
  std::string name;
  std::optional<ReasonCode> want;
  std::function<void(ReplicationObservation&)> given;
};

/// Lag of the worst standby in the steps [first, last], counted back from the newest (0).
void Lag(ReplicationObservation& seen,
         std::size_t first,
         std::size_t last,
         std::int64_t lag_seconds) {
  for (std::size_t back = last; back <= first; ++back) {
    seen.lag.steps.at(seen.lag.steps.size() - 1 - back).hottest_milli = lag_seconds * 1000;
  }
}

void Idle(ReplicationObservation& seen, std::size_t first, std::size_t last) {
  for (std::size_t back = last; back <= first; ++back) {
    seen.writes.steps.at(seen.writes.steps.size() - 1 - back).sum_milli = 0;
  }
}

class LagBrakeTest : public ::testing::TestWithParam<Case> {};

TEST_P(LagBrakeTest, Vetoes) {
  ReplicationObservation seen{
      AWindow(kLagWindow, 0, 2), AWindow(kLagWindow, 1'000'000, 1), AWindow(kLagWindow, 2'000, 2)};
  GetParam().given(seen);
  const auto veto = LagVeto(seen, 2, seconds{30}, kNow);
  ASSERT_EQ(veto.has_value(), GetParam().want.has_value()) << (veto ? veto->message : "");
  if (veto) {
    EXPECT_EQ(ReasonName(veto->code), ReasonName(*GetParam().want)) << veto->message;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    LagBrakeTest,
    ::testing::Values(
        Case{"no_lag", std::nullopt, [](auto&) {}},
        Case{"at_the_limit", std::nullopt, [](auto& seen) { Lag(seen, 0, 0, 30); }},
        Case{
            "over_the_limit", ReasonCode::kReplicationLag, [](auto& seen) { Lag(seen, 0, 0, 31); }},
        Case{"over_the_limit_on_an_idle_primary",
             std::nullopt,
             [](auto& seen) {
               Lag(seen, 19, 0, 500);
               Idle(seen, 19, 0);
             }},
        Case{"unknown_write_activity_counts_as_writing",
             ReasonCode::kReplicationLag,
             [](auto& seen) {
               Lag(seen, 0, 0, 31);
               seen.writes.fault = Reason{ReasonCode::kNoSeries, "none"};
             }},
        Case{"low_for_less_than_five_minutes",
             ReasonCode::kReplicationLag,
             [](auto& seen) { Lag(seen, 9, 9, 31); }},
        Case{"low_for_five_minutes", std::nullopt, [](auto& seen) { Lag(seen, 10, 10, 31); }},
        Case{"back_under_the_limit_is_not_low",
             ReasonCode::kReplicationLag,
             [](auto& seen) {
               Lag(seen, 15, 15, 31);
               Lag(seen, 14, 0, 24);
             }},
        Case{"just_under_four_fifths_is_low",
             std::nullopt,
             [](auto& seen) {
               Lag(seen, 15, 15, 31);
               Lag(seen, 14, 0, 23);
             }},
        Case{"never_engaged_between_four_fifths_and_the_limit",
             std::nullopt,
             [](auto& seen) { Lag(seen, 19, 0, 29); }},
        Case{"idle_steps_count_as_released",
             std::nullopt,
             [](auto& seen) {
               Lag(seen, 15, 0, 31);
               Idle(seen, 9, 0);
             }},
        Case{"lag_of_one_standby_unknown",
             ReasonCode::kLagUnknown,
             [](auto& seen) {
               for (std::size_t back = 1; back < 4; ++back) {
                 seen.lag.steps.at(seen.lag.steps.size() - back).present = 1;
               }
             }},
        Case{"newest_step_still_filling",
             std::nullopt,
             [](auto& seen) { seen.lag.steps.back().present = 1; }},
        Case{"no_lag_series",
             ReasonCode::kLagUnknown,
             [](auto& seen) {
               seen.lag.fault = Reason{ReasonCode::kNoSeries, "none"};
             }},
        Case{"no_steps", ReasonCode::kLagUnknown, [](auto& seen) { seen.lag.steps.clear(); }},
        Case{"old_lag",
             ReasonCode::kLagUnknown,
             [](auto& seen) { seen.lag.newest_samples.assign(2, kNow - seconds{61}); }},
        Case{"receiver_down",
             ReasonCode::kWalReceiverDown,
             [](auto& seen) { seen.receivers.steps.back().sum_milli = 1'000; }},
        Case{"receivers_unknown",
             ReasonCode::kWalReceiverDown,
             [](auto& seen) {
               seen.receivers.fault = Reason{ReasonCode::kNoSeries, "none"};
             }}),
    [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace gitscale
