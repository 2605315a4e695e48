// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "tests/support/life.h"

namespace gitscale {
namespace {

using std::chrono::seconds;
using testing::Life;
using testing::WithFlightUp;

/// A life with a decision behind it, and another one under way: 3 -> 4, then 4 -> 5.
Life WithSecondFlightUp() {
  Life life = WithFlightUp();
  life.Converge();
  life.load = 9000;
  EXPECT_EQ(life.RunAfter(seconds{60}).desired, 5);
  life.load = 600;
  return life;
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
  Life life = WithSecondFlightUp();
  life.Converge();
  life.RunAfter(seconds{60});
  life.ledger.reset();
  EXPECT_EQ(life.RunAfter(seconds{60}).outcome, Outcome::kNotNeeded);
  EXPECT_EQ(life.ledger->last_converged, 5);
  // Nobody knows how often a count failed: the next back-off is the longest.
  life.load = 9000;
  ASSERT_EQ(life.RunAfter(seconds{60}).desired, 6);
  life.RunAfter(seconds{10});
  ASSERT_EQ(life.RunAfter(seconds{901}).reason.code, ReasonCode::kRolledBack);
  EXPECT_EQ(*life.ledger->backoff_until - *life.ledger->last_scale, seconds{900} * 32);
}

TEST(Ledger, ADecisionItNeverHeardOfSawTheOneBeforeConverge) {
  Life life = WithFlightUp();
  life.policy.max_replicas = 9;
  life.Converge();
  life.load = 9000;
  life.ledger_is_pushed = false;  // killed between the pushes: the landing is lost with the flight
  const std::optional<LedgerEntry> before = life.ledger;
  ASSERT_EQ(life.RunAfter(seconds{60}).desired, 5);
  life.ledger = before;
  life.ledger_is_pushed = true;
  life.RunAfter(seconds{60});
  EXPECT_EQ(life.ledger->last_converged, 4);
  EXPECT_EQ(life.ledger->flight->to, 5);
}

TEST(Ledger, TwoDecisionsItNeverHeardOfAreOurs) {
  Life life = WithFlightUp();
  life.policy.max_replicas = 9;
  life.Converge();
  life.load = 9000;
  const std::optional<LedgerEntry> before = life.ledger;
  for (const std::int32_t want : {5, 6}) {
    // Each of these runs is killed between its pushes.
    life.ledger = before;
    life.ledger_is_pushed = false;
    ASSERT_EQ(life.RunAfter(seconds{600}).desired, want);
    life.Converge();
  }
  life.ledger = before;
  life.ledger_is_pushed = true;
  EXPECT_EQ(life.RunAfter(seconds{600}).desired, 7) << "no hand was on it";
}

TEST(Ledger, ARollbackItNeverHeardOfBacksOff) {
  Life life = WithFlightUp();
  life.RunAfter(seconds{10});
  life.ledger_is_pushed = false;
  ASSERT_EQ(life.RunAfter(seconds{901}).reason.code, ReasonCode::kRolledBack);
  const SysSeconds rolled_back = life.now;
  life.ledger_is_pushed = true;
  life.RunAfter(seconds{60});
  EXPECT_EQ(life.ledger->failed_count, 4);
  EXPECT_EQ(life.ledger->rollbacks, 1);
  EXPECT_EQ(life.ledger->backoff_until, rolled_back + 2 * seconds{900});
  life.load = 9000;
  EXPECT_EQ(life.RunAfter(seconds{60}).reason.code, ReasonCode::kScaleUpBackoff);
}

TEST(Ledger, NeverWrittenAfterTheFirstDecisionIsNotLost) {
  Life life(3);
  life.load = 420;
  life.ledger_is_pushed = false;
  ASSERT_EQ(life.Run().desired, 4);
  life.ledger.reset();  // the first run ever was killed between its pushes
  life.ledger_is_pushed = true;
  life.RunAfter(seconds{60});
  EXPECT_EQ(life.ledger->last_converged, 3);
  EXPECT_EQ(life.ledger->rollbacks, 0);
  EXPECT_EQ(life.RunAfter(seconds{901}).reason.code, ReasonCode::kRolledBack);
}

TEST(Ledger, LostWithAFlightOpenWatchesItOn) {
  Life life = WithSecondFlightUp();
  life.RunAfter(seconds{60});
  life.ledger.reset();
  EXPECT_EQ(life.RunAfter(seconds{60}).reason.code, ReasonCode::kFlightOpen);
  // What converged before is lost too: nothing to go back to.
  EXPECT_EQ(life.RunAfter(seconds{901}).reason.code, ReasonCode::kStuckScaling);
}

TEST(Ledger, LostAfterARollbackBacksOffForLongest) {
  Life life = WithFlightUp();
  life.RunAfter(seconds{10});
  ASSERT_EQ(life.RunAfter(seconds{901}).reason.code, ReasonCode::kRolledBack);
  const SysSeconds rolled_back = life.now;
  life.ledger.reset();
  life.existing = 4;  // the failed instance is still being removed
  life.RunAfter(seconds{60});
  EXPECT_EQ(life.ledger->failed_count, 4);
  EXPECT_EQ(life.ledger->backoff_until, rolled_back + 32 * seconds{900});
}

TEST(Ledger, LostAfterARollbackThatLandedBacksOffToo) {
  Life life = WithFlightUp();
  life.RunAfter(seconds{10});
  ASSERT_EQ(life.RunAfter(seconds{901}).reason.code, ReasonCode::kRolledBack);
  life.RunAfter(seconds{60});
  life.ledger.reset();
  life.load = 9000;
  EXPECT_EQ(life.RunAfter(seconds{60}).reason.code, ReasonCode::kScaleUpBackoff);
}

TEST(Ledger, ATargetOfSomebodyElseIsAdoptedNotOverridden) {
  Life life(3);
  const Proposal first = life.Run();
  EXPECT_EQ(first.outcome, Outcome::kNotNeeded);
  EXPECT_TRUE(first.entry_changed);
  EXPECT_FALSE(life.RunAfter(seconds{60}).entry_changed);
}

TEST(Ledger, ATargetThatCannotBeScaledIsNotEntered) {
  Life life(3);
  life.target.not_scalable = "replication is off";
  EXPECT_FALSE(life.Run().entry_changed);
}

TEST(Override, OfADryRunEnds) {
  Life life(3);
  life.Run();
  life.policy.dry_run = true;
  life.target.replicas = 4;
  life.target.declared_replicas = 4;
  life.Converge();
  const Proposal held = life.RunAfter(seconds{60});
  EXPECT_EQ(held.reason.code, ReasonCode::kManualHold);
  life.RunAfter(seconds{900});
  EXPECT_NE(life.RunAfter(seconds{901}).reason.code, ReasonCode::kManualHold);
}

TEST(Override, LastsWhileTheClockIsUnknown) {
  Life life(3);
  life.Run();
  life.target.replicas = 5;
  life.target.declared_replicas = 5;
  life.Converge();
  life.RunAfter(seconds{60});
  life.endpoint_fault = Reason{ReasonCode::kClockSkew, "clocks differ by 86400 s"};
  EXPECT_EQ(life.RunAfter(seconds{86400}).reason.code, ReasonCode::kManualHold);
  life.now -= seconds{86400};
  life.endpoint_fault.reset();
  EXPECT_EQ(life.RunAfter(seconds{60}).reason.code, ReasonCode::kManualHold);
}

TEST(Override, BeginsWhenTheClockIsKnown) {
  Life life(3);
  life.Run();
  life.target.replicas = 5;
  life.target.declared_replicas = 5;
  life.Converge();
  life.endpoint_fault = Reason{ReasonCode::kMetricsUnavailable, "connection refused"};
  const Proposal blind = life.RunAfter(seconds{60});
  EXPECT_EQ(blind.reason.code, ReasonCode::kManualHold);
  EXPECT_FALSE(blind.entry_changed);
  life.endpoint_fault.reset();
  life.RunAfter(seconds{600});
  EXPECT_EQ(life.ledger->hold_until, life.now + life.policy.manual_hold);
}

TEST(Ledger, DryRunWritesNothing) {
  Life life(3);
  life.policy.dry_run = true;
  EXPECT_FALSE(life.Run().entry_changed);
}

}  // namespace
}  // namespace gitscale
