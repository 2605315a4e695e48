// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fleet/checks.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "reconciler/decision_record.h"
#include "reconciler/inputs.h"

namespace gitscale::fleet {
namespace {

using std::chrono::seconds;

constexpr std::int64_t kKeptOfAKind = 3;

bool IsRollback(const Proposal& proposal) {
  return proposal.reason.code == ReasonCode::kRolledBack;
}

bool IsFloorRaise(const Proposal& proposal) {
  return proposal.reason.code == ReasonCode::kBelowQuorumFloor;
}

/// How many counts the engine can run lie between, the far end included.
std::int32_t StepsBetween(const Target& target, std::int32_t from, std::int32_t to) {
  const auto [low, high] = std::minmax(from, to);
  if (target.allowed_counts.empty()) {
    return high - low;
  }
  return static_cast<std::int32_t>(std::ranges::count_if(target.allowed_counts, [&](auto count) {
    return from < to ? count > low && count <= high : count >= low && count < high;
  }));
}

void CheckSteps(Checks& checks, const Subject& subject, const Considered& run) {
  const Proposal& given = run.given;
  const std::int32_t floor = subject.target.quorum_floor;
  if (IsFloorRaise(given)) {
    if (given.desired != floor || given.current >= floor) {
      checks.Fail("FloorInOneDecision", subject, run, fmt::format("the floor is {}", floor));
    }
    return;
  }
  const bool up = given.desired > given.current;
  const std::int32_t most = up ? subject.policy.scale_up.step : subject.policy.scale_down.step;
  const std::int32_t steps = StepsBetween(subject.target, given.current, given.desired);
  if (!IsRollback(given) && steps > most) {
    checks.Fail("OneStep", subject, run, fmt::format("{} steps, at most {}", steps, most));
  }
  if (!up && given.desired < floor) {
    checks.Fail("NeverBelowTheFloor", subject, run, fmt::format("the floor is {}", floor));
  }
  if (up && given.desired > subject.policy.max_replicas) {
    checks.Fail("WithinBounds", subject, run, "above maxReplicas");
  }
  if (!up && !IsRollback(given) && given.desired < subject.policy.min_replicas) {
    checks.Fail("WithinBounds", subject, run, "below minReplicas");
  }
}

void CheckFlights(Checks& checks, const Subject& subject, const Considered& run) {
  const Truth& truth = subject.truth;
  const Proposal& given = run.given;
  if (truth.flight_open && !IsFloorRaise(given)) {
    const bool undone = IsRollback(given) && given.current == truth.flight_to &&
                        !truth.flight_is_rollback && given.desired < given.current;
    if (!undone) {
      checks.Fail("OneFlight",
                  subject,
                  run,
                  fmt::format("{} -> {} of {} has not converged",
                              truth.flight_from,
                              truth.flight_to,
                              FormatRfc3339(truth.flight_at)));
    }
  }
  const bool ledger_is_whole =
      !truth.ledger_lost_at || !truth.foreign_at || *truth.ledger_lost_at < *truth.foreign_at;
  const seconds hold = std::min(truth.hold, subject.policy.manual_hold);
  if (truth.foreign_at && ledger_is_whole && run.now < *truth.foreign_at + hold) {
    checks.Fail(truth.foreign_unseen ? "SeesEveryRevert" : "NeverUndoesAnEdit",
                subject,
                run,
                fmt::format("edited by hand at {}", FormatRfc3339(*truth.foreign_at)));
  }
  if (given.desired > given.current && !IsFloorRaise(given) && truth.failed_count != 0 &&
      given.desired >= truth.failed_count && run.now < truth.no_retry_before) {
    checks.Fail("BacksOff",
                subject,
                run,
                fmt::format("{} was rolled back, not before {}",
                            truth.failed_count,
                            FormatRfc3339(truth.no_retry_before)));
  }
}

void CheckPrimary(Checks& checks, const Subject& subject, const Considered& run) {
  if (!subject.target.removes_by_ordinal) {
    return;
  }
  for (const Pod& pod : subject.cluster.pods) {
    if (pod.primary && pod.ordinal >= run.given.desired && pod.ordinal < run.given.current) {
      checks.Fail("PrimaryIsNeverRemoved", subject, run, fmt::format("'{}' is it", pod.name));
    }
  }
}

/// The entry without the facts that only the ledger knew: the annotation cannot bring them back.
LedgerEntry Recoverable(LedgerEntry entry) {
  entry.scaled_on = Signal::kUnset;
  entry.load_before_milli = 0;
  entry.ineffective = 0;
  entry.last_scale.reset();
  return entry;
}

}  // namespace

void Checks::Fail(const std::string& invariant,
                  const Subject& subject,
                  const Considered& run,
                  const std::string& what) {
  if (++counts_[invariant] > kKeptOfAKind) {
    return;
  }
  std::string text = fmt::format("{}: {} at {}: {} -> {} ({}: {}): {}",
                                 invariant,
                                 subject.target.key.name,
                                 FormatRfc3339(run.now),
                                 run.given.current,
                                 run.given.desired,
                                 ReasonName(run.given.reason.code),
                                 run.given.reason.message,
                                 what);
  for (const TraceEntry& entry : run.given.trace) {
    text += fmt::format("\n    {} {} -> {}: {}",
                        RuleName(entry.rule),
                        entry.before,
                        entry.after,
                        entry.reason.message);
  }
  violations_.push_back({invariant, std::move(text)});
}

void CheckDecided(Checks& checks, const Subject& subject, const Considered& run) {
  const Proposal again = Decide(subject.policy, run.declared, run.seen, run.past, run.now);
  if (again != run.decided) {
    checks.Fail("SameBytes", subject, run, "deciding again came to something else");
  }
  if (run.decided.outcome == Outcome::kChanged &&
      (run.decided.inputs !=
           EncodeInputs(subject.policy, run.declared, run.seen, run.past, run.now) ||
       WriteDecisionRecord(MakeDecisionRecord(again, run.now)) !=
           WriteDecisionRecord(MakeDecisionRecord(run.decided, run.now)))) {
    checks.Fail("SameBytes", subject, run, "inputs or record differ");
  }
  const bool held_before =
      run.past.entry && run.past.entry->hold_until == run.decided.entry.hold_until;
  if (run.decided.entry.state == Lifecycle::kHold && !held_before &&
      subject.truth.last_write_ours) {
    checks.Fail("OursIsNoEdit", subject, run, "the newest commit is ours");
  }
  if (!subject.truth.uncut_entry) {
    return;
  }
  const auto uncut = ParseLedgerEntry(*subject.truth.uncut_entry);
  const Proposal would = Decide(subject.policy, run.declared, run.seen, History{*uncut}, run.now);
  if (would.outcome != run.decided.outcome || would.desired != run.decided.desired ||
      would.reason.code != run.decided.reason.code) {
    checks.Fail("KilledRunsLeaveNoTrace",
                subject,
                run,
                fmt::format("without the kill: {} ({}: {})",
                            would.desired,
                            ReasonName(would.reason.code),
                            would.reason.message));
  } else if (run.past.entry && Recoverable(would.entry) != Recoverable(run.decided.entry)) {
    // Without any entry it is as if the ledger were lost: back-offs start at their longest.
    checks.Fail("KilledRunsLeaveNoTraceInTheLedger",
                subject,
                run,
                fmt::format("{} instead of {}",
                            WriteLedgerEntry(run.decided.entry),
                            WriteLedgerEntry(would.entry)));
  }
}

void CheckCommit(Checks& checks, const Subject& subject, const Considered& run) {
  CheckSteps(checks, subject, run);
  CheckFlights(checks, subject, run);
  CheckPrimary(checks, subject, run);
}

void CheckSettled(Checks& checks,
                  const Subject& subject,
                  const Considered& run,
                  const History& after) {
  const Proposal next = Decide(subject.policy, subject.Declared(), run.seen, after, run.now);
  if (next.outcome == Outcome::kChanged) {
    checks.Fail(
        "SettlesAtOnce",
        subject,
        run,
        fmt::format(
            "the same facts then ask for {} ({})", next.desired, ReasonName(next.reason.code)));
  }
}

void CheckIdle(Checks& checks, Subject& subject, const Considered& run) {
  // Twice the window for the blast radius, a tenth of the endpoint's targets per run for up to
  // three steps each, and some for samples that get lost.
  const seconds bound = 2 * subject.policy.scale_down.stabilization_window + seconds{9600};
  if (run.now - subject.truth.disturbed_at > bound) {
    checks.Fail("IdleShrinks",
                subject,
                run,
                fmt::format("nothing speaks against fewer since {}",
                            FormatRfc3339(subject.truth.disturbed_at)));
    subject.truth.disturbed_at = run.now;
  }
}

}  // namespace gitscale::fleet
