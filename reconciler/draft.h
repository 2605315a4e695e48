// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/time.h"
#include "policies/scaling_policy.h"
#include "policies/target.h"
#include "reconciler/decide.h"
#include "reconciler/observation.h"
#include "reconciler/proposal.h"
#include "reconciler/recommendation.h"

namespace gitscale {

/// What every stage may look at.
struct StageInput {
  const ScalingPolicy& policy;
  const Target& target;
  const Observation& seen;
  const History& past;
  SysSeconds now;

  /// R: the standbys Git asks for.
  [[nodiscard]] std::int32_t Standbys() const { return target.replicas - target.primary_count; }
};

/// A proposal on its way through the stages. proposal.entry is the ledger entry as it should be
/// when nothing is written.
struct Draft {
  Proposal proposal;
  bool settled = false;        ///< a stage had the last word; the guardrails after it are skipped
  bool minimum_raise = false;  ///< below minReplicas: needs no metrics
  std::optional<Reason> veto_up;    ///< no increase, and why
  std::optional<Reason> veto_down;  ///< no decrease, and why
  Recommendation recommendation;    ///< filled by RequireFreshMetrics
};

/// One stage that changes the desired count, or only speaks (`after` as it was).
void Note(Draft& draft,
          Rule rule,
          std::int32_t after,
          Reason reason,
          std::optional<SysSeconds> until = std::nullopt);

/// Ends the decision without a change.
void Settle(Draft& draft,
            Rule rule,
            Outcome outcome,
            Reason reason,
            std::optional<SysSeconds> until = std::nullopt);

/// Puts the count back to the present one, and lets the stages after it speak.
void Hold(Draft& draft,
          Rule rule,
          Outcome outcome,
          Reason reason,
          std::optional<SysSeconds> until = std::nullopt);

/// Sets (or replaces) one of HPA's conditions.
void SetCondition(Proposal& proposal, ConditionType type, bool status, Reason reason);

}  // namespace gitscale
