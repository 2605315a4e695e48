// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "policies/scaling_policy.h"
#include "reconciler/decide.h"
#include "reconciler/decision_record.h"
#include "tests/support/builders.h"

namespace gitscale {
namespace {

using std::chrono::seconds;
using testing::APolicy;
using testing::ATarget;
using testing::kNow;
using testing::Seen;

/// One target over many runs: Git, the cluster and the ledger as gitscale leaves them, the clock as
/// the test says.
class Life {
 public:
  explicit Life(std::int32_t replicas)
      : target(ATarget(replicas)), existing(replicas), ready(replicas) {}

  /// One run. What it decides is pushed, with the ledger, at once.
  Proposal Run() {
    Observation seen =
        Seen(policy, target, std::vector<std::int64_t>(policy.metrics.size(), load * 1000), now);
    seen.cluster.requested_replicas = requested.value_or(target.replicas);
    seen.cluster.suspended = suspended;
    seen.cluster.apply_failed = apply_failed;
    seen.cluster.instances.clear();
    for (std::int32_t i = 0; i < existing; ++i) {
      seen.cluster.instances.push_back({target.key.name + "-" + std::to_string(i + 1),
                                        i == 0 ? Role::kPrimary : Role::kReplica,
                                        i < ready});
    }
    Proposal proposal = Decide(policy, target, seen, History{ledger}, now);
    if (proposal.entry_changed) {
      ledger = proposal.entry;
    }
    if (proposal.outcome == Outcome::kChanged) {
      const DecisionRecord record = MakeDecisionRecord(proposal, now);
      target.replicas = record.to;
      target.declared_replicas = record.to;
      target.decision = WriteDecisionRecord(record);
      target.managed_by = policy.Key();
      if (ledger_is_pushed) {
        ledger = EntryAfterPush(proposal, record.id, now);
      }
    }
    return proposal;
  }

  Proposal RunAfter(seconds time) {
    now += time;
    return Run();
  }

  void Converge() { existing = ready = target.replicas; }

  ScalingPolicy policy = APolicy();
  Target target;
  std::optional<LedgerEntry> ledger;
  SysSeconds now = kNow;
  std::int64_t load = 300;
  std::int32_t existing;
  std::int32_t ready;
  std::optional<std::int32_t> requested;
  bool suspended = false;
  bool apply_failed = false;
  bool ledger_is_pushed = true;
};

/// A life that has converged at 3 and then decided 3 -> 4.
Life WithFlightUp() {
  Life life(3);
  EXPECT_EQ(life.Run().outcome, Outcome::kNotNeeded);
  life.load = 420;
  EXPECT_EQ(life.RunAfter(seconds{300}).desired, 4);
  EXPECT_EQ(life.target.replicas, 4);
  life.load = 450;
  return life;
}

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
  life.target.replicas = life.target.replicas;
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
  life.RunAfter(seconds{60});
  EXPECT_EQ(life.RunAfter(seconds{301}).reason.code, ReasonCode::kRolledBack);
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

TEST(Override, AnEditedCountIsLeftAloneThenScaledAgain) {
  Life life = WithFlightUp();
  life.Converge();
  life.RunAfter(seconds{60});
  life.target.replicas = 6;
  life.target.declared_replicas = 6;
  life.Converge();
  life.load = 0;
  Proposal held = life.RunAfter(seconds{60});
  EXPECT_EQ(held.reason.code, ReasonCode::kManualHold);
  EXPECT_EQ(life.ledger->state, Lifecycle::kHold);
  held = life.RunAfter(seconds{1799});
  EXPECT_EQ(held.reason.code, ReasonCode::kManualHold);
  const Proposal after = life.RunAfter(seconds{1});
  EXPECT_EQ(after.outcome, Outcome::kChanged);
  EXPECT_EQ(after.desired, 5);
}

TEST(Override, ClosesTheOpenFlight) {
  Life life = WithFlightUp();
  life.RunAfter(seconds{10});
  life.target.replicas = 5;
  life.target.declared_replicas = 5;
  const Proposal held = life.RunAfter(seconds{60});
  EXPECT_EQ(held.reason.code, ReasonCode::kManualHold);
  EXPECT_NE(held.reason.message.find("supersedes"), std::string::npos);
  EXPECT_FALSE(life.ledger->flight);
}

TEST(Override, ARevertToAnOlderDecisionIsOne) {
  Life life = WithFlightUp();
  const Target older = life.target;
  life.Converge();
  life.load = 9000;
  ASSERT_EQ(life.RunAfter(seconds{60}).desired, 5);
  life.target = older;
  EXPECT_EQ(life.RunAfter(seconds{60}).reason.code, ReasonCode::kManualHold);
  EXPECT_EQ(life.target.replicas, 4);
}

TEST(Override, ARemovedFieldIsOne) {
  Life life = WithFlightUp();
  life.Converge();
  life.RunAfter(seconds{60});
  life.target.declared_replicas.reset();
  life.target.decision.reset();
  life.target.replicas = 2;
  life.existing = life.ready = 2;
  EXPECT_EQ(life.RunAfter(seconds{60}).reason.code, ReasonCode::kManualHold);
}

TEST(Override, OurOwnWriteIsNeverTakenForOne) {
  Life life(2);
  life.policy.max_replicas = 8;
  life.load = 150;
  life.Run();
  for (const std::int64_t load : {9000, 9000, 9000, 0, 0, 9000}) {
    life.load = load;
    const Proposal proposal = life.RunAfter(seconds{60});
    EXPECT_EQ(proposal.outcome, Outcome::kChanged) << proposal.reason.message;
    life.Converge();
  }
}

TEST(Ledger, ADecisionItNeverHeardOfIsOursByItsChain) {
  Life life(3);
  life.Run();
  life.ledger_is_pushed = false;  // killed between the two pushes
  life.load = 420;
  ASSERT_EQ(life.RunAfter(seconds{60}).desired, 4);
  life.ledger_is_pushed = true;
  const Proposal seen = life.RunAfter(seconds{60});
  EXPECT_EQ(seen.reason.code, ReasonCode::kFlightOpen);
  EXPECT_EQ(life.ledger->flight->to, 4);
  EXPECT_EQ(life.RunAfter(seconds{901}).reason.code, ReasonCode::kRolledBack);
}

TEST(Ledger, LostIsRebuiltByAdoption) {
  Life life = WithFlightUp();
  life.Converge();
  life.RunAfter(seconds{60});
  life.ledger.reset();
  EXPECT_EQ(life.RunAfter(seconds{60}).outcome, Outcome::kNotNeeded);
  EXPECT_EQ(life.ledger->last_converged, 4);
  // Nobody knows how often a count failed: the next back-off is the longest.
  life.load = 9000;
  ASSERT_EQ(life.RunAfter(seconds{60}).desired, 5);
  life.RunAfter(seconds{10});
  ASSERT_EQ(life.RunAfter(seconds{901}).reason.code, ReasonCode::kRolledBack);
  EXPECT_EQ(*life.ledger->backoff_until - *life.ledger->last_scale, seconds{900} * 32);
}

TEST(Ledger, ATargetOfSomebodyElseIsAdoptedNotOverridden) {
  Life life(3);
  const Proposal first = life.Run();
  EXPECT_EQ(first.outcome, Outcome::kNotNeeded);
  EXPECT_TRUE(first.entry_changed);
  EXPECT_FALSE(life.RunAfter(seconds{60}).entry_changed);
}

TEST(Ledger, DryRunWritesNothing) {
  Life life(3);
  life.policy.dry_run = true;
  EXPECT_FALSE(life.Run().entry_changed);
}

TEST(Ineffective, TwoScaleUpsThatChangedNothingHoldTheThird) {
  Life life(2);
  life.policy.max_replicas = 9;
  life.load = 150;
  life.Run();
  // One client pool that never spreads: 400 connections per standby whatever their number.
  for (int up = 0; up < 2; ++up) {
    life.load = 400 * (life.target.replicas - 1);
    const Proposal proposal = life.RunAfter(seconds{600});
    ASSERT_EQ(proposal.outcome, Outcome::kChanged) << up << " " << proposal.reason.message;
    life.Converge();
  }
  life.load = 400 * (life.target.replicas - 1);
  const Proposal held = life.RunAfter(seconds{600});
  EXPECT_EQ(held.reason.code, ReasonCode::kScaleUpIneffective);
  // It spreads after all: growing goes on.
  life.load = 300 * (life.target.replicas - 1);
  EXPECT_EQ(life.RunAfter(seconds{600}).outcome, Outcome::kChanged);
}

TEST(Ineffective, GrowthThatHelpsIsNotHeld) {
  Life life(2);
  life.policy.max_replicas = 9;
  life.load = 150;
  life.Run();
  life.load = 1000;
  for (int up = 0; up < 4; ++up) {
    const Proposal proposal = life.RunAfter(seconds{600});
    ASSERT_EQ(proposal.outcome, Outcome::kChanged) << up << " " << proposal.reason.message;
    life.Converge();
  }
}

}  // namespace
}  // namespace gitscale
