// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "reconciler/decide.h"
#include "tests/support/builders.h"

/// A table of decisions: one row per rule or reason.
namespace gitscale::testing {

/// One rule or reason. Load is what all standbys carry together, in whole connections, constant
/// over both windows.
struct DecideCase {
  std::string name;
  std::int32_t replicas = 3;
  std::int64_t load = 300;
  std::int32_t want = 3;
  Outcome outcome = Outcome::kNotNeeded;
  ReasonCode reason = ReasonCode::kWithinTolerance;
  std::function<void(ScalingPolicy&, Target&)> given = [](ScalingPolicy&, Target&) {};
  std::function<void(Observation&)> seen = [](Observation&) {};
};

inline Proposal DecideOn(const DecideCase& c) {
  ScalingPolicy policy = APolicy();
  Target target = ATarget(c.replicas);
  c.given(policy, target);
  Observation seen =
      Seen(policy, target, std::vector<std::int64_t>(policy.metrics.size(), c.load * 1000));
  c.seen(seen);
  return Decide(policy, target, seen, History{}, kNow);
}

/// Checks what the case wants, and what every decision owes.
inline void ExpectDecision(const DecideCase& c) {
  const Proposal proposal = DecideOn(c);
  EXPECT_EQ(proposal.desired, c.want) << proposal.reason.message;
  EXPECT_EQ(OutcomeName(proposal.outcome), OutcomeName(c.outcome)) << proposal.reason.message;
  EXPECT_EQ(ReasonName(proposal.reason.code), ReasonName(c.reason)) << proposal.reason.message;
  EXPECT_FALSE(proposal.trace.empty());
  EXPECT_FALSE(proposal.reason.message.empty());
  for (const TraceEntry& entry : proposal.trace) {
    EXPECT_NE(entry.rule, Rule::kUnset);
    EXPECT_NE(entry.reason.code, ReasonCode::kUnset);
  }
  EXPECT_EQ(proposal.conditions.size(), 3U);
  for (const Condition& condition : proposal.conditions) {
    if (condition.type == ConditionType::kAbleToScale && proposal.outcome == Outcome::kUnknown) {
      EXPECT_FALSE(condition.status) << condition.reason.message;
    }
  }
  EXPECT_EQ(proposal.inputs.empty(), proposal.outcome != Outcome::kChanged);
}

/// Breaks both windows of the first metric.
inline auto Fault(ReasonCode code) {
  return [code](Observation& seen) {
    seen.metrics[0].up.fault = Reason{code, "as told"};
    seen.metrics[0].down.fault = Reason{code, "as told"};
  };
}

/// The newest `count` steps of a window carry this many connections.
inline void SetNewest(SignalWindow& window, std::size_t count, std::int64_t load) {
  for (std::size_t i = window.steps.size() - count; i < window.steps.size(); ++i) {
    window.steps[i].sum_milli = load * 1000;
  }
}

inline void SetPresent(SignalWindow& window,
                       std::size_t first,
                       std::size_t count,
                       std::int32_t present) {
  for (std::size_t i = first; i < first + count; ++i) {
    window.steps[i].present = present;
    window.steps[i].sum_milli = 0;
  }
}

}  // namespace gitscale::testing
