// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstdint>

#include "reconciler/decision_record.h"
#include "reconciler/ledger_entry.h"

namespace gitscale {

/// Rollbacks in a row that lead to the longest back-off; more are not counted.
inline constexpr std::int32_t kMostRollbacks = 5;

/// A decision is on the base branch, or about to be: its flight opens, as yet seen by no run. For a
/// rollback, counts at or above the failed one are held back from record.at on for 2, 4, 8 ... 32
/// deadlines. What an earlier scale-up was to bring is forgotten: the caller sets it for a new one.
void OpenFlight(LedgerEntry& entry, const DecisionRecord& record, std::chrono::seconds deadline);

/// Holds counts back after a rollback, as OpenFlight does: for when it has landed unseen.
void HoldBackAfter(LedgerEntry& entry,
                   const DecisionRecord& rollback,
                   std::chrono::seconds deadline);

/// The flight has converged: its count is known to work.
void LandFlight(LedgerEntry& entry);

}  // namespace gitscale
