// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/decision_record.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "reconciler/decide.h"
#include "reconciler/inputs.h"
#include "tests/support/builders.h"

namespace gitscale {
namespace {

using testing::APolicy;
using testing::ATarget;
using testing::kNow;
using testing::Seen;

Proposal AChange(std::int64_t load_milli = 420'000) {
  const ScalingPolicy policy = APolicy();
  const Target target = ATarget(3);
  return Decide(policy, target, Seen(policy, target, {load_milli}), History{}, kNow);
}

TEST(DecisionRecord, WritesOneLineThatReadsBack) {
  const DecisionRecord record = MakeDecisionRecord(AChange(), kNow);
  const std::string text = WriteDecisionRecord(record);
  EXPECT_EQ(text.find_first_of("'\n\r"), std::string::npos);
  EXPECT_EQ(record.from, 3);
  EXPECT_EQ(record.to, 4);
  EXPECT_EQ(record.policy, "tenant-acme/db");
  EXPECT_EQ(record.reason, "MetricAboveTarget");
  EXPECT_EQ(record.id.size(), 16U);
  const auto back = ParseDecisionRecord(text);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back, record);
}

TEST(DecisionRecord, IdentityFollowsTheInputs) {
  EXPECT_EQ(MakeDecisionRecord(AChange(), kNow).id, MakeDecisionRecord(AChange(), kNow).id);
  EXPECT_NE(MakeDecisionRecord(AChange(), kNow).id, MakeDecisionRecord(AChange(430'000), kNow).id);
  Proposal elsewhere = AChange();
  elsewhere.key.name = "postgres-other";
  EXPECT_NE(MakeDecisionRecord(AChange(), kNow).id, MakeDecisionRecord(elsewhere, kNow).id);
}

TEST(DecisionRecord, RefusesWhatIsNone) {
  const std::string good = WriteDecisionRecord(MakeDecisionRecord(AChange(), kNow));
  const auto without = [&](std::string_view from, std::string_view to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  for (const std::string& bad : {std::string(),
                                 std::string("{}"),
                                 std::string("[]"),
                                 std::string("4"),
                                 good + "x",
                                 good.substr(0, 40),
                                 without("\"from\":3", "\"from\":\"3\""),
                                 without("\"to\":4", "\"to\":-4"),
                                 without("\"to\":4", "\"to\":4.5"),
                                 without("\"previous\"", "\"before\""),
                                 without("sha256:", "md5:"),
                                 without("\"at\":\"2026", "\"at\":\"20x6"),
                                 without("\"id\":\"", "\"id\":\"zz")}) {
    EXPECT_FALSE(ParseDecisionRecord(bad)) << bad;
  }
}

TEST(Inputs, StayBelowTheirLimitAtWorst) {
  ScalingPolicy policy = APolicy();
  policy.metrics = {{Signal::kReadConnections, {150'000}},
                    {Signal::kReadActiveConnections, {150'000}},
                    {Signal::kReadCpuUtilization, {70'000}},
                    {Signal::kReadQueriesPerSecond, {1'000'000}}};
  policy.scale_up.stabilization_window = policy.scale_down.stabilization_window;
  const Target target = ATarget(6);
  Observation seen = Seen(policy, target, {420'000, 130'123, 312'345, 5'000'123});
  std::int64_t noise = 1;
  for (MetricObservation& metric : seen.metrics) {
    for (SignalWindow* window : {&metric.up, &metric.down}) {
      for (SignalStep& step : window->steps) {
        noise = noise * 6364136223846793005 % 100'003;
        step.sum_milli += noise;
        step.hottest_milli += noise / 3;
      }
    }
  }
  const std::string inputs = EncodeInputs(policy, target, seen, History{}, kNow);
  EXPECT_LE(inputs.size(), kMaxInputsBytes);
  EXPECT_EQ(inputs.find('\n'), std::string::npos);
  const auto json = ParseJson(inputs);
  ASSERT_TRUE(json);
  EXPECT_EQ(WriteJson(*json), inputs) << "not canonical";
}

}  // namespace
}  // namespace gitscale
