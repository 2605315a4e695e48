// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <optional>

#include <fmt/format.h>

#include "reconciler/decision_record.h"
#include "reconciler/flight.h"
#include "reconciler/running.h"
#include "reconciler/stages.h"

namespace gitscale {
namespace {

/// The annotation, when it is a record of this policy.
std::optional<DecisionRecord> RecordOf(const StageInput& in) {
  if (!in.target.decision) {
    return std::nullopt;
  }
  auto record = ParseDecisionRecord(*in.target.decision);
  if (!record || record->policy != in.policy.Key()) {
    return std::nullopt;
  }
  return *record;
}

/// The run that made this decision saw the count before it run in full, unless it did not look.
void RememberWhatItSaw(LedgerEntry& entry, const DecisionRecord& record) {
  if (record.reason == ReasonName(ReasonCode::kRolledBack) ||
      record.reason == ReasonName(ReasonCode::kBelowQuorumFloor)) {
    return;
  }
  if (entry.flight && entry.flight->to == record.from) {
    LandFlight(entry);
  }
  entry.last_converged = record.from;
}

/// No entry: never seen, or the ledger was lost. An annotation tells which. With one that follows
/// another, how often a count failed is lost too: back-offs start at their longest. The first one
/// ever is of a run that was killed before it wrote an entry.
void Adopt(Draft& draft, const StageInput& in, const std::optional<DecisionRecord>& record) {
  LedgerEntry& entry = draft.proposal.entry;
  entry.decision = record ? record->id : "";
  entry.replicas = in.target.replicas;
  if (!record) {
    return;
  }
  if (record->previous.empty()) {
    RememberWhatItSaw(entry, *record);
  } else {
    entry.rollbacks = kMostRollbacks - 1;
  }
  if (!RunsExactly(in.seen.cluster, record->to)) {
    OpenFlight(entry, *record, in.policy.convergence_deadline);
  } else if (record->reason == ReasonName(ReasonCode::kRolledBack)) {
    HoldBackAfter(entry, *record, in.policy.convergence_deadline);
  }
}

/// Somebody else set the value: it is the baseline now.
void Override(Draft& draft, const StageInput& in, const std::optional<DecisionRecord>& record) {
  if (in.seen.endpoint_fault) {
    // The hold lasts from a moment that only the endpoint's clock can tell: the next run that has
    // it begins it.
    Settle(draft,
           Rule::kOwnership,
           Outcome::kHeld,
           {ReasonCode::kManualHold,
            fmt::format("set to {} by hand; left alone, and the time is not known: {}",
                        in.target.replicas,
                        in.seen.endpoint_fault->message)});
    return;
  }
  LedgerEntry& entry = draft.proposal.entry;
  const bool superseded = entry.flight.has_value();
  const std::int32_t before = entry.replicas;
  entry.decision = record ? record->id : "";
  entry.replicas = in.target.replicas;
  entry.state = Lifecycle::kHold;
  entry.flight.reset();
  entry.hold_until = in.now + in.policy.manual_hold;
  entry.rollbacks = 0;
  entry.failed_count = 0;
  entry.backoff_until.reset();
  entry.scaled_on = Signal::kUnset;
  entry.load_before_milli = 0;
  entry.ineffective = 0;
  Settle(draft,
         Rule::kOwnership,
         Outcome::kHeld,
         {ReasonCode::kManualHold,
          fmt::format("set to {} by hand (was {}){}; left alone until {}",
                      in.target.replicas,
                      before,
                      superseded ? ", which supersedes the open decision" : "",
                      FormatRfc3339(*entry.hold_until))},
         entry.hold_until);
}

/// Without the endpoint's clock a hold does not end.
bool IsHolding(const StageInput& in, const LedgerEntry& entry) {
  return entry.hold_until && (in.now < *entry.hold_until || in.seen.endpoint_fault);
}

}  // namespace

void CheckOwnership(Draft& draft, const StageInput& in) {
  const auto record = RecordOf(in);
  const std::string id = record ? record->id : "";
  const bool record_matches = record && record->to == in.target.replicas;
  LedgerEntry& entry = draft.proposal.entry;
  if (!in.past.entry) {
    entry.replicas = record ? record->to : in.target.replicas;
    if (record && !record_matches) {
      Override(draft, in, record);
    } else {
      Adopt(draft, in, record);
    }
    return;
  }
  const bool as_known = id == entry.decision && in.target.replicas == entry.replicas;
  if (!as_known && record_matches && id != entry.decision && record->previous == entry.decision) {
    // Pushed by a run that was killed before the ledger, or merged.
    RememberWhatItSaw(entry, *record);
    OpenFlight(entry, *record, in.policy.convergence_deadline);
  } else if (!as_known) {
    Override(draft, in, record);
  } else if (entry.state == Lifecycle::kHold && IsHolding(in, entry)) {
    Settle(draft,
           Rule::kOwnership,
           Outcome::kHeld,
           {ReasonCode::kManualHold,
            fmt::format("set to {} by hand; left alone until {}",
                        in.target.replicas,
                        FormatRfc3339(*entry.hold_until))},
           entry.hold_until);
  } else if (entry.state == Lifecycle::kHold) {
    entry.state = Lifecycle::kIdle;
    entry.hold_until.reset();
  }
}

}  // namespace gitscale
