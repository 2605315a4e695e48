// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/quantity.h"
#include "base/time.h"
#include "policies/signal.h"
#include "policies/target.h"
#include "reconciler/ledger_entry.h"
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
  kOwnership,
  kFloorRaise,
  kSingleFlight,
  kEngineBusy,
  kBelowMinimum,
  kMetricsFresh,
  kLagBrake,
  kStabilization,
  kStep,
  kBounds,
  kQuorumFloor,
  kPrimarySafe,
  kAllowedCounts,
  kBackOff,
  kQuota,
  kCloneLimit,
  kBlastRadius,
  kRunningCount,
  kApproval,
  kDryRun,
};

[[nodiscard]] std::string_view RuleName(Rule rule);

/// The guardrails that look at every target, in their order, then those over a wave.
[[nodiscard]] std::span<const Rule> GuardrailOrder();

/// One stage that spoke. before, after: desired total instances.
struct TraceEntry {
  Rule rule = Rule::kUnset;
  std::int32_t before = 0;
  std::int32_t after = 0;
  Reason reason;
  std::optional<SysSeconds> until;  ///< when it lasts: until when

  bool operator==(const TraceEntry&) const = default;
};

/// What one guardrail looked at, for people.
struct StageFacts {
  Rule rule = Rule::kUnset;
  std::string facts;  ///< one line, with the numbers

  bool operator==(const StageFacts&) const = default;
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

/// What Allocate needs to know of one target, beside what it wants.
struct SharedFacts {
  std::string endpoint;  ///< metrics endpoint
  std::map<std::string, std::int64_t>
      instance_cost;       ///< per instance, by ResourceQuota resource, in milli-units
  std::string cost_fault;  ///< why some of it is unknown and not in instance_cost; empty: all known
  std::vector<std::int32_t> allowed_counts;  ///< as in Target
  std::int32_t arriving = 0;  ///< instances that Git asks for and that do not exist yet: not in the
                              ///< quota's usage
  bool flight_up = false;     ///< a flight up is open
  bool floor_raise = false;   ///< raised to the quorum floor: knows the quota only
  bool wants_down = false;    ///< a change down that the metrics ask for: no rollback, no
                              ///< lowered maxReplicas
  bool window_complete = false;  ///< the scale-down window could be read
  bool holds_twice = false;      ///< a scale-down would also hold over twice its window

  bool operator==(const SharedFacts&) const = default;
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
  std::vector<StageFacts> stages;  ///< every stage that was reached; only when asked for (Detail)
  std::vector<Condition> conditions;
  std::vector<MetricStatus> metrics;  ///< parallel to the policy's
  bool dry_run = false;               ///< desired is what would have been written
  std::chrono::seconds deadline{0};   ///< the policy's convergence deadline
  SharedFacts shared;
  LedgerEntry entry;           ///< what the ledger should say after this run, if nothing is written
  bool entry_changed = false;  ///< it differs from what the ledger says now
  Signal scaled_on = Signal::kUnset;   ///< a scale-up: the metric that asks for it ...
  std::int64_t load_before_milli = 0;  ///< ... its load per standby now ...
  std::int32_t ineffective = 0;        ///< ... and how many before it, in a row, changed nothing
  std::string previous;  ///< id of the decision before this one, as the ledger knew it
  std::string inputs;    ///< canonical JSON of what was decided on (reconciler/inputs.h)

  bool operator==(const Proposal&) const = default;
};

/// A person should look: data is missing, or a guardrail found something wrong.
[[nodiscard]] bool IsFrozen(const Proposal& proposal);

}  // namespace gitscale
