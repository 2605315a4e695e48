// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include <fmt/format.h>

#include "reconciler/counts.h"
#include "reconciler/stages.h"

namespace gitscale {
namespace {

using std::chrono::seconds;

/// How often a flight's deadline may be extended at most, in deadlines.
constexpr std::int64_t kMostDeadlines = 4;

/// Longest back-off after a rollback, in deadlines.
constexpr std::int64_t kLongestBackoff = 32;

struct Running {
  std::int32_t existing = 0;
  std::int32_t ready = 0;
};

Running Count(const ClusterState& cluster) {
  Running running;
  running.existing = static_cast<std::int32_t>(cluster.instances.size());
  running.ready =
      static_cast<std::int32_t>(std::ranges::count_if(cluster.instances, &Instance::ready));
  return running;
}

/// Asked for `count`, and running exactly that. A cluster source that does not know what was asked
/// for is believed when exactly that many run: nobody starts instances unasked.
bool RunsExactly(const ClusterState& cluster, std::int32_t count) {
  const Running running = Count(cluster);
  return cluster.requested_replicas.value_or(count) == count && running.existing == count &&
         running.ready == count && cluster.operational.value_or(true);
}

/// The GitOps engine has not asked for it yet. Attempted and failed does not count: then the
/// deadline runs.
bool NotApplied(const ClusterState& cluster, const Flight& flight) {
  return cluster.suspended.value_or(false) ||
         (cluster.requested_replicas && *cluster.requested_replicas != flight.to &&
          !cluster.apply_failed.value_or(false));
}

void FollowProgress(Flight& flight, const Running& running, SysSeconds now) {
  if (running.existing > flight.most_existing || running.ready > flight.most_ready) {
    flight.most_existing = std::max(flight.most_existing, running.existing);
    flight.most_ready = std::max(flight.most_ready, running.ready);
    flight.last_progress = now;
  }
}

void FollowPause(Flight& flight, bool paused, SysSeconds now) {
  if (paused && !flight.paused_since) {
    flight.paused_since = now;
  } else if (!paused && flight.paused_since) {
    flight.paused += std::max(seconds{0}, now - *flight.paused_since);
    flight.paused_since.reset();
  }
}

void Land(Draft& draft, const Flight flight) {
  LedgerEntry& entry = draft.proposal.entry;
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

/// Why going back to `to` would not be safe, or nothing.
std::optional<std::string> UnsafeRollback(const StageInput& in, std::int32_t to) {
  if (to < in.target.quorum_floor) {
    return fmt::format("synchronous replication needs {} instances", in.target.quorum_floor);
  }
  if (!IsAllowed(in.target.allowed_counts, to)) {
    return fmt::format("the engine cannot run {} instances", to);
  }
  if (const auto risk = PrimaryAtRisk(in, to)) {
    return risk->message;
  }
  return std::nullopt;
}

void GiveUp(Draft& draft, const StageInput& in, const Flight& flight, seconds elapsed) {
  LedgerEntry& entry = draft.proposal.entry;
  const Running running = Count(in.seen.cluster);
  const std::string stuck = fmt::format("{} -> {} stuck after {}: {} of {} exist, {} ready",
                                        flight.from,
                                        flight.to,
                                        FormatDuration(elapsed),
                                        running.existing,
                                        flight.to,
                                        running.ready);
  if (flight.rollback || flight.to <= flight.from) {
    Settle(draft, Rule::kSingleFlight, Outcome::kHeld, {ReasonCode::kStuckScaling, stuck});
    return;
  }
  if (!entry.last_converged || *entry.last_converged >= flight.to) {
    Settle(draft,
           Rule::kSingleFlight,
           Outcome::kHeld,
           {ReasonCode::kStuckScaling, stuck + "; no count is known to have worked before"});
    return;
  }
  const std::int32_t back = *entry.last_converged;
  if (const auto unsafe = UnsafeRollback(in, back)) {
    Settle(draft,
           Rule::kSingleFlight,
           Outcome::kHeld,
           {ReasonCode::kRollbackUnsafe,
            fmt::format("{}; going back to {} is not safe: {}", stuck, back, *unsafe)});
    return;
  }
  Note(draft, Rule::kSingleFlight, back, {ReasonCode::kRolledBack, stuck});
  draft.settled = true;
}

void Watch(Draft& draft, const StageInput& in) {
  Flight& flight = *draft.proposal.entry.flight;
  const ClusterState& cluster = in.seen.cluster;
  const Running running = Count(cluster);
  if (!flight.first_seen) {
    flight.first_seen = in.now;
    flight.most_existing = running.existing;
    flight.most_ready = running.ready;
  }
  if (RunsExactly(cluster, flight.to)) {
    Land(draft, flight);
    return;
  }
  if (flight.to > flight.from) {
    FollowProgress(flight, running, in.now);
    draft.proposal.shared.flight_up = true;
    draft.proposal.shared.arriving = std::max(0, flight.to - running.existing);
  }
  const bool paused = NotApplied(cluster, flight);
  FollowPause(flight, paused, in.now);
  if (paused) {
    Settle(draft,
           Rule::kSingleFlight,
           Outcome::kHeld,
           {ReasonCode::kGitOpsNotApplied,
            fmt::format("{} -> {} is in Git, {}",
                        flight.from,
                        flight.to,
                        cluster.suspended.value_or(false) ? "and Flux is suspended"
                                                          : "and Flux has not applied it")});
    return;
  }
  const seconds elapsed = std::max(seconds{0}, in.now - *flight.first_seen - flight.paused);
  const seconds deadline = in.policy.convergence_deadline;
  const bool progresses = flight.last_progress && in.now - *flight.last_progress <= deadline / 3;
  if (elapsed > deadline && (!progresses || elapsed > kMostDeadlines * deadline)) {
    GiveUp(draft, in, flight, elapsed);
    return;
  }
  const SysSeconds until = *flight.first_seen + flight.paused +
                           (elapsed > deadline ? kMostDeadlines * deadline : deadline);
  Settle(draft,
         Rule::kSingleFlight,
         Outcome::kHeld,
         {ReasonCode::kFlightOpen,
          fmt::format("{} -> {} converging: {} of {} exist, {} ready; deadline {}",
                      flight.from,
                      flight.to,
                      running.existing,
                      flight.to,
                      running.ready,
                      FormatRfc3339(until))},
         until);
}

/// Without a flight: what runs must be what Git asks for.
void CompareWithGit(Draft& draft, const StageInput& in) {
  const ClusterState& cluster = in.seen.cluster;
  LedgerEntry& entry = draft.proposal.entry;
  const std::int32_t wanted = in.target.replicas;
  if (RunsExactly(cluster, wanted)) {
    entry.last_converged = wanted;
    if (cluster.suspended.value_or(false)) {
      Settle(draft,
             Rule::kSingleFlight,
             Outcome::kHeld,
             {ReasonCode::kGitOpsSuspended, "Flux is suspended: a decision would not be applied"});
    }
    return;
  }
  const Running running = Count(cluster);
  const std::string counts =
      fmt::format("Git asks for {}, {} exist, {} ready", wanted, running.existing, running.ready);
  ReasonCode code = ReasonCode::kNotConverged;
  if (running.existing > wanted || cluster.requested_replicas.value_or(wanted) > wanted) {
    code = ReasonCode::kLiveDrift;
  } else if (entry.last_converged == wanted) {
    code = ReasonCode::kDegraded;
  }
  Settle(draft, Rule::kSingleFlight, Outcome::kHeld, {code, counts});
}

}  // namespace

void WatchFlight(Draft& draft, const StageInput& in) {
  if (in.seen.cluster.fault) {
    // One dead server may be behind both: then its own fault says more.
    const Reason unknown{ReasonCode::kClusterStateUnknown, in.seen.cluster.fault->message};
    Settle(draft, Rule::kSingleFlight, Outcome::kUnknown, in.seen.endpoint_fault.value_or(unknown));
  } else if (draft.proposal.entry.flight) {
    Watch(draft, in);
  } else {
    CompareWithGit(draft, in);
  }
}

void CheckEngineBusy(Draft& draft, const StageInput& in) {
  if (!in.seen.cluster.busy.empty()) {
    Settle(draft,
           Rule::kEngineBusy,
           Outcome::kHeld,
           {ReasonCode::kEngineBusy,
            fmt::format("the engine is in the middle of: {}", in.seen.cluster.busy.front())});
  }
}

void HoldBackFailedCount(Draft& draft, const StageInput& in) {
  const LedgerEntry& entry = draft.proposal.entry;
  const std::int32_t current = draft.proposal.current;
  if (draft.proposal.desired <= current || draft.proposal.desired < entry.failed_count ||
      !entry.backoff_until || in.now >= *entry.backoff_until) {
    return;
  }
  Hold(draft,
       Rule::kSingleFlight,
       Outcome::kHeld,
       {ReasonCode::kScaleUpBackoff,
        fmt::format("{} got stuck {}; not tried again before {}",
                    entry.failed_count,
                    entry.rollbacks > 1 ? fmt::format("{} times in a row", entry.rollbacks)
                                        : "and was rolled back",
                    FormatRfc3339(*entry.backoff_until))},
       entry.backoff_until);
}

LedgerEntry EntryAfterPush(const Proposal& proposal,
                           const std::string& decision_id,
                           SysSeconds now) {
  LedgerEntry entry = proposal.entry;
  const bool rollback = proposal.reason.code == ReasonCode::kRolledBack;
  entry.decision = decision_id;
  entry.replicas = proposal.desired;
  entry.state = Lifecycle::kFlight;
  entry.hold_until.reset();
  entry.last_scale = now;
  if (proposal.desired > proposal.current) {
    entry.scaled_on = proposal.scaled_on;
    entry.load_before_milli = proposal.load_before_milli;
    entry.ineffective = proposal.ineffective;
  }
  entry.flight = Flight{};
  entry.flight->from = proposal.current;
  entry.flight->to = proposal.desired;
  entry.flight->rollback = rollback;
  if (rollback) {
    // The scale-up never landed: it says nothing about whether one more standby helps.
    entry.scaled_on = Signal::kUnset;
    entry.load_before_milli = 0;
    entry.ineffective = 0;
    entry.failed_count = proposal.current;
    entry.rollbacks = std::min<std::int32_t>(entry.rollbacks + 1, 5);
    entry.backoff_until =
        now + proposal.deadline * std::min(kLongestBackoff, std::int64_t{1} << entry.rollbacks);
  }
  return entry;
}

}  // namespace gitscale
