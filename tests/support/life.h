// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "policies/scaling_policy.h"
#include "reconciler/decide.h"
#include "reconciler/decision_record.h"
#include "tests/support/builders.h"

namespace gitscale::testing {

using std::chrono::seconds;

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
      const Role role = i == primary ? Role::kPrimary : i < ready ? Role::kReplica : pending_role;
      seen.cluster.instances.push_back(
          {target.key.name + "-" + std::to_string(i + first_ordinal), role, i < ready});
    }
    seen.endpoint_fault = endpoint_fault;
    seen.cluster.fault = cluster_fault;
    seen.cluster.busy = busy;
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
        ledger = EntryAfterPush(proposal, record);
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
  std::int32_t first_ordinal = 1;
  std::int32_t primary = 0;  ///< counted from the first
  Role pending_role = Role::kReplica;
  std::optional<std::int32_t> requested;
  bool suspended = false;
  bool apply_failed = false;
  std::optional<Reason> endpoint_fault;
  std::optional<Reason> cluster_fault;
  std::vector<std::string> busy;
  bool ledger_is_pushed = true;
};

/// A life that has converged at 3 and then decided 3 -> 4.
inline Life WithFlightUp() {
  Life life(3);
  EXPECT_EQ(life.Run().outcome, Outcome::kNotNeeded);
  life.load = 420;
  EXPECT_EQ(life.RunAfter(seconds{300}).desired, 4);
  EXPECT_EQ(life.target.replicas, 4);
  life.load = 450;
  return life;
}

}  // namespace gitscale::testing
