// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/quantity.h"
#include "base/time.h"
#include "policies/signal.h"
#include "policies/target.h"
#include "reconciler/reason.h"

namespace gitscale {

/// What became of one target.
enum class Outcome {
  kUnset,      ///< a bug
  kNotNeeded,  ///< the count is right
  kHeld,       ///< a guardrail held the change back
  kNotTried,   ///< suspended, dry run, stopped or not scalable
  kUnknown,    ///< data missing or stale: frozen
  kChanged,    ///< a new count is to be written
};

[[nodiscard]] std::string_view OutcomeName(Outcome outcome);

/// The stages of a decision, in their order (docs/decision.md).
enum class Rule {
  kUnset,
  kScalable,
  kFloorRaise,
  kBelowMinimum,
  kMetricsFresh,
  kStabilization,
  kStep,
  kBounds,
  kQuorumFloor,
  kRunningCount,
  kApproval,
  kDryRun,
};

[[nodiscard]] std::string_view RuleName(Rule rule);

/// One stage that spoke. before, after: desired total instances.
struct TraceEntry {
  Rule rule = Rule::kUnset;
  std::int32_t before = 0;
  std::int32_t after = 0;
  Reason reason;
  std::optional<SysSeconds> until;  ///< when it lasts: until when

  bool operator==(const TraceEntry&) const = default;
};

/// HPA's conditions.
enum class ConditionType { kScalingActive, kAbleToScale, kScalingLimited };

[[nodiscard]] std::string_view ConditionName(ConditionType type);

struct Condition {
  ConditionType type = ConditionType::kScalingActive;
  bool status = false;
  Reason reason;

  bool operator==(const Condition&) const = default;
};

/// What one metric said, for people and for status.
struct MetricStatus {
  Signal signal = Signal::kUnset;
  MilliQuantity target;  ///< per read standby
  std::optional<MilliQuantity>
      current;  ///< per read standby in the newest covered step; nothing: unreadable
  std::optional<std::int32_t>
      recommended_up;  ///< total instances; nothing: this window cannot be used
  std::optional<std::int32_t> recommended_down;  ///< likewise
  std::optional<Reason> fault;  ///< why it is unreadable, in one direction at least

  bool operator==(const MetricStatus&) const = default;
};

/// What one target should do, and everything that led to it. Table, JSON, commit message and events
/// are rendered from this value alone; none of them computes again.
struct Proposal {
  TargetKey key;
  std::string display_name;
  std::string policy;  ///< "namespace/name"
  std::int32_t current = 0;
  std::int32_t desired = 0;
  std::optional<std::int32_t> recommendation;  ///< what the metrics ask for, before any guardrail
  Outcome outcome = Outcome::kUnset;
  Reason reason;  ///< the one that settled it; also the last word in the table
  std::vector<TraceEntry> trace;
  std::vector<Condition> conditions;
  std::vector<MetricStatus> metrics;  ///< parallel to the policy's
  bool dry_run = false;               ///< desired is what would have been written
  std::string inputs;  ///< canonical JSON of what was decided on (reconciler/inputs.h)

  bool operator==(const Proposal&) const = default;
};

}  // namespace gitscale
