// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "reconciler/allocate.h"
#include "reconciler/decide.h"
#include "tests/support/builders.h"

namespace gitscale {
namespace {

using testing::APolicy;
using testing::AWindow;
using testing::kNow;

/// Any policy, target and observation, faults and gaps included.
struct World {
  ScalingPolicy policy;
  Target target;
  Observation seen;
};

SignalWindow AnyWindow(std::chrono::seconds length, std::int32_t standbys) {
  SignalWindow window = AWindow(length, 0, standbys);
  const auto base = *rc::gen::inRange<std::int64_t>(0, 2'000'000);
  const auto noise = *rc::gen::inRange<std::int64_t>(0, 200'000);
  const bool gaps = *rc::gen::weightedElement<bool>({{5, false}, {1, true}});
  std::int64_t state = *rc::gen::inRange<std::int64_t>(1, 1'000'000);
  for (SignalStep& step : window.steps) {
    state = (state * 48271) % 2147483647;
    step.sum_milli = base + (noise == 0 ? 0 : state % noise);
    step.present = gaps && state % 7 == 0 ? 0 : standbys;
  }
  if (*rc::gen::weightedElement<bool>({{8, false}, {1, true}})) {
    window.fault = Reason{ReasonCode::kNoSeries, "none"};
  }
  return window;
}

World AnyWorld() {
  World world;
  world.policy = APolicy();
  world.policy.min_replicas = *rc::gen::inRange<std::int32_t>(2, 6);
  world.policy.max_replicas = world.policy.min_replicas + *rc::gen::inRange<std::int32_t>(0, 6);
  world.policy.scale_up.step = *rc::gen::inRange<std::int32_t>(1, 4);
  world.policy.scale_down.step = *rc::gen::inRange<std::int32_t>(1, 4);
  world.policy.tolerance_milli = *rc::gen::inRange<std::int64_t>(0, 500);
  if (*rc::gen::arbitrary<bool>()) {
    world.policy.metrics.push_back({Signal::kReadQueriesPerSecond, {500'000}});
  }
  world.target = testing::ATarget(*rc::gen::inRange<std::int32_t>(1, 14));
  world.target.quorum_floor = *rc::gen::inRange<std::int32_t>(1, 6);
  world.seen = testing::Seen(
      world.policy, world.target, std::vector<std::int64_t>(world.policy.metrics.size(), 0));
  for (MetricObservation& metric : world.seen.metrics) {
    const std::int32_t standbys = world.target.replicas - 1;
    metric.up = AnyWindow(world.policy.scale_up.stabilization_window, standbys);
    metric.down = AnyWindow(world.policy.scale_down.stabilization_window, standbys);
  }
  return world;
}

Proposal DecideOn(const World& world) {
  return Decide(world.policy, world.target, world.seen, History{}, kNow);
}

RC_GTEST_PROP(Invariants, NeverMoreThanOneStepExceptToTheFloor, ()) {
  const World world = AnyWorld();
  const Proposal proposal = DecideOn(world);
  if (proposal.desired > proposal.current) {
    RC_ASSERT(proposal.desired - proposal.current <= world.policy.scale_up.step ||
              proposal.desired == world.target.quorum_floor);
  } else {
    RC_ASSERT(proposal.current - proposal.desired <= world.policy.scale_down.step);
  }
}

RC_GTEST_PROP(Invariants, NeverBelowTheQuorumFloorByOurOwnDecision, ()) {
  const World world = AnyWorld();
  const Proposal proposal = DecideOn(world);
  RC_ASSERT(proposal.desired >= std::min(world.target.quorum_floor, proposal.current));
}

RC_GTEST_PROP(Invariants, NeverAwayFromTheBounds, ()) {
  const World world = AnyWorld();
  const Proposal proposal = DecideOn(world);
  if (proposal.desired > proposal.current) {
    RC_ASSERT(proposal.desired <= std::max(world.policy.max_replicas, world.target.quorum_floor));
  }
  if (proposal.desired < proposal.current) {
    RC_ASSERT(proposal.desired >= world.policy.min_replicas);
  }
}

RC_GTEST_PROP(Invariants, NoShrinkOnAnUnreadableWindow, ()) {
  World world = AnyWorld();
  world.seen.metrics.back().down.fault = Reason{ReasonCode::kMetricsTimeout, "late"};
  RC_ASSERT(DecideOn(world).desired >= world.target.replicas);
}

RC_GTEST_PROP(Invariants, LosingDataNeverShrinks, ()) {
  // Whatever is taken away from what was seen, the count is never lower than with all of it.
  World world = AnyWorld();
  const std::int32_t with_all = DecideOn(world).desired;
  auto& steps = world.seen.metrics.front().down.steps;
  const auto at = *rc::gen::inRange<std::size_t>(0, steps.size());
  steps[at] = SignalStep{};
  RC_ASSERT(DecideOn(world).desired >= std::min(with_all, world.target.replicas));
}

RC_GTEST_PROP(Invariants, EveryOutcomeHasAReason, ()) {
  const Proposal proposal = DecideOn(AnyWorld());
  RC_ASSERT(proposal.outcome != Outcome::kUnset);
  RC_ASSERT(proposal.reason.code != ReasonCode::kUnset);
  RC_ASSERT((proposal.outcome == Outcome::kChanged) == (proposal.desired != proposal.current));
}

RC_GTEST_PROP(Invariants, OrderOfTargetsDoesNotMatter, ()) {
  std::vector<Proposal> proposals;
  const auto count = *rc::gen::inRange<std::size_t>(1, 8);
  for (std::size_t i = 0; i < count; ++i) {
    Proposal proposal = DecideOn(AnyWorld());
    proposal.key.name += std::to_string(i);
    proposals.push_back(std::move(proposal));
  }
  std::vector<Proposal> shuffled(proposals.rbegin(), proposals.rend());
  RC_ASSERT(Allocate(proposals, SharedRoom{}) == Allocate(shuffled, SharedRoom{}));
}

}  // namespace
}  // namespace gitscale
