// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include <fmt/format.h>

#include "reconciler/counts.h"
#include "reconciler/flight.h"
#include "reconciler/running.h"
#include "reconciler/stages.h"

namespace gitscale {
namespace {

using std::chrono::seconds;

/// How often a flight's deadline may be extended at most, in deadlines.
constexpr std::int64_t kMostDeadlines = 4;

/// Up: all run; one that is still copying is on its way, however ready it says it is. Down: the
/// surplus is gone, whatever the rest does.
bool HasLanded(const ClusterState& cluster, const Flight& flight) {
  if (flight.to > flight.from) {
    return RunsExactly(cluster, flight.to) && cluster.busy.empty();
  }
  const std::int32_t existing = CountRunning(cluster).existing;
  return cluster.requested_replicas
             ? *cluster.requested_replicas == flight.to && existing <= flight.to
             : existing == flight.to;
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
  const Running running = CountRunning(in.seen.cluster);
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
  const Running running = CountRunning(cluster);
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

/// How long a flight may take: one deadline, and one more each time that there was progress in the
/// last third of what it had, kMostDeadlines at most.
seconds TimeToConverge(const Flight& flight, seconds deadline, seconds elapsed) {
  if (!flight.last_progress) {
    return deadline;
  }
  const seconds progress = std::min(*flight.last_progress - *flight.first_seen, elapsed);
  const std::int64_t granted = (std::max(seconds{0}, progress) + deadline / 3) / deadline;
  return deadline * std::min(kMostDeadlines, granted + 1);
}

/// The deadline of a flight that is still on its way.
void HoldToDeadline(Draft& draft, const StageInput& in, Flight& flight, const Running& running) {
  const ClusterState& cluster = in.seen.cluster;
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
  const seconds limit = TimeToConverge(flight, in.policy.convergence_deadline, elapsed);
  if (elapsed > limit) {
    GiveUp(draft, in, flight, elapsed);
    return;
  }
  const SysSeconds until = *flight.first_seen + flight.paused + limit;
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

void Watch(Draft& draft, const StageInput& in) {
  Flight& flight = *draft.proposal.entry.flight;
  const ClusterState& cluster = in.seen.cluster;
  const Running running = CountRunning(cluster);
  if (HasLanded(cluster, flight)) {
    LandFlight(draft.proposal.entry);
    CompareWithGit(draft, in);
    return;
  }
  if (in.seen.endpoint_fault) {
    // Its clock is the one that counts: without it no deadline passes.
    Settle(draft, Rule::kSingleFlight, Outcome::kUnknown, *in.seen.endpoint_fault);
    return;
  }
  if (!flight.first_seen) {
    flight.first_seen = in.now;
    flight.most_existing = running.existing;
    flight.most_ready = running.ready;
  }
  if (flight.to > flight.from) {
    FollowProgress(flight, running, in.now);
  }
  HoldToDeadline(draft, in, flight, running);
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
      !entry.backoff_until || (in.now >= *entry.backoff_until && !in.seen.endpoint_fault)) {
    return;
  }
  Hold(draft,
       Rule::kBackOff,
       Outcome::kHeld,
       {ReasonCode::kScaleUpBackoff,
        fmt::format("{} got stuck {}; not tried again before {}",
                    entry.failed_count,
                    entry.rollbacks > 1 ? fmt::format("{} times in a row", entry.rollbacks)
                                        : "and was rolled back",
                    FormatRfc3339(*entry.backoff_until))},
       entry.backoff_until);
}

LedgerEntry EntryAfterPush(const Proposal& proposal, const DecisionRecord& record) {
  LedgerEntry entry = proposal.entry;
  OpenFlight(entry, record, proposal.deadline);
  if (proposal.desired > proposal.current) {
    entry.scaled_on = proposal.scaled_on;
    entry.load_before_milli = proposal.load_before_milli;
    entry.ineffective = proposal.ineffective;
  }
  return entry;
}

}  // namespace gitscale
