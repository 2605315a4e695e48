// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "tests/support/life.h"

namespace gitscale {
namespace {

using std::chrono::seconds;
using testing::Life;

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

TEST(Ineffective, AScaleUpThatWasSeenToHelpIsForgotten) {
  Life life(2);
  life.policy.max_replicas = 9;
  life.load = 150;
  life.Run();
  // The load doubles its standbys' share again and again; each time one more takes its part of it.
  for (int up = 0; up < 4; ++up) {
    life.load = 200 * (life.target.replicas - 1);
    ASSERT_EQ(life.RunAfter(seconds{600}).outcome, Outcome::kChanged) << up;
    life.Converge();
    EXPECT_NE(life.RunAfter(seconds{600}).outcome, Outcome::kChanged) << up;
    EXPECT_EQ(life.ledger->scaled_on, Signal::kUnset) << up;
  }
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
