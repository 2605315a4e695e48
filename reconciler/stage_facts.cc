// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/stage_facts.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/quantity.h"
#include "reconciler/counts.h"
#include "reconciler/running.h"
#include "reconciler/window.h"

namespace gitscale {
namespace {

std::string OwnershipFacts(const Draft& draft) {
  const LedgerEntry& entry = draft.proposal.entry;
  if (entry.state == Lifecycle::kHold) {
    return fmt::format("the {} in Git was set by hand{}",
                       entry.replicas,
                       entry.decision.empty() ? "" : ", after decision " + entry.decision);
  }
  return entry.decision.empty()
             ? fmt::format("no decision stands behind the {} in Git", entry.replicas)
             : fmt::format("the {} in Git is that of decision {}", entry.replicas, entry.decision);
}

std::string RunningFacts(const Draft& draft, const StageInput& in) {
  const ClusterState& cluster = in.seen.cluster;
  if (cluster.fault) {
    return cluster.fault->message;
  }
  const Running running = CountRunning(cluster);
  const auto& converged = draft.proposal.entry.last_converged;
  return fmt::format(
      "Git asks for {}, {} requested, {} exist, {} ready; last converged at {}",
      in.target.replicas,
      cluster.requested_replicas ? std::to_string(*cluster.requested_replicas) : "an unknown count",
      running.existing,
      running.ready,
      converged ? std::to_string(*converged) : "no known count");
}

std::string WindowFacts(const SignalWindow& window, std::int32_t standbys, SysSeconds now) {
  if (window.fault) {
    return window.fault->message;
  }
  const auto age = NewestAge(window, standbys, now);
  return fmt::format("{} of {} steps of {} complete, newest sample {}",
                     CoveredSteps(window, standbys),
                     window.steps.size(),
                     FormatDuration(window.step),
                     age ? FormatDuration(*age) + " old" : "unknown");
}

std::string MetricFacts(const StageInput& in) {
  std::vector<std::string> parts;
  for (const MetricObservation& metric : in.seen.metrics) {
    parts.push_back(fmt::format("{}: up {}, down {}",
                                SignalName(metric.signal),
                                WindowFacts(metric.up, in.Standbys(), in.now),
                                WindowFacts(metric.down, in.Standbys(), in.now)));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string LagFacts(const StageInput& in) {
  const ReplicationObservation& seen = in.seen.replication;
  if (in.Standbys() < 1) {
    return "no standby that could lag";
  }
  if (seen.lag.fault || seen.lag.steps.empty()) {
    return seen.lag.fault ? seen.lag.fault->message : "no samples of the lag";
  }
  std::int64_t worst = 0;
  for (const SignalStep& step : seen.lag.steps) {
    worst = std::max(worst, step.hottest_milli);
  }
  const bool writes_known = !seen.writes.fault && !seen.writes.steps.empty();
  const std::int64_t streaming =
      seen.receivers.steps.empty() ? 0 : seen.receivers.steps.back().sum_milli / 1000;
  return fmt::format(
      "{} s behind now, {} s at worst, limit {} s; {} of {} stream; writes {}",
      FormatQuantity({seen.lag.steps.back().hottest_milli}),
      FormatQuantity({worst}),
      in.policy.max_replication_lag.count(),
      streaming,
      in.Standbys(),
      writes_known ? FormatQuantity({seen.writes.steps.back().sum_milli}) + " bytes/s" : "unknown");
}

std::string RecommendationFacts(const Draft& draft) {
  const Recommendation& asked = draft.recommendation;
  const auto text = [](const std::optional<std::int32_t>& count) {
    return count ? std::to_string(*count) : std::string("unknown");
  };
  return draft.minimum_raise
             ? "not asked: the count is below minReplicas"
             : fmt::format("least over the scale-up window {}, most over the scale-down window {}",
                           text(asked.up),
                           text(asked.down));
}

std::string BackOffFacts(const LedgerEntry& entry) {
  return entry.backoff_until ? fmt::format("counts from {} on failed {} times in a row; until {}",
                                           entry.failed_count,
                                           entry.rollbacks,
                                           FormatRfc3339(*entry.backoff_until))
                             : "no count was rolled back";
}

std::string AllowedFacts(const AllowedCounts& allowed) {
  return allowed.empty() ? "the engine runs any count"
                         : fmt::format("the engine runs {}", fmt::join(allowed, ", "));
}

}  // namespace

std::string FactsOf(Rule rule, const Draft& draft, const StageInput& in) {
  const Target& target = in.target;
  switch (rule) {
    case Rule::kScalable:
      return fmt::format("engine {}, {} instances {}",
                         EngineName(target.key.engine),
                         target.replicas,
                         target.declared_replicas ? "declared" : "by the chart's default");
    case Rule::kOwnership:
      return OwnershipFacts(draft);
    case Rule::kFloorRaise:
    case Rule::kQuorumFloor:
      return fmt::format("the quorum needs {}", target.quorum_floor);
    case Rule::kSingleFlight:
      return RunningFacts(draft, in);
    case Rule::kBackOff:
      return BackOffFacts(draft.proposal.entry);
    case Rule::kEngineBusy:
      return in.seen.cluster.busy.empty()
                 ? "nothing under way is known"
                 : fmt::format("{}", fmt::join(in.seen.cluster.busy, ", "));
    case Rule::kBelowMinimum:
      return fmt::format("minReplicas {}", in.policy.min_replicas);
    case Rule::kMetricsFresh:
      return draft.minimum_raise ? "not needed" : MetricFacts(in);
    case Rule::kLagBrake:
      return LagFacts(in);
    case Rule::kStabilization:
      return RecommendationFacts(draft);
    case Rule::kStep:
      return fmt::format(
          "{} up, {} down per decision", in.policy.scale_up.step, in.policy.scale_down.step);
    case Rule::kBounds:
      return fmt::format("{} to {}", in.policy.min_replicas, in.policy.max_replicas);
    case Rule::kPrimarySafe:
      return target.removes_by_ordinal ? "the highest ordinals go first"
                                       : "the operator never removes the primary";
    case Rule::kAllowedCounts:
      return AllowedFacts(target.allowed_counts);
    case Rule::kRunningCount:
      return target.declared_replicas ? "Git declares the count" : "Git declares no count";
    default:
      return {};
  }
}

std::string SharedFactsOf(Rule rule, const Proposal& proposal, const SharedView& view) {
  if (rule == Rule::kCloneLimit) {
    return fmt::format("{} of {} scale-ups in the namespace, {} of {} on endpoint {}",
                       view.namespace_clones,
                       view.namespace_limit,
                       view.endpoint_clones,
                       view.endpoint_limit,
                       proposal.shared.endpoint);
  }
  if (rule == Rule::kBlastRadius) {
    return fmt::format("{} of {} targets on the endpoint want fewer, {} of them let through",
                       view.wanting,
                       view.judged,
                       view.kept_downs);
  }
  if (view.quota_fault) {
    return view.quota_fault->message;
  }
  std::vector<std::string> parts;
  for (const auto& [resource, share] : view.quota) {
    const auto cost = proposal.shared.instance_cost.find(resource);
    if (cost != proposal.shared.instance_cost.end()) {
      parts.push_back(fmt::format("{}: {} used and {} reserved of {}, one instance takes {}",
                                  resource,
                                  FormatQuantity({share.used_milli}),
                                  FormatQuantity({share.reserved_milli}),
                                  FormatQuantity({share.hard_milli}),
                                  FormatQuantity({cost->second})));
    }
  }
  return parts.empty() ? "no quota limits it" : fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace gitscale
