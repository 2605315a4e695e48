// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/flight.h"

#include <algorithm>

#include "base/check.h"

namespace gitscale {
namespace {

/// Longest back-off after a rollback, in deadlines.
constexpr std::int64_t kLongestBackoff = 32;

}  // namespace

void HoldBackAfter(LedgerEntry& entry,
                   const DecisionRecord& rollback,
                   std::chrono::seconds deadline) {
  entry.failed_count = rollback.from;
  entry.rollbacks = std::min(entry.rollbacks + 1, kMostRollbacks);
  entry.backoff_until =
      rollback.at + deadline * std::min(kLongestBackoff, std::int64_t{1} << entry.rollbacks);
}

void OpenFlight(LedgerEntry& entry, const DecisionRecord& record, std::chrono::seconds deadline) {
  const bool is_rollback = record.reason == ReasonName(ReasonCode::kRolledBack);
  entry.decision = record.id;
  entry.replicas = record.to;
  entry.state = Lifecycle::kFlight;
  entry.hold_until.reset();
  entry.last_scale = record.at;
  entry.flight = Flight{};
  entry.flight->from = record.from;
  entry.flight->to = record.to;
  entry.flight->rollback = is_rollback;
  if (is_rollback) {
    HoldBackAfter(entry, record, deadline);
  }
  if (is_rollback || record.to > record.from) {
    // A scale-up that never landed says nothing about whether one more standby helps.
    entry.scaled_on = Signal::kUnset;
    entry.load_before_milli = 0;
    entry.ineffective = 0;
  }
}

void LandFlight(LedgerEntry& entry) {
  CHECK(entry.flight.has_value());
  const Flight flight = *entry.flight;
  entry.state = Lifecycle::kIdle;
  entry.flight.reset();
  entry.last_converged = flight.to;
  if (!flight.rollback && flight.to > flight.from && entry.failed_count != 0 &&
      flight.to >= entry.failed_count) {
    entry.rollbacks = 0;
    entry.failed_count = 0;
    entry.backoff_until.reset();
  }
}

}  // namespace gitscale
