// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "tests/support/life.h"

namespace gitscale {
namespace {

using std::chrono::seconds;
using testing::Life;
using testing::WithFlightUp;

TEST(Flight, NothingElseIsDecidedUntilItConverges) {
  Life life = WithFlightUp();
  life.load = 9000;
  EXPECT_EQ(life.RunAfter(seconds{300}).reason.code, ReasonCode::kFlightOpen);
  life.load = 0;
  EXPECT_EQ(life.RunAfter(seconds{60}).reason.code, ReasonCode::kFlightOpen);
  life.load = 9000;
  life.Converge();
  const Proposal next = life.RunAfter(seconds{60});
  EXPECT_EQ(next.outcome, Outcome::kChanged);
  EXPECT_EQ(next.desired, 5);
}

TEST(Flight, ConvergedCountIsRemembered) {
  Life life = WithFlightUp();
  EXPECT_EQ(life.ledger->last_converged, 3);
  life.Converge();
  EXPECT_EQ(life.RunAfter(seconds{300}).outcome, Outcome::kNotNeeded);
  EXPECT_EQ(life.ledger->last_converged, 4);
  EXPECT_EQ(life.ledger->state, Lifecycle::kIdle);
}

TEST(Flight, ExistingButNotReadyIsNotConverged) {
  Life life = WithFlightUp();
  life.existing = 4;
  EXPECT_EQ(life.RunAfter(seconds{300}).reason.code, ReasonCode::kFlightOpen);
}

TEST(Flight, AnEngineThatIsStillCopyingIsNotConverged) {
  Life life = WithFlightUp();
  life.Converge();
  life.busy = {"a replica that copies the data set"};
  EXPECT_EQ(life.RunAfter(seconds{300}).reason.code, ReasonCode::kFlightOpen);
  life.busy.clear();
  life.RunAfter(seconds{300});
  EXPECT_EQ(life.ledger->state, Lifecycle::kIdle);
}

TEST(Flight, DownLandsWhenTheSurplusIsGone) {
  Life life(3);
  life.load = 0;
  ASSERT_EQ(life.Run().desired, 2);
  life.existing = 2;
  life.ready = 1;
  EXPECT_EQ(life.RunAfter(seconds{60}).reason.code, ReasonCode::kDegraded);
  EXPECT_EQ(life.ledger->state, Lifecycle::kIdle);
  EXPECT_EQ(life.ledger->last_converged, 2);
}

TEST(Flight, AskedForAnotherCountIsNotConverged) {
  Life life = WithFlightUp();
  life.Converge();
  life.requested = 3;
  EXPECT_EQ(life.RunAfter(seconds{300}).reason.code, ReasonCode::kGitOpsNotApplied);
}

TEST(Flight, DeadlineCountsFromTheFirstRunThatSawIt) {
  Life life = WithFlightUp();
  // Nobody looked for an hour: that hour does not count.
  EXPECT_EQ(life.RunAfter(seconds{3600}).reason.code, ReasonCode::kFlightOpen);
  EXPECT_EQ(life.RunAfter(seconds{900}).reason.code, ReasonCode::kFlightOpen);
  EXPECT_EQ(life.RunAfter(seconds{1}).reason.code, ReasonCode::kRolledBack);
}

TEST(Flight, LandsUnderASuspendedFluxAndOpensNothing) {
  Life life = WithFlightUp();
  life.RunAfter(seconds{60});
  life.Converge();
  life.suspended = true;
  life.load = 9000;
  const Proposal next = life.RunAfter(seconds{60});
  EXPECT_EQ(next.reason.code, ReasonCode::kGitOpsSuspended);
  EXPECT_EQ(life.ledger->last_converged, 4);
  EXPECT_EQ(life.ledger->state, Lifecycle::kIdle);
}

TEST(Flight, NoDeadlinePassesWithoutTheEndpointsClock) {
  Life life = WithFlightUp();
  life.RunAfter(seconds{60});
  life.endpoint_fault = Reason{ReasonCode::kClockSkew, "clocks differ by 86400 s"};
  const Proposal skewed = life.RunAfter(seconds{86400});
  EXPECT_EQ(skewed.outcome, Outcome::kUnknown);
  EXPECT_EQ(skewed.reason.code, ReasonCode::kClockSkew);
  EXPECT_FALSE(skewed.entry_changed);
  life.now -= seconds{86400};
  life.endpoint_fault.reset();
  EXPECT_EQ(life.RunAfter(seconds{60}).reason.code, ReasonCode::kFlightOpen);
}

TEST(Flight, IsReservedForWhateverTheClusterSays) {
  Life life = WithFlightUp();
  const Proposal cloning = life.RunAfter(seconds{60});
  EXPECT_TRUE(cloning.shared.flight_up);
  EXPECT_EQ(cloning.shared.arriving, 1);
  life.cluster_fault = Reason{ReasonCode::kClusterStateUnknown, "no answer"};
  const Proposal unknown = life.RunAfter(seconds{60});
  EXPECT_TRUE(unknown.shared.flight_up);
  EXPECT_EQ(unknown.shared.arriving, 1);
  life.cluster_fault.reset();
  life.Converge();
  const Proposal landed = life.RunAfter(seconds{60});
  EXPECT_FALSE(landed.shared.flight_up);
  EXPECT_EQ(landed.shared.arriving, 0);
}

TEST(Rollback, GoesToTheCountThatLastConverged) {
  Life life = WithFlightUp();
  life.RunAfter(seconds{10});
  const Proposal back = life.RunAfter(seconds{901});
  EXPECT_EQ(back.outcome, Outcome::kChanged);
  EXPECT_EQ(back.reason.code, ReasonCode::kRolledBack);
  EXPECT_EQ(back.desired, 3);
  EXPECT_EQ(back.reason.message, "3 -> 4 stuck after 901 s: 3 of 4 exist, 3 ready");
  EXPECT_TRUE(life.ledger->flight->rollback);
}

TEST(Rollback, OfAnInstanceThatNeverCameIsSafe) {
  for (const bool is_pending : {false, true}) {
    Life life = WithFlightUp();
    life.target.removes_by_ordinal = true;
    life.first_ordinal = 0;
    life.existing = is_pending ? 4 : 3;
    life.pending_role = Role::kUnknown;
    life.RunAfter(seconds{10});
    EXPECT_EQ(life.RunAfter(seconds{901}).reason.code, ReasonCode::kRolledBack) << is_pending;
  }
}

TEST(Rollback, OfWhatMayBeThePrimaryIsNot) {
  Life life = WithFlightUp();
  life.target.removes_by_ordinal = true;
  life.first_ordinal = 0;
  life.existing = 4;
  life.primary = 3;
  life.RunAfter(seconds{10});
  EXPECT_EQ(life.RunAfter(seconds{901}).reason.code, ReasonCode::kRollbackUnsafe);
}

TEST(Rollback, IsNeverRolledBack) {
  Life life = WithFlightUp();
  life.existing = 4;
  life.RunAfter(seconds{10});
  EXPECT_EQ(life.RunAfter(seconds{901}).desired, 3);
  life.RunAfter(seconds{60});
  const Proposal later = life.RunAfter(seconds{9000});
  EXPECT_EQ(later.outcome, Outcome::kHeld);
  EXPECT_EQ(later.reason.code, ReasonCode::kStuckScaling);
}

TEST(Rollback, ALedgerThatSawNothingConvergeFreezes) {
  Life life(3);
  life.load = 420;
  life.ledger = LedgerEntry{};
  life.ledger->replicas = 3;
  EXPECT_EQ(life.Run().desired, 4);
  life.ledger->last_converged.reset();
  life.RunAfter(seconds{10});
  EXPECT_EQ(life.RunAfter(seconds{901}).reason.code, ReasonCode::kStuckScaling);
}

TEST(Rollback, BelowARaisedFloorIsUnsafe) {
  Life life = WithFlightUp();
  life.RunAfter(seconds{10});
  life.target.quorum_floor = 4;
  const Proposal held = life.RunAfter(seconds{901});
  EXPECT_EQ(held.reason.code, ReasonCode::kRollbackUnsafe);
  life.target.quorum_floor = 3;
  EXPECT_EQ(life.RunAfter(seconds{60}).reason.code, ReasonCode::kRolledBack);
}

TEST(Rollback, AsksForApprovalOfItsOwn) {
  Life life = WithFlightUp();
  life.policy.approve_rollback = Approval::kPullRequest;
  life.policy.approve_scale_down = Approval::kAutomatic;
  life.RunAfter(seconds{10});
  EXPECT_EQ(life.RunAfter(seconds{901}).reason.code, ReasonCode::kApprovalRequired);
}

TEST(Rollback, OfASuspendedPolicyIsOnlyWatched) {
  Life life = WithFlightUp();
  life.policy.suspend = true;
  life.RunAfter(seconds{10});
  const Proposal held = life.RunAfter(seconds{901});
  EXPECT_EQ(held.outcome, Outcome::kNotTried);
  EXPECT_EQ(life.target.replicas, 4);
}

TEST(Rollback, HoldsTheFailedCountBackEverLonger) {
  Life life = WithFlightUp();
  for (const int deadlines : {2, 4, 8, 16, 32, 32}) {
    life.RunAfter(seconds{10});
    ASSERT_EQ(life.RunAfter(seconds{901}).reason.code, ReasonCode::kRolledBack) << deadlines;
    life.load = 420;
    life.existing = life.ready = 3;
    life.RunAfter(seconds{10});
    const SysSeconds until = *life.ledger->backoff_until;
    EXPECT_EQ(until - *life.ledger->last_scale, seconds{900} * deadlines);
    life.now = until - seconds{1};
    const Proposal held = life.Run();
    EXPECT_EQ(held.reason.code, ReasonCode::kScaleUpBackoff) << held.reason.message;
    EXPECT_EQ(held.trace.back().until, until);
    ASSERT_EQ(life.RunAfter(seconds{1}).desired, 4);
  }
}

TEST(Rollback, SuccessEndsTheBackOff) {
  Life life = WithFlightUp();
  life.RunAfter(seconds{10});
  life.RunAfter(seconds{901});
  life.load = 420;
  life.RunAfter(seconds{10});
  EXPECT_EQ(life.ledger->rollbacks, 1);
  life.now = *life.ledger->backoff_until;
  ASSERT_EQ(life.Run().desired, 4);
  life.Converge();
  life.RunAfter(seconds{60});
  EXPECT_EQ(life.ledger->rollbacks, 0);
  EXPECT_FALSE(life.ledger->backoff_until);
}

TEST(Deadline, ASlowCloneThatProgressesIsNotRolledBack) {
  Life life = WithFlightUp();
  life.RunAfter(seconds{10});
  life.RunAfter(seconds{600});
  life.existing = 4;  // the pod exists after 610 s: in the last third
  EXPECT_EQ(life.RunAfter(seconds{60}).reason.code, ReasonCode::kFlightOpen);
  EXPECT_EQ(life.RunAfter(seconds{290}).reason.code,
            ReasonCode::kFlightOpen);  // 950 s, progress 290 s ago
  life.ready = 4;
  EXPECT_NE(life.RunAfter(seconds{5}).reason.code, ReasonCode::kRolledBack);
}

TEST(Deadline, ACloneThatStandsStillIs) {
  Life life = WithFlightUp();
  life.RunAfter(seconds{10});
  life.RunAfter(seconds{600});
  life.existing = 4;
  // Progress after 670 s, in the last third of 900 s: one deadline more, and no further.
  life.RunAfter(seconds{60});
  EXPECT_EQ(life.RunAfter(seconds{1140}).reason.code, ReasonCode::kFlightOpen);
  EXPECT_EQ(life.RunAfter(seconds{1}).reason.code, ReasonCode::kRolledBack);
}

TEST(Deadline, ProgressEarlierThanItsLastThirdDoesNotExtendIt) {
  Life life = WithFlightUp();
  life.RunAfter(seconds{10});
  life.existing = 4;
  life.RunAfter(seconds{590});
  EXPECT_EQ(life.RunAfter(seconds{311}).reason.code, ReasonCode::kRolledBack);
}

TEST(Deadline, ClonesOneAfterTheOtherGetTheTimeTheyNeed) {
  Life life = WithFlightUp();
  life.policy.max_replicas = 9;
  life.policy.scale_up.step = 3;
  life.Converge();
  life.load = 9000;
  ASSERT_EQ(life.RunAfter(seconds{60}).desired, 7);
  life.RunAfter(seconds{1});
  for (int clone = 0; clone < 3; ++clone) {
    for (int run = 0; run < 14; ++run) {
      EXPECT_EQ(life.RunAfter(seconds{60}).reason.code, ReasonCode::kFlightOpen) << clone;
    }
    life.existing = ++life.ready;
  }
  EXPECT_EQ(life.ready, 7);
  life.RunAfter(seconds{60});
  EXPECT_EQ(life.ledger->last_converged, 7);
}

TEST(Deadline, CrashLoopingIsNoProgress) {
  Life life = WithFlightUp();
  life.RunAfter(seconds{10});
  life.existing = life.ready = 4;
  life.requested = 4;
  life.ready = 3;
  // Ready and gone again, every minute: the high-water mark rises once.
  Proposal last;
  for (int minute = 0; minute < 16; ++minute) {
    life.existing = minute % 2 == 0 ? 4 : 3;
    last = life.RunAfter(seconds{60});
    if (last.outcome == Outcome::kChanged) {
      break;
    }
  }
  EXPECT_EQ(last.reason.code, ReasonCode::kRolledBack);
}

TEST(Deadline, IsBoundedHoweverMuchProgressThereIs) {
  Life life = WithFlightUp();
  life.policy.max_replicas = 40;
  life.policy.scale_up.step = 30;
  life.Converge();
  life.load = 9000;
  ASSERT_EQ(life.RunAfter(seconds{10}).desired, 34);
  life.RunAfter(seconds{1});
  Proposal last;
  seconds waited{0};
  while (last.outcome != Outcome::kChanged && waited < seconds{9000}) {
    life.existing = std::min(33, life.existing + 1);
    waited += seconds{140};
    last = life.RunAfter(seconds{140});
  }
  EXPECT_EQ(last.reason.code, ReasonCode::kRolledBack);
  EXPECT_GT(waited, seconds{3600});
  EXPECT_LE(waited, seconds{3600 + 140});
}

TEST(Deadline, StandsStillWhileFluxIsSuspended) {
  Life life = WithFlightUp();
  life.RunAfter(seconds{10});
  life.suspended = true;
  EXPECT_EQ(life.RunAfter(seconds{60}).reason.code, ReasonCode::kGitOpsNotApplied);
  EXPECT_EQ(life.RunAfter(seconds{86400}).reason.code, ReasonCode::kGitOpsNotApplied);
  life.suspended = false;
  EXPECT_EQ(life.RunAfter(seconds{60}).reason.code, ReasonCode::kFlightOpen);
  EXPECT_EQ(life.RunAfter(seconds{900}).reason.code, ReasonCode::kRolledBack);
}

TEST(Deadline, RunsWhenFluxTriedAndFailed) {
  Life life = WithFlightUp();
  life.RunAfter(seconds{10});
  life.requested = 3;
  life.apply_failed = true;
  EXPECT_EQ(life.RunAfter(seconds{800}).reason.code, ReasonCode::kFlightOpen);
  EXPECT_EQ(life.RunAfter(seconds{101}).reason.code, ReasonCode::kRolledBack);
}

TEST(FloorRaise, SupersedesAStuckFlight) {
  Life life = WithFlightUp();
  life.RunAfter(seconds{10});
  life.target.quorum_floor = 6;
  const Proposal raised = life.RunAfter(seconds{2000});
  EXPECT_EQ(raised.desired, 6);
  EXPECT_EQ(raised.reason.code, ReasonCode::kBelowQuorumFloor);
  EXPECT_EQ(life.ledger->flight->to, 6);
}

TEST(Degraded, AConvergedTargetThatLosesAPodFreezes) {
  Life life(3);
  life.Run();
  life.existing = life.ready = 2;
  life.load = 0;
  EXPECT_EQ(life.RunAfter(seconds{60}).reason.code, ReasonCode::kDegraded);
  EXPECT_EQ(life.target.replicas, 3);
}

}  // namespace
}  // namespace gitscale
