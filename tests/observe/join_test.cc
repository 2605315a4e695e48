// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/join.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace gitscale {
namespace {

using std::chrono::seconds;

constexpr auto kNone = std::nullopt;

SysSeconds At(std::int64_t unix_time) {
  return SysSeconds{seconds{unix_time}};
}

const Grid kGrid{At(300), seconds{30}, 3};

/// "p.r": primary, missing, standby.
RoleTrack Track(std::string_view letters, std::int64_t newest = 360) {
  RoleTrack track;
  for (const char letter : letters) {
    track.roles.push_back(letter == 'p'   ? Role::kPrimary
                          : letter == 'r' ? Role::kReplica
                                          : Role::kUnknown);
  }
  track.newest = At(newest);
  return track;
}

struct JoinCase {
  std::string name;
  Signal signal = Signal::kReadConnections;
  PodRoles roles;
  PodValues values;
  std::vector<SignalStep> steps;
};

class Joining : public testing::TestWithParam<JoinCase> {};

TEST_P(Joining, Steps) {
  const JoinCase& one = GetParam();
  const SignalWindow window = JoinWindow(one.signal, kGrid, one.roles, one.values);
  ASSERT_FALSE(window.fault) << window.fault->message;
  EXPECT_EQ(window.first_end, kGrid.first_end);
  EXPECT_EQ(window.step, kGrid.step);
  ASSERT_EQ(window.steps.size(), one.steps.size());
  for (std::size_t i = 0; i < one.steps.size(); ++i) {
    EXPECT_EQ(window.steps[i].sum_milli, one.steps[i].sum_milli) << i;
    EXPECT_EQ(window.steps[i].hottest_milli, one.steps[i].hottest_milli) << i;
    EXPECT_EQ(window.steps[i].present, one.steps[i].present) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Join,
    Joining,
    testing::Values(JoinCase{"IdleStandbyIsZero",
                             Signal::kReadConnections,
                             {{"d-1", Track("ppp")}, {"d-2", Track("rrr")}},
                             {{"d-2", {{0}, {0}, {0}}}},
                             {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}}},
                    JoinCase{"LoadAbsentIsMissingNotZero",
                             Signal::kReadConnections,
                             {{"d-2", Track("rrr")}, {"d-3", Track("rrr")}},
                             {{"d-2", {{5}, kNone, {7}}}},
                             {{5000, 5000, 1}, {0, 0, 0}, {7000, 7000, 1}}},
                    JoinCase{"RoleAbsentIsMissing",
                             Signal::kReadConnections,
                             {{"d-2", Track("r.r")}},
                             {{"d-2", {{5}, {6}, {7}}}},
                             {{5000, 5000, 1}, {0, 0, 0}, {7000, 7000, 1}}},
                    JoinCase{"SumAndHottestOverStandbys",
                             Signal::kReadQueriesPerSecond,
                             {{"d-1", Track("ppp")}, {"d-2", Track("rrr")}, {"d-3", Track("rrr")}},
                             {{"d-1", {{900}, {900}, {900}}},
                              {"d-2", {{1.5}, kNone, {2}}},
                              {"d-3", {{0.25}, {4}, {2}}}},
                             {{1750, 1500, 2}, {4000, 4000, 1}, {4000, 2000, 2}}},
                    JoinCase{"FailoverInsideTheWindowIsFollowed",
                             Signal::kReadConnections,
                             {{"d-1", Track("p.r")}, {"d-2", Track("rpp")}},
                             {{"d-1", {{1}, {1}, {1}}}, {"d-2", {{10}, {10}, {10}}}},
                             {{10000, 10000, 1}, {0, 0, 0}, {1000, 1000, 1}}},
                    JoinCase{"ForeignPodDoesNotCount",
                             Signal::kReadConnections,
                             {{"d-2", Track("rrr")}},
                             {{"d-2", {{1}, {1}, {1}}}, {"d-9", {{50}, {50}, {50}}}},
                             {{1000, 1000, 1}, {1000, 1000, 1}, {1000, 1000, 1}}},
                    JoinCase{"LagAbsentIsMissingNotZero",
                             Signal::kReplicationLagSeconds,
                             {{"d-1", Track("ppp")}, {"d-2", Track("rrr")}, {"d-3", Track("rrr")}},
                             {{"d-1", {{0}, {0}, {0}}}, {"d-2", {{3}, kNone, {2.5}}}},
                             {{3000, 3000, 1}, {0, 0, 0}, {2500, 2500, 1}}},
                    JoinCase{"CpuAbsentIsMissingNotZero",
                             Signal::kReadCpuUtilization,
                             {{"d-2", Track("rrr")}},
                             {{"d-2", {{80}, kNone, {70}}}},
                             {{80000, 80000, 1}, {0, 0, 0}, {70000, 70000, 1}}},
                    JoinCase{"WritesCountThePrimary",
                             Signal::kWriteBytesPerSecond,
                             {{"d-1", Track("ppr")}, {"d-2", Track("rrp")}},
                             {{"d-1", {{100}, {200}, {1}}}, {"d-2", {{1}, {1}, {300}}}},
                             {{100000, 100000, 1}, {200000, 200000, 1}, {300000, 300000, 1}}},
                    JoinCase{"WithoutStandbysNothingIsPresent",
                             Signal::kReplicationLagSeconds,
                             {{"d-1", Track("ppp")}},
                             {},
                             {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}},
                    JoinCase{"NaNOfAnotherRoleIsNoMatter",
                             Signal::kReplicationLagSeconds,
                             {{"d-1", Track("ppp")}, {"d-2", Track("rrr")}},
                             {{"d-1", {{NAN}, {NAN}, {NAN}}}, {"d-2", {{1}, {1}, {1}}}},
                             {{1000, 1000, 1}, {1000, 1000, 1}, {1000, 1000, 1}}}),
    [](const auto& one) { return one.param.name; });

TEST(Join, NewestSamplesOfTheCountedRoleNewestFirst) {
  RoleTrack unseen = Track("r..");
  unseen.newest.reset();
  const PodRoles roles = {{"d-1", Track("ppp", 359)},
                          {"d-2", Track("rrr", 340)},
                          {"d-3", Track("rrr", 355)},
                          {"d-4", Track("rrp", 358)},  // promoted: fresh, but no standby any more
                          {"d-5", unseen}};
  const SignalWindow window =
      JoinWindow(Signal::kReadConnections, kGrid, roles, {{"d-2", {{1}, {1}, {1}}}});
  EXPECT_EQ(window.newest_samples, (std::vector{At(355), At(340), At(270)}));
  const SignalWindow writes =
      JoinWindow(Signal::kWriteBytesPerSecond, kGrid, roles, {{"d-1", {{1}, {1}, {1}}}});
  EXPECT_EQ(writes.newest_samples, (std::vector{At(359), At(358)}));
}

struct FaultCase {
  std::string name;
  Signal signal = Signal::kReadConnections;
  StepValues values;
  ReasonCode code = ReasonCode::kUnset;
  std::string message;
};

class JoinFaults : public testing::TestWithParam<FaultCase> {};

TEST_P(JoinFaults, NeverZero) {
  const SignalWindow window =
      JoinWindow(GetParam().signal, kGrid, {{"d-2", Track("rrr")}}, {{"d-2", GetParam().values}});
  ASSERT_TRUE(window.fault);
  EXPECT_EQ(window.fault->code, GetParam().code);
  EXPECT_EQ(window.fault->message, GetParam().message);
  EXPECT_TRUE(window.steps.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Join,
    JoinFaults,
    testing::Values(
        FaultCase{"NotANumber",
                  Signal::kReadConnections,
                  {{1}, {NAN}, {1}},
                  ReasonCode::kNotANumber,
                  "ReadConnections: pod 'd-2' has nan at 1970-01-01T00:05:30Z, which is not a "
                  "number"},
        FaultCase{"Infinite",
                  Signal::kReadCpuUtilization,
                  {{HUGE_VAL}, {1}, {1}},
                  ReasonCode::kInfinite,
                  "ReadCPUUtilization: pod 'd-2' has inf at 1970-01-01T00:05:00Z, which is "
                  "infinite or too large"},
        FaultCase{"Negative",
                  Signal::kReplicationLagSeconds,
                  {{1}, {1}, {-2.5}},
                  ReasonCode::kNegative,
                  "ReplicationLagSeconds: pod 'd-2' has -2.5 at 1970-01-01T00:06:00Z, which is "
                  "negative"},
        FaultCase{"TooLarge",
                  Signal::kReadConnections,
                  {{1e300}, {1}, {1}},
                  ReasonCode::kInfinite,
                  "ReadConnections: pod 'd-2' has 1e+300 at 1970-01-01T00:05:00Z, which is "
                  "infinite or too large"}),
    [](const auto& one) { return one.param.name; });

TEST(Join, ASumThatDoesNotFitIsAFault) {
  PodRoles roles;
  PodValues values;
  for (const char* pod : {"d-1", "d-2", "d-3"}) {
    roles[pod] = Track("rrr");
    values[pod] = {{8e15}, {1}, {1}};
  }
  const SignalWindow window = JoinWindow(Signal::kReadConnections, kGrid, roles, values);
  ASSERT_TRUE(window.fault);
  EXPECT_EQ(window.fault->code, ReasonCode::kInfinite);
}

TEST(Join, ASignalNobodyReportsHasNoSeries) {
  for (const Signal signal :
       {Signal::kReadConnections, Signal::kReadQueriesPerSecond, Signal::kReplicationLagSeconds}) {
    const SignalWindow window = JoinWindow(signal, kGrid, {{"d-2", Track("rrr")}}, {});
    ASSERT_TRUE(window.fault) << SignalName(signal);
    EXPECT_EQ(window.fault->code, ReasonCode::kNoSeries);
  }
}

TEST(Join, RolesFromValues) {
  const auto good = RolesFrom({{"d-1", {{0}, {0}, kNone}}, {"d-2", {{1}, kNone, {0}}}},
                              {{"d-1", {{351.9}, kNone, {340}}}, {"d-7", {{1}, {1}, {1}}}},
                              kGrid);
  ASSERT_FALSE(good.fault);
  RoleTrack second = Track("r.p");
  second.newest.reset();
  EXPECT_EQ(good.pods, (PodRoles{{"d-1", Track("pp.", 351)}, {"d-2", second}}));
  for (const auto& [value, code] : {std::pair{NAN, ReasonCode::kNotANumber},
                                    std::pair{HUGE_VALF, ReasonCode::kInfinite},
                                    std::pair{-1.0F, ReasonCode::kNegative},
                                    std::pair{0.5F, ReasonCode::kMalformedAnswer}}) {
    const auto bad = RolesFrom({{"d-1", {{value}, {0}, {0}}}}, {}, kGrid);
    ASSERT_TRUE(bad.fault) << value;
    EXPECT_EQ(bad.fault->code, code) << value;
  }
}

TEST(Join, SpreadDropsForeignSeriesAndRefusesForeignTimes) {
  Answer answer;
  answer.series = {{"a", "d-1", 0, 1}, {"b", "d-1", 1, 2}, {"a", "e-1", 2, 3}, {"", "", 3, 3}};
  answer.samples = {{330'000, 1}, {330'000, 2}, {330'000, 3}};
  const std::vector<Workload> workloads = {{"a", "d"}};
  const PodIndex index(workloads);
  BatchAnswer slots{std::vector<PodValues>(1), std::vector<std::optional<Reason>>(1)};
  ASSERT_TRUE(SpreadValues(answer, kGrid, index, slots));
  EXPECT_EQ(slots.values[0], (PodValues{{"d-1", {kNone, {1}, kNone}}}));
  EXPECT_FALSE(slots.faults[0]);
  answer.series.push_back(answer.series.front());
  ASSERT_TRUE(SpreadValues(answer, kGrid, index, slots));
  ASSERT_TRUE(slots.faults[0]);
  EXPECT_EQ(slots.faults[0]->message, "pod 'd-1' has two series, where one was asked for");
  answer.samples[0].time_ms = 331'000;
  const auto refused = SpreadValues(answer, kGrid, index, slots);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "pod 'd-1' has a sample at 331000 ms, where none was asked for");
}

}  // namespace
}  // namespace gitscale
