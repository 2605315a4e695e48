// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/explanation.h"

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json.h"
#include "reconciler/allocate.h"
#include "reconciler/decide.h"
#include "render/ways_out.h"
#include "tests/support/builders.h"

namespace gitscale {
namespace {

using ::testing::AllOf;
using testing::APolicy;
using testing::ATarget;
using ::testing::HasSubstr;
using testing::kNow;
using ::testing::Not;
using testing::Seen;

using Change = std::function<void(ScalingPolicy&, Target&, Observation&)>;

/// tenant-acme/db with three instances, 420 connections on its two standbys: one more is asked for.
TargetReport Decided(const Change& change = {}, const SharedRoom& room = {}) {
  TargetReport report;
  report.repository = "acme";
  report.decided_on.emplace();
  PolicyTarget& on = report.decided_on->policy;
  on.policy = APolicy();
  on.target = ATarget(3);
  on.path = "policy.yaml";
  on.line = 2;
  report.decided_on->now = kNow;
  Observation seen = Seen(on.policy, on.target, {420'000});
  if (change) {
    change(on.policy, on.target, seen);
  }
  report.proposal =
      Allocate({Decide(on.policy, on.target, seen, History{}, kNow, Detail::kEveryStage)}, room)[0];
  return report;
}

std::string Text(const TargetReport& report) {
  return ExplanationText({kNow, {report}, {}}, false);
}

TEST(Explanation, ShowsEveryGuardrailOfAChange) {
  const TargetReport report = Decided();
  const std::string text = Text(report);
  for (const Rule rule : GuardrailOrder()) {
    EXPECT_THAT(text, HasSubstr(RuleName(rule)));
  }
  EXPECT_EQ(report.proposal.stages.size(), GuardrailOrder().size());
  EXPECT_THAT(text, Not(HasSubstr("not reached")));
  EXPECT_THAT(text, HasSubstr("Stabilization  3 -> 4  ReadConnections 210 over 150"));
  EXPECT_THAT(text, HasSubstr("spec.replicas at tenants/acme/db.yaml:7, 3"));
}

TEST(Explanation, ShowsWhereAFrozenTargetStops) {
  const TargetReport report = Decided([](ScalingPolicy&, Target&, Observation& seen) {
    for (SignalStep& step : seen.replication.lag.steps) {
      step.hottest_milli = 84'000;
    }
  });
  const std::string text = Text(report);
  EXPECT_THAT(text, HasSubstr("frozen: replication lag 84 s over 30 s while writing"));
  EXPECT_THAT(text, HasSubstr("84 s behind now, 84 s at worst, limit 30 s; 2 of 2 stream"));
  EXPECT_THAT(text, HasSubstr("Stabilization  not reached"));
  EXPECT_THAT(text, HasSubstr("the lag must stay under 24 s"));
}

TEST(Explanation, ShowsTheQuotaThatHoldsAChange) {
  SharedRoom room;
  room.quotas[{"prod", "tenant-acme"}].items["limits.cpu"] = {2000, 1800};
  const TargetReport report = Decided(
      [](ScalingPolicy&, Target& target, Observation&) {
        target.instance_cost = {{"limits.cpu", 500}};
      },
      room);
  const std::string text = Text(report);
  EXPECT_THAT(text, HasSubstr("limits.cpu: 1.8 used and 0 reserved of 2, one instance takes 0.5"));
  EXPECT_THAT(text, HasSubstr("CloneLimit     not reached"));
}

TEST(Explanation, NamesTheLoadsAtWhichTheCountWouldChange) {
  const std::vector<std::string> ways = WaysOut(Decided());
  EXPECT_THAT(ways,
              ::testing::ElementsAre(
                  "more: ReadConnections over 165 per read replica (330 on all 2) for 5 min",
                  "fewer: ReadConnections at most 150 on all 2 together for 30 min"));
}

TEST(Explanation, LoadsItNamesAreTheEdges) {
  const auto count_at = [](std::int64_t load) {
    const ScalingPolicy policy = APolicy();
    const Target target = ATarget(3);
    return Decide(policy, target, Seen(policy, target, {load * 1000}), History{}, kNow).desired;
  };
  EXPECT_EQ(count_at(330), 3);
  EXPECT_EQ(count_at(331), 4);
  EXPECT_EQ(count_at(151), 3);
  EXPECT_EQ(count_at(150), 2);
}

TEST(Explanation, NamesNoCountThatCannotBe) {
  const auto ways = [](std::vector<std::int32_t> allowed, std::int32_t min, std::int32_t max) {
    return WaysOut(Decided([&](ScalingPolicy& policy, Target& target, Observation&) {
      target.allowed_counts = std::move(allowed);
      policy.min_replicas = min;
      policy.max_replicas = max;
    }));
  };
  EXPECT_THAT(ways({}, 3, 6), ::testing::ElementsAre(HasSubstr("more: ")));
  EXPECT_THAT(ways({}, 2, 3), ::testing::Contains(HasSubstr("fewer: ")));
  EXPECT_THAT(ways({}, 2, 3), Not(::testing::Contains(HasSubstr("more: "))));
  EXPECT_THAT(ways({1, 3, 5}, 1, 5),
              ::testing::Contains(HasSubstr("fewer: ReadConnections at most 0 ")));
}

TEST(Explanation, EveryFreezeHasAWayOut) {
  TargetReport report = Decided();
  for (int code = 1; code <= static_cast<int>(ReasonCode::kReady); ++code) {
    report.proposal.reason.code = static_cast<ReasonCode>(code);
    report.proposal.outcome = Outcome::kHeld;
    if (IsFreeze(report.proposal.reason.code)) {
      EXPECT_EQ(WaysOut(report).size(), 3U) << ReasonName(report.proposal.reason.code);
    }
    report.proposal.outcome = Outcome::kUnknown;
    EXPECT_GE(WaysOut(report).size(), 3U) << ReasonName(report.proposal.reason.code);
  }
}

TEST(Explanation, JsonHasTheSame) {
  const std::string text = WriteExplanationJson({kNow, {Decided()}, {}});
  ASSERT_TRUE(ParseJson(text));
  EXPECT_THAT(text,
              AllOf(HasSubstr(R"("kind": "Explanation")"),
                    HasSubstr(R"("rule": "BlastRadius")"),
                    HasSubstr("fewer: ReadConnections at most 150")));
}

TEST(Explanation, TextOfOthersForgesNoRow) {
  TargetReport report = Decided();
  report.proposal.display_name = "tenant-acme/db\nScalable passed";
  EXPECT_THAT(Text(report), Not(HasSubstr("\nScalable passed")));
}

}  // namespace
}  // namespace gitscale
