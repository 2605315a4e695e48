// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>
#include <vector>

#include "base/time.h"
#include "policies/scaling_policy.h"
#include "policies/target.h"
#include "reconciler/decision_record.h"
#include "reconciler/ledger_entry.h"
#include "reconciler/measure.h"
#include "reconciler/observation.h"
#include "reconciler/proposal.h"

namespace gitscale {

/// Version of the rules below. Recorded with every decision; raised when the same inputs may decide
/// differently.
inline constexpr std::int32_t kRulesVersion = 1;

/// What earlier runs saw of the target, from the ledger. Nothing: never seen, or the ledger was
/// lost.
struct History {
  std::optional<LedgerEntry> entry;

  bool operator==(const History&) const = default;
};

/// The windows a policy needs, in the order AssembleObservation expects: per metric the scale-up
/// window (smallest), the scale-down window and twice that (largest); then lag, writes and WAL
/// receivers.
[[nodiscard]] std::vector<SeriesRequest> WantedSeries(const ScalingPolicy& policy);

/// How much a proposal tells. kTrace: the stages that spoke. kEveryStage: also what each stage
/// looked at, for `explain`.
enum class Detail { kTrace, kEveryStage };

/// Puts the answers to WantedSeries together. REQUIRES: as many windows as WantedSeries asked for.
[[nodiscard]] Observation AssembleObservation(const ScalingPolicy& policy,
                                              std::vector<SignalWindow> windows,
                                              std::optional<Reason> endpoint_fault,
                                              ClusterState cluster);

/// What one target should do, before room shared with others is handed out (see Allocate).
/// Pure: same arguments, same answer, on any machine, at any time of day.
/// REQUIRES: seen.metrics parallel to policy.metrics.
[[nodiscard]] Proposal Decide(const ScalingPolicy& policy,
                              const Target& target,
                              const Observation& seen,
                              const History& past,
                              SysSeconds now,
                              Detail detail = Detail::kTrace);

/// The ledger entry once the change of `proposal` is pushed as `record`: a flight that no run has
/// seen yet. REQUIRES: proposal.outcome == kChanged; the record is that of the proposal.
[[nodiscard]] LedgerEntry EntryAfterPush(const Proposal& proposal, const DecisionRecord& record);

}  // namespace gitscale
