// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <optional>

#include <fmt/format.h>

#include "reconciler/decision_record.h"
#include "reconciler/stages.h"

namespace gitscale {
namespace {

/// Back-off steps that lead to the longest wait: what a lost ledger starts from.
constexpr std::int32_t kMostRollbacks = 5;

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

void Adopt(Draft& draft, const StageInput& in, const std::optional<DecisionRecord>& record) {
  LedgerEntry& entry = draft.proposal.entry;
  entry.decision = record ? record->id : "";
  entry.replicas = in.target.replicas;
  // An annotation without an entry: the ledger was lost, and with it how often a count failed.
  entry.rollbacks = record ? kMostRollbacks - 1 : 0;
}

/// A decision of ours that the ledger has not heard of: pushed by a run that was killed before the
/// ledger, or merged.
void OpenFlight(Draft& draft, const StageInput& in, const DecisionRecord& record) {
  LedgerEntry& entry = draft.proposal.entry;
  entry.decision = record.id;
  entry.replicas = in.target.replicas;
  entry.state = Lifecycle::kFlight;
  entry.last_scale = record.at;
  entry.hold_until.reset();
  entry.flight = Flight{.from = record.from,
                        .to = record.to,
                        .rollback = record.reason == ReasonName(ReasonCode::kRolledBack),
                        .first_seen = std::nullopt,
                        .most_existing = 0,
                        .most_ready = 0,
                        .last_progress = std::nullopt,
                        .paused_since = std::nullopt};
}

/// Somebody else set the value: it is the baseline now.
void Override(Draft& draft, const StageInput& in, const std::optional<DecisionRecord>& record) {
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
    OpenFlight(draft, in, *record);
  } else if (!as_known) {
    Override(draft, in, record);
  } else if (entry.state == Lifecycle::kHold && entry.hold_until && in.now < *entry.hold_until) {
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
