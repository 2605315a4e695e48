// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/recorded_inputs.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "reconciler/allocate.h"
#include "reconciler/inputs.h"
#include "tests/support/any_world.h"
#include "tests/support/builders.h"

namespace gitscale {
namespace {

using testing::AnyWorld;
using testing::kNow;
using testing::World;

SharedRoom AnyRoom() {
  SharedRoom room;
  if (*rc::gen::arbitrary<bool>()) {
    room.quotas[{"prod", "tenant-acme"}].items = {
        {"limits.cpu", {*rc::gen::inRange<std::int64_t>(0, 4000), 1000}}, {"pods", {9000, 3000}}};
  }
  return room;
}

RC_GTEST_PROP(RecordedInputs, DecideTheSameAgain, ()) {
  World world = AnyWorld();
  world.target.instance_cost = {{"limits.cpu", 500}, {"pods", 1000}};
  if (*rc::gen::arbitrary<bool>()) {
    world.past.entry.emplace();
    world.past.entry->replicas = world.target.replicas;
    world.past.entry->last_converged = world.target.replicas;
  }
  const Proposal proposal =
      Allocate({Decide(world.policy, world.target, world.seen, world.past, kNow)}, AnyRoom())[0];
  RC_PRE(proposal.outcome == Outcome::kChanged);
  const auto inputs = ParseInputs(proposal.inputs);
  RC_ASSERT(inputs.has_value());
  const Proposal again = DecideAgain(*inputs);
  RC_ASSERT(again.desired == proposal.desired);
  RC_ASSERT(again.outcome == proposal.outcome);
  RC_ASSERT(again.reason == proposal.reason);
  RC_ASSERT(again.trace == proposal.trace);
  RC_ASSERT(JoinInputs(again.inputs, again.shared, inputs->view) == proposal.inputs);
}

std::string SomeInputs() {
  const ScalingPolicy policy = testing::APolicy();
  const Target target = testing::ATarget(3);
  return Allocate(
             {Decide(policy, target, testing::Seen(policy, target, {420'000}), History{}, kNow)},
             SharedRoom{})[0]
      .inputs;
}

TEST(RecordedInputs, SayWhatIsWrongWithThem) {
  const std::string good = SomeInputs();
  ASSERT_TRUE(ParseInputs(good));
  const auto wrong = [&](std::string_view from, std::string_view to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    const auto inputs = ParseInputs(text.replace(at, from.size(), to));
    return inputs ? std::string("nothing") : inputs.error().message;
  };
  EXPECT_EQ(wrong("\"min\":2", "\"min\":1"),
            "not the inputs of a decision: 'decide.policy.min' is missing or malformed");
  EXPECT_EQ(wrong("\"sum\":[", "\"sum\":[null,"),
            "not the inputs of a decision: 'decide.lag[0].sum' is missing or malformed");
  EXPECT_EQ(wrong("\"upStep\":1", "\"upStep\":2147483647"),
            "not the inputs of a decision: 'decide.policy.upStep' is missing or malformed");
  EXPECT_EQ(wrong("\"holdsTwice\"", "\"holdsOnce\""),
            "not the inputs of a decision: 'allocate.holdsTwice' is missing or malformed");
  EXPECT_EQ(wrong("\"engine\":\"postgres\"", "\"engine\":\"oracle\""),
            "not the inputs of a decision: 'decide.target.engine' is missing or malformed");
  for (const std::string text : {"", "{}", "[]", "4"}) {
    EXPECT_FALSE(ParseInputs(text)) << text;
  }
}

RC_GTEST_PROP(RecordedInputs, AnyChangedByteIsReadOrRefused, ()) {
  static const std::string good = SomeInputs();
  std::string text = good;
  text[*rc::gen::inRange<std::size_t>(0, text.size())] = *rc::gen::arbitrary<char>();
  if (const auto inputs = ParseInputs(text)) {
    static_cast<void>(DecideAgain(*inputs));
  }
}

}  // namespace
}  // namespace gitscale
