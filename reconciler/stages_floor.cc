// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "reconciler/counts.h"
#include "reconciler/stages.h"

namespace gitscale {

void CheckScalable(Draft& draft, const StageInput& in) {
  Reason reason;
  if (!in.target.not_scalable.empty()) {
    const bool topology = in.target.not_scalable_code == NotScalableCode::kTopologyChange;
    reason = {topology ? ReasonCode::kTopologyChange : ReasonCode::kNotScalable,
              in.target.not_scalable};
  } else if (in.target.replicas == 0) {
    reason = {ReasonCode::kScalingDisabled,
              "the count in Git is 0; set it to at least 1 to let gitscale scale it"};
  } else {
    return;
  }
  SetCondition(draft.proposal, ConditionType::kScalingActive, false, reason);
  Settle(draft, Rule::kScalable, Outcome::kNotTried, std::move(reason));
}

void RaiseToFloor(Draft& draft, const StageInput& in) {
  const std::int32_t floor = in.target.quorum_floor;
  if (in.target.replicas >= floor) {
    return;
  }
  Note(draft,
       Rule::kFloorRaise,
       floor,
       {ReasonCode::kBelowQuorumFloor,
        fmt::format("{} of the {} instances that the quorum needs", in.target.replicas, floor)});
  draft.settled = true;
  RequireRunningCount(draft, in);
  draft.proposal.shared.floor_raise = draft.proposal.desired > draft.proposal.current;
}

void RaiseToMinimum(Draft& draft, const StageInput& in) {
  const std::int32_t now_declared = in.target.replicas;
  if (now_declared >= in.policy.min_replicas) {
    return;
  }
  Note(draft,
       Rule::kBelowMinimum,
       NextAllowed(in.target.allowed_counts, now_declared),
       {ReasonCode::kBelowMinReplicas,
        fmt::format("{} below minReplicas {}", now_declared, in.policy.min_replicas)});
  draft.minimum_raise = true;
}

void KeepQuorum(Draft& draft, const StageInput& in) {
  const std::int32_t desired = draft.proposal.desired;
  const std::int32_t floor = in.target.quorum_floor;
  if (desired >= draft.proposal.current || desired >= floor) {
    return;
  }
  Reason reason{ReasonCode::kQuorumFloor,
                fmt::format("synchronous replication needs {} instances", floor)};
  SetCondition(draft.proposal, ConditionType::kScalingLimited, true, reason);
  Note(draft, Rule::kQuorumFloor, std::min(floor, draft.proposal.current), std::move(reason));
  if (draft.proposal.desired == draft.proposal.current) {
    draft.proposal.outcome = Outcome::kHeld;
  }
}

namespace {

/// The ordinal at the end of a pod's name; nothing when there is none.
std::optional<std::int32_t> OrdinalOf(std::string_view pod) {
  const std::string_view digits = pod.substr(pod.rfind('-') + 1);
  std::int32_t ordinal = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), ordinal);
  return read.ec == std::errc() && read.ptr == digits.data() + digits.size()
             ? std::optional(ordinal)
             : std::nullopt;
}

Reason WouldRemove(std::string_view what) {
  return {ReasonCode::kPrimaryWouldBeRemoved, std::string(what)};
}

}  // namespace

std::optional<Reason> PrimaryAtRisk(const StageInput& in, std::int32_t to) {
  if (!in.target.removes_by_ordinal || to >= in.target.replicas || in.target.primary_count == 0) {
    return std::nullopt;
  }
  if (in.seen.cluster.fault) {
    return WouldRemove("which instance is the primary is not known: " +
                       in.seen.cluster.fault->message);
  }
  bool primary_stays = false;
  for (const Instance& instance : in.seen.cluster.instances) {
    const auto ordinal = OrdinalOf(instance.pod);
    if (ordinal && *ordinal < to) {
      primary_stays = primary_stays || (instance.role == Role::kPrimary && instance.ready);
      continue;
    }
    // One that has never become ready is no primary, as long as another one is.
    const bool is_primary = instance.role == Role::kPrimary;
    if (!ordinal || is_primary || (instance.role == Role::kUnknown && instance.ready)) {
      return WouldRemove(
          fmt::format("instance '{}' would be removed, and it {}",
                      instance.pod,
                      is_primary ? "is the primary" : "is not known to be a standby"));
    }
  }
  if (!primary_stays) {
    return WouldRemove(
        fmt::format("none of the instances 0 to {} is known to be the primary", to - 1));
  }
  return std::nullopt;
}

void KeepPrimary(Draft& draft, const StageInput& in) {
  if (draft.proposal.desired >= draft.proposal.current) {
    return;
  }
  if (auto risk = PrimaryAtRisk(in, draft.proposal.desired)) {
    Hold(draft, Rule::kPrimarySafe, Outcome::kHeld, std::move(*risk));
  }
}

void RequireRunningCount(Draft& draft, const StageInput& in) {
  if (in.target.declared_replicas || draft.proposal.desired == draft.proposal.current) {
    return;
  }
  const ClusterState& cluster = in.seen.cluster;
  std::string why;
  if (cluster.fault) {
    why = cluster.fault->message;
  } else if (!cluster.requested_replicas) {
    why = "the cluster source does not say what was requested";
  } else if (*cluster.requested_replicas != in.target.replicas) {
    why = fmt::format("the cluster was asked for {}", *cluster.requested_replicas);
  } else if (static_cast<std::int32_t>(cluster.instances.size()) != in.target.replicas) {
    why = fmt::format("{} instances run", cluster.instances.size());
  } else {
    return;
  }
  Note(draft,
       Rule::kRunningCount,
       draft.proposal.current,
       {ReasonCode::kRunningCountUnknown,
        fmt::format("Git declares no count and the chart's default is {}: {} (write the count into "
                    "Git once)",
                    in.target.replicas,
                    why)});
  draft.proposal.outcome = Outcome::kHeld;
}

}  // namespace gitscale
