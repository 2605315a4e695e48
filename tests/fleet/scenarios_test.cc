// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/fleet/fleet.h"

/// Single stories on the same simulated world, with their numbers.
namespace gitscale::fleet {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

class Scenario : public ::testing::Test {
 protected:
  Scenario() : fleet({.seed = 1}) {}

  void TearDown() override {
    for (const Violation& violation : fleet.checks.violations()) {
      ADD_FAILURE() << violation.text;
    }
  }

  Subject& Add(const std::string& name, std::int32_t replicas, double standbys) {
    Settle(fleet.subjects, fleet.around, PlainSubject(name, replicas, standbys));
    return fleet.subjects.back();
  }

  Subject& only() { return fleet.subjects.front(); }

  [[nodiscard]] std::int32_t Declared() const { return fleet.subjects.front().git.declared; }

  [[nodiscard]] ReasonCode Why() const { return fleet.runs.front().given.reason.code; }

  /// Every count that Git declared while `time` passed, in order, without repetitions.
  std::vector<std::int32_t> Counts(seconds time) {
    std::vector<std::int32_t> counts = {Declared()};
    for (const SysSeconds end = fleet.now + time; fleet.now < end;) {
      fleet.RunOnce();
      if (Declared() != counts.back()) {
        counts.push_back(Declared());
      }
    }
    return counts;
  }

  static void SetLoad(Subject& subject, double standbys) {
    subject.load.base = standbys;
    subject.load.peak = standbys;
  }

  Fleet fleet;
};

TEST_F(Scenario, ALoweredMaximumShedsOneStepPerDecision) {
  Add("db", 8, 6.5);
  fleet.RunFor(hours{2});
  ASSERT_EQ(Declared(), 8);
  only().policy.max_replicas = 4;
  const SysSeconds since = fleet.now;
  EXPECT_TRUE(fleet.RunUntil([&] { return Declared() == 7; }, minutes{10}));
  EXPECT_EQ(Counts(hours{4}), (std::vector<std::int32_t>{7, 6, 5, 4}));
  fmt::print("8 -> 4 within {}\n", FormatDuration(only().git.written_at - since));
}

TEST_F(Scenario, AFailingCloneIsRolledBackInTimeAndBacksOff) {
  Add("db", 3, 2);
  fleet.RunFor(hours{1});
  only().cluster.clones_break_until = fleet.now + hours{12};
  SetLoad(only(), 2.6);
  ASSERT_TRUE(fleet.RunUntil([&] { return Declared() == 4; }, hours{1}));
  std::vector<SysSeconds> tries = {fleet.now};
  const SysSeconds pushed = fleet.now;
  ASSERT_TRUE(fleet.RunUntil([&] { return Declared() == 3; }, hours{2}));
  const seconds took = fleet.now - pushed;
  EXPECT_LE(took, 4 * only().policy.convergence_deadline + 2 * kBetweenRuns);
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(fleet.RunUntil([&] { return Declared() == 4; }, hours{9}));
    tries.push_back(fleet.now);
    ASSERT_TRUE(fleet.RunUntil([&] { return Declared() == 3; }, hours{2}));
  }
  EXPECT_GT(tries[2] - tries[1], tries[1] - tries[0]);
  fmt::print("rolled back after {}; tried again after {}, then {}\n",
             FormatDuration(took),
             FormatDuration(tries[1] - tries[0]),
             FormatDuration(tries[2] - tries[1]));
}

TEST_F(Scenario, ASlowFlightThatProgressesIsNotRolledBack) {
  // Eight more clones one after another: each takes less than a third of the deadline, all of them
  // far more than it.
  Subject& subject = Add("db", 3, 2);
  subject.cluster.nature.clone = seconds{160};
  subject.policy.scale_up.step = 8;
  subject.policy.max_replicas = 12;
  fleet.RunFor(hours{1});
  SetLoad(subject, 10);
  ASSERT_TRUE(fleet.RunUntil([&] { return Declared() == 11; }, hours{1}));
  const SysSeconds pushed = fleet.now;
  ASSERT_TRUE(fleet.RunUntil([&] { return only().cluster.RunsExactly(11); }, hours{2}));
  EXPECT_GT(fleet.now - pushed, only().policy.convergence_deadline);
  EXPECT_EQ(fleet.figures.rollbacks, 0);
  fmt::print("3 -> 11 took {} with a deadline of {}\n",
             FormatDuration(fleet.now - pushed),
             FormatDuration(only().policy.convergence_deadline));
}

TEST_F(Scenario, TheFloorIsRaisedInOneDecisionWhateverElseIsWrong) {
  Subject& subject = Add("db", 2, 1);
  SetLoad(subject, 1.6);
  ASSERT_TRUE(fleet.RunUntil([&] { return Declared() == 3; }, hours{1}));
  subject.cluster.clones_break_until = fleet.now + hours{3};
  subject.lag_milli = 200'000;
  subject.lag_until = fleet.now + hours{3};
  fleet.around.endpoints[0].down_until = fleet.now + hours{3};
  subject.target.quorum_floor = 6;
  fleet.RunOnce();
  EXPECT_EQ(Declared(), 6);
  EXPECT_EQ(Why(), ReasonCode::kBelowQuorumFloor);
  fleet.RunFor(hours{5});
  EXPECT_TRUE(subject.cluster.RunsExactly(6));
}

TEST_F(Scenario, AQuietEveningShrinksAWholeEndpoint) {
  for (int i = 0; i < 10; ++i) {
    Add(fmt::format("db-{}", i), 5, 3.7);
  }
  fleet.RunFor(hours{2});
  for (Subject& subject : fleet.subjects) {
    ASSERT_EQ(subject.git.declared, 5);
    SetLoad(subject, 0.5);
  }
  const SysSeconds evening = fleet.now;
  const auto all_at = [&](std::int32_t count) {
    return [this, count] {
      return std::ranges::all_of(fleet.subjects,
                                 [&](const Subject& one) { return one.git.declared <= count; });
    };
  };
  ASSERT_TRUE(fleet.RunUntil(all_at(4), hours{6}));
  fmt::print("all ten one smaller after {}\n", FormatDuration(fleet.now - evening));
  ASSERT_TRUE(fleet.RunUntil(all_at(2), hours{12}));
  fmt::print("all ten at the minimum after {}\n", FormatDuration(fleet.now - evening));
}

TEST_F(Scenario, AStoreThatSaysZeroForAllShrinksFewOfThem) {
  for (int i = 0; i < 20; ++i) {
    Add(fmt::format("db-{}", i), 5, 3.7);
  }
  fleet.RunFor(hours{3});
  fleet.around.endpoints[0].zero_until = fleet.now + minutes{45};
  fleet.RunFor(minutes{60});
  EXPECT_EQ(fleet.figures.downs, 0);
  fmt::print("zero for 45 min: {} of 20 shrank\n", fleet.figures.downs);
  fleet.around.endpoints[0].zero_until = fleet.now + minutes{120};
  std::int64_t most = 0;
  for (int run = 0; run < 24; ++run) {
    const std::int64_t before = fleet.figures.downs;
    fleet.RunOnce();
    most = std::max(most, fleet.figures.downs - before);
  }
  EXPECT_LE(most, 2);
  fmt::print("zero for 2 h: {} scale-downs, at most {} per run\n", fleet.figures.downs, most);
}

TEST_F(Scenario, AScaleUpThatBringsNothingIsHeldAfterTwo) {
  Subject& subject = Add("db", 2, 1);
  subject.load.sticks = true;
  fleet.RunFor(days{2});
  EXPECT_EQ(Declared(), 4);
  EXPECT_EQ(Why(), ReasonCode::kScaleUpIneffective);
  EXPECT_EQ(fleet.figures.ups, 2);
}

TEST_F(Scenario, ALostExporterFreezesAndRecovers) {
  Subject& subject = Add("db", 4, 2.9);
  fleet.RunFor(hours{2});
  SetLoad(subject, 0.5);
  for (Pod& pod : subject.cluster.pods) {
    pod.dark_until = fleet.now + hours{4};
  }
  fleet.RunFor(hours{4});
  EXPECT_EQ(Declared(), 4);
  const SysSeconds back = fleet.now;
  ASSERT_TRUE(fleet.RunUntil([&] { return Declared() == 3; }, hours{2}));
  fmt::print("first scale-down {} after the exporter came back\n",
             FormatDuration(fleet.now - back));
}

TEST_F(Scenario, AnEditIsLeftAloneForItsHold) {
  Add("db", 4, 2.9);
  fleet.RunFor(hours{2});
  EditByHand(only(), 7, fleet.now);
  fleet.RunFor(seconds{1800});
  EXPECT_EQ(Declared(), 7);
  EXPECT_EQ(Why(), ReasonCode::kManualHold);
  EXPECT_TRUE(fleet.RunUntil([&] { return Declared() == 6; }, hours{2}));
}

TEST_F(Scenario, AnOpenFlightCountsAgainstTheQuota) {
  Add("db-0", 3, 2);
  Add("db-1", 3, 2);
  fleet.RunFor(hours{1});
  fleet.around.tenants[0].hard_cpu = 7 * kInstanceCpu;
  // The first grows in Git, and Flux does not apply it: its instance is not in use yet.
  SetLoad(fleet.subjects[0], 2.6);
  ASSERT_TRUE(fleet.RunUntil([&] { return Declared() == 4; }, hours{1}));
  fleet.subjects[0].cluster.suspended_until = fleet.now + hours{2};
  SetLoad(fleet.subjects[1], 2.6);
  fleet.RunFor(minutes{110});
  EXPECT_EQ(fleet.subjects[1].git.declared, 3);
  EXPECT_EQ(fleet.runs[1].given.reason.code, ReasonCode::kQuotaExceeded);
}

TEST_F(Scenario, ThePrimaryWithTheHighestOrdinalIsNotRemoved) {
  Subject& subject = Add("db", 3, 1.9);
  subject.target.removes_by_ordinal = true;
  ClusterNature nature = subject.cluster.nature;
  nature.by_ordinal = true;
  subject.cluster = Cluster(nature, 3, kStart);
  fleet.RunFor(hours{1});
  subject.cluster.pods[0].primary = false;
  subject.cluster.pods[2].primary = true;
  SetLoad(subject, 0.3);
  fleet.RunFor(hours{4});
  EXPECT_EQ(Declared(), 3);
  EXPECT_EQ(Why(), ReasonCode::kPrimaryWouldBeRemoved);
  subject.cluster.pods[2].primary = false;
  subject.cluster.pods[0].primary = true;
  EXPECT_TRUE(fleet.RunUntil([&] { return Declared() == 2; }, hours{2}));
  EXPECT_FALSE(subject.cluster.primary_was_removed);
}

}  // namespace
}  // namespace gitscale::fleet
