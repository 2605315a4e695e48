// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/allocation_board.h"

#include <gtest/gtest.h>

#include "cli/load_step.h"
#include "reconciler/decide.h"
#include "tests/support/builders.h"

namespace gitscale {
namespace {

using testing::APolicy;
using testing::ATarget;
using testing::kNow;
using testing::Seen;

/// A repository with one database of tenant-acme that wants to go from 3 to 4.
RepositoryRun WantingMore(const std::string& name) {
  const ScalingPolicy policy = APolicy();
  TargetRun target;
  target.policy.policy = policy;
  target.policy.target = ATarget(3);
  target.policy.target.key.name = "postgres-" + name;
  target.policy.target.instance_cost = {{"limits.cpu", 500}};
  target.proposal = Decide(
      policy, target.policy.target, Seen(policy, target.policy.target, {420'000}), History{}, kNow);
  RepositoryRun run;
  run.targets.push_back(std::move(target));
  return run;
}

/// Room for one more instance.
SharedRoom RoomForOne() {
  SharedRoom room;
  room.quotas[{"prod", "tenant-acme"}].items["limits.cpu"] = {2000, 1500};
  return room;
}

TEST(AllocationBoard, ALaterWaveGetsWhatTheFirstLeft) {
  AllocationBoard board;
  RepositoryRun first = WantingMore("b");
  RepositoryRun second = WantingMore("a");
  board.Allocate({&first}, RoomForOne());
  board.Allocate({&second}, RoomForOne());
  EXPECT_EQ(first.targets[0].proposal.desired, 4);
  EXPECT_EQ(second.targets[0].proposal.desired, 3);
  EXPECT_EQ(second.targets[0].proposal.reason.code, ReasonCode::kQuotaExceeded);
}

TEST(AllocationBoard, ARepositoryThatDecidesAgainTakesNothingFromTheOthers) {
  AllocationBoard board;
  RepositoryRun first = WantingMore("a");
  RepositoryRun second = WantingMore("b");
  board.Allocate({&first, &second}, RoomForOne());
  ASSERT_EQ(first.targets[0].proposal.desired, 4);
  ASSERT_EQ(second.targets[0].proposal.desired, 3);
  // The second lost a race. First in order or not: the room is gone.
  second = WantingMore("0");
  board.Allocate({&second}, RoomForOne());
  EXPECT_EQ(second.targets[0].proposal.desired, 3);
  // The first lost one too, and still has what it was given.
  first = WantingMore("a");
  board.Allocate({&first}, RoomForOne());
  EXPECT_EQ(first.targets[0].proposal.desired, 4);
}

TEST(TargetOwners, ARetryDoesNotWinAContestedTarget) {
  RepositorySettings acme;
  acme.name = "acme";
  RepositorySettings blue;
  blue.name = "blue";
  const auto claiming = [](const RepositorySettings& settings) {
    RepositoryRun run = WantingMore("db");
    run.settings = &settings;
    return run;
  };
  TargetOwners owners;
  RepositoryRun first = claiming(acme);
  RepositoryRun second = claiming(blue);
  owners.Claim({&first, &second});
  EXPECT_TRUE(first.targets.empty());
  EXPECT_TRUE(second.targets.empty());
  RepositoryRun again = claiming(acme);
  owners.Claim({&again});
  EXPECT_TRUE(again.targets.empty());
  EXPECT_EQ(again.refused.at(0).code, RefusalCode::kAmbiguousPolicy);
}

}  // namespace
}  // namespace gitscale
