// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fleet/cluster.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"
#include "tests/fleet/scrapes.h"

namespace gitscale::fleet {
namespace {

using std::chrono::seconds;

std::size_t FreeSlot(const std::vector<Pod>& pods) {
  std::size_t slot = 0;
  while (std::ranges::find(pods, slot, &Pod::slot) != pods.end()) {
    ++slot;
  }
  CHECK(slot < kSlots);
  return slot;
}

std::int32_t FreeOrdinal(const std::vector<Pod>& pods) {
  std::int32_t ordinal = 0;
  while (std::ranges::find(pods, ordinal, &Pod::ordinal) != pods.end()) {
    ++ordinal;
  }
  return ordinal;
}

}  // namespace

Cluster::Cluster(ClusterNature with_nature, std::int32_t instances, SysSeconds now)
    : nature(std::move(with_nature)), requested(instances) {
  for (std::int32_t i = 0; i < instances; ++i) {
    Pod pod;
    pod.ordinal = nature.by_ordinal ? i : ++next_serial_;
    pod.name = fmt::format("{}-{}", nature.prefix, pod.ordinal);
    pod.slot = static_cast<std::size_t>(i);
    pod.primary = i == 0;
    pod.ready = true;
    pod.ready_at = now;
    pods.push_back(std::move(pod));
  }
}

void Cluster::FollowFlux(SysSeconds now, const GitSide& git) {
  if (now < suspended_until || applied_ == git.revision ||
      now < git.written_at + nature.flux_delay) {
    return;
  }
  attempted_ = git.revision;
  apply_failed = now < apply_fails_until;
  if (!apply_failed) {
    applied_ = git.revision;
    if (git.declared < requested) {
      next_removal_ = now + seconds{45};
    }
    requested = git.declared;
  }
}

void Cluster::AddPod(SysSeconds now, Random& random) {
  Pod pod;
  pod.ordinal = nature.by_ordinal ? FreeOrdinal(pods) : ++next_serial_;
  pod.name = fmt::format("{}-{}", nature.prefix, pod.ordinal);
  pod.slot = FreeSlot(pods);
  pod.broken = now < clones_break_until;
  pod.ready_at = now + random.Between(nature.clone / 2, nature.clone * 3 / 2);
  pods.push_back(std::move(pod));
}

void Cluster::RemovePod(SysSeconds now) {
  auto victim = std::ranges::max_element(pods, {}, &Pod::ordinal);
  if (!nature.by_ordinal) {
    // The operator never takes the primary; of the others the youngest.
    victim = std::ranges::max_element(
        pods, {}, [](const Pod& pod) { return pod.primary ? -1 : pod.ordinal; });
  }
  const bool was_primary = victim->primary;
  pods.erase(victim);
  if (was_primary) {
    primary_was_removed = true;
    FailOver(now);
  }
}

void Cluster::FollowPods(SysSeconds now, Random& random) {
  bool is_cloning = false;
  for (Pod& pod : pods) {
    if (pod.broken && now >= clones_break_until) {
      pod.broken = false;
      pod.ready_at = now + seconds{120};
    }
    pod.ready = !pod.broken && now >= pod.ready_at;
    is_cloning = is_cloning || !pod.ready;
  }
  const auto existing = static_cast<std::int32_t>(pods.size());
  if (existing > requested && existing > 1 && now >= next_removal_) {
    RemovePod(now);
    next_removal_ = now + seconds{45};
  } else if (existing < requested && !is_cloning) {
    AddPod(now, random);
  }
}

void Cluster::Advance(SysSeconds now, const GitSide& git, Random& random) {
  FollowFlux(now, git);
  FollowPods(now, random);
  if (std::ranges::none_of(pods, &Pod::primary)) {
    FailOver(now);
  }
}

void Cluster::FailOver(SysSeconds now) {
  const auto old = std::ranges::find_if(pods, &Pod::primary);
  const auto heir =
      std::ranges::find_if(pods, [](const Pod& pod) { return pod.ready && !pod.primary; });
  if (heir == pods.end()) {
    if (old == pods.end() && !pods.empty()) {
      pods.front().primary = true;
    }
    return;
  }
  heir->primary = true;
  busy_until = now + seconds{60};
  if (old != pods.end()) {
    old->primary = false;
    old->ready = false;
    old->ready_at = now + seconds{150};
  }
}

void Cluster::LosePod(SysSeconds until, bool vanishes) {
  const auto lost =
      std::ranges::find_if(pods, [](const Pod& pod) { return pod.ready && !pod.primary; });
  if (lost == pods.end()) {
    return;
  }
  if (vanishes) {
    pods.erase(lost);
  } else {
    lost->ready = false;
    lost->ready_at = until;
  }
}

bool Cluster::RunsExactly(std::int32_t count) const {
  return requested == count && static_cast<std::int32_t>(pods.size()) == count &&
         std::ranges::all_of(pods, &Pod::ready);
}

ClusterState Cluster::Observe(SysSeconds now) const {
  ClusterState state;
  if (now < unreadable_until) {
    state.fault = Reason{ReasonCode::kClusterStateUnknown, "the cluster does not answer"};
    return state;
  }
  if (nature.tells_requested) {
    state.requested_replicas = requested;
    state.operational = std::ranges::any_of(pods, &Pod::primary);
  }
  state.suspended = now < suspended_until;
  state.apply_failed = apply_failed && attempted_ != applied_;
  for (const Pod& pod : pods) {
    const Role role = pod.primary ? Role::kPrimary : pod.ready ? Role::kReplica : Role::kUnknown;
    state.instances.push_back({pod.name, role, pod.ready});
  }
  std::ranges::sort(state.instances, {}, &Instance::pod);
  if (now < busy_until) {
    state.busy.emplace_back("switchover");
  }
  return state;
}

}  // namespace gitscale::fleet
