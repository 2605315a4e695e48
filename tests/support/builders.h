// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "policies/scaling_policy.h"
#include "policies/target.h"
#include "reconciler/lag_brake.h"
#include "reconciler/observation.h"

/// Values to test decisions with: a sound policy, target and observation, from which a case changes
/// what it is about.
namespace gitscale::testing {

/// The moment every built window ends at.
inline constexpr SysSeconds kNow{std::chrono::seconds{1'772'443'800}};  // 2026-03-02T09:30:00Z

inline constexpr std::chrono::seconds kScrape{30};

/// tenant-acme/db, 2 to 6 instances, ReadConnections 150, windows of 300 s and 1800 s.
inline ScalingPolicy APolicy() {
  ScalingPolicy policy;
  policy.ns = "tenant-acme";
  policy.name = "db";
  policy.target_ref.kind = "Postgres";
  policy.target_ref.name = "db";
  policy.min_replicas = 2;
  policy.max_replicas = 6;
  policy.metrics = {{Signal::kReadConnections, {150'000}}};
  return policy;
}

inline Target ATarget(std::int32_t replicas) {
  Target target;
  target.key = {"prod", Engine::kPostgres, "tenant-acme", "postgres-db"};
  target.display_name = "tenant-acme/db";
  target.metrics = "main";
  target.path = "tenants/acme/db.yaml";
  target.line = 7;
  target.replica_path = {"spec", "replicas"};
  target.declared_replicas = replicas;
  target.replicas = replicas;
  return target;
}

/// A complete window in which every step has this sum over `standbys` instances, evenly spread.
inline SignalWindow AWindow(std::chrono::seconds length,
                            std::int64_t sum_milli,
                            std::int32_t standbys,
                            SysSeconds now = kNow) {
  SignalWindow window;
  window.step = StepFor(length, kScrape);
  const std::int32_t steps = StepCount(length, window.step);
  const SysSeconds end{now.time_since_epoch() - now.time_since_epoch() % window.step};
  window.first_end = end - window.step * (steps - 1);
  for (std::int32_t i = 0; i < steps; ++i) {
    window.steps.push_back({sum_milli, standbys == 0 ? 0 : sum_milli / standbys, standbys});
  }
  window.newest_samples.assign(static_cast<std::size_t>(standbys), end);
  return window;
}

/// `load_milli` per metric of the policy, summed over the target's standbys, constant over both
/// windows; a healthy cluster that was asked for what Git says.
inline Observation Seen(const ScalingPolicy& policy,
                        const Target& target,
                        const std::vector<std::int64_t>& load_milli,
                        SysSeconds now = kNow) {
  const std::int32_t standbys = std::max(0, target.replicas - target.primary_count);
  Observation seen;
  for (std::size_t i = 0; i < policy.metrics.size(); ++i) {
    const std::int64_t load = load_milli.at(i);
    const std::chrono::seconds down = policy.scale_down.stabilization_window;
    seen.metrics.push_back({policy.metrics[i].signal,
                            AWindow(policy.scale_up.stabilization_window, load, standbys, now),
                            AWindow(down, load, standbys, now),
                            AWindow(2 * down, load, standbys, now)});
  }
  seen.replication.lag = AWindow(kLagWindow, 0, standbys, now);
  seen.replication.writes = AWindow(kLagWindow, 5'000'000, 1, now);
  seen.replication.receivers = AWindow(kLagWindow, standbys * 1000, standbys, now);
  seen.cluster.requested_replicas = target.replicas;
  seen.cluster.operational = true;
  seen.cluster.suspended = false;
  for (std::int32_t i = 0; i < target.replicas; ++i) {
    seen.cluster.instances.push_back({target.key.name + "-" + std::to_string(i + 1),
                                      i < target.primary_count ? Role::kPrimary : Role::kReplica,
                                      true});
  }
  return seen;
}

}  // namespace gitscale::testing
