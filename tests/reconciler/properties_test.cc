// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "reconciler/allocate.h"
#include "reconciler/decide.h"
#include "tests/support/any_world.h"
#include "tests/support/builders.h"

namespace gitscale {
namespace {

using testing::AnyWorld;
using testing::kNow;
using testing::World;

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
