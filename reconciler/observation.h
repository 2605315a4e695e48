// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/quantity.h"
#include "base/time.h"
#include "policies/signal.h"
#include "reconciler/reason.h"

namespace gitscale {

/// A step that spans several scrapes is folded to the largest value (for scaling down) or the
/// smallest (for scaling up).
enum class Fold { kLargest, kSmallest };

/// What one step of a window says.
///
/// sum, hottest: over the instances that were standbys in this step (the primary, for
/// kWriteBytesPerSecond), in milli-units of the signal. present: how many of those have a real
/// sample of their role and of the signal. Idle is a sample of 0, which the source vouches for; an
/// absent one is missing.
struct SignalStep {
  std::int64_t sum_milli = 0;
  std::int64_t hottest_milli = 0;
  std::int32_t present = 0;

  bool operator==(const SignalStep&) const = default;
};

/// One signal of one target over one window. Steps are aligned to multiples of `step`; the first
/// ends at `first_end`.
struct SignalWindow {
  SysSeconds first_end{};
  std::chrono::seconds step{0};
  std::chrono::seconds latency_offset{0};  ///< the server serves samples this much late
  std::vector<SignalStep> steps;           ///< oldest first
  std::vector<SysSeconds>
      newest_samples;  ///< per instance counted above, the newest sample's own time; newest first
  std::optional<Reason> fault;  ///< set: the window cannot be used, and why

  bool operator==(const SignalWindow&) const = default;
};

/// One metric of the policy, over both windows.
struct MetricObservation {
  Signal signal = Signal::kUnset;
  SignalWindow up;
  SignalWindow down;
  SignalWindow twice;  ///< twice the scale-down window, for the blast radius

  bool operator==(const MetricObservation&) const = default;
};

/// Replication over the last half hour, for the lag brake.
struct ReplicationObservation {
  SignalWindow lag;        ///< kReplicationLagSeconds: hottest is the worst standby's
  SignalWindow writes;     ///< kWriteBytesPerSecond of the primary
  SignalWindow receivers;  ///< kWalReceiverUp: sum is how many standbys stream

  bool operator==(const ReplicationObservation&) const = default;
};

enum class Role { kUnknown, kPrimary, kReplica };

struct Instance {
  std::string pod;
  Role role = Role::kUnknown;
  bool ready = false;

  bool operator==(const Instance&) const = default;
};

/// What the cluster says about one target. Facts that are not known are absent, never zero.
struct ClusterState {
  std::optional<Reason> fault;                     ///< set: nothing is known, and why
  std::optional<std::int32_t> requested_replicas;  ///< what the engine's own object was asked for
  std::vector<Instance> instances;                 ///< instance pods; jobs excluded; by pod name
  std::optional<bool> operational;
  std::optional<bool> suspended;     ///< the GitOps engine is suspended for this target
  std::optional<bool> apply_failed;  ///< it attempted the newest revision, and failed
  std::vector<std::string>
      busy;  ///< what the engine is in the middle of: "switchover", "fencing", ...

  bool operator==(const ClusterState&) const = default;
};

/// One resource of a namespace's quota, in milli-units.
struct QuotaItem {
  std::int64_t hard_milli = 0;
  std::int64_t used_milli = 0;

  bool operator==(const QuotaItem&) const = default;
};

/// All quota objects of one namespace; of several that limit a resource the one with the least
/// room.
struct QuotaState {
  std::optional<Reason> fault;  ///< there is one, or may be one, and it cannot be read
  std::map<std::string, QuotaItem>
      items;  ///< by resource: "limits.cpu", "requests.storage", "pods", ...

  bool operator==(const QuotaState&) const = default;
};

/// Adds one resource of one quota object. Of several that limit it, the one with the least room
/// stays.
void AddQuotaItem(QuotaState& quota, const std::string& resource, QuotaItem item);

/// Everything measured about one target for one run.
struct Observation {
  std::optional<Reason>
      endpoint_fault;  ///< the metrics endpoint as a whole cannot be believed (unreachable, skew)
  std::vector<MetricObservation> metrics;  ///< parallel to ScalingPolicy::metrics
  ReplicationObservation replication;
  ClusterState cluster;

  bool operator==(const Observation&) const = default;
};

/// Step of a window: window / 60 rounded up to a multiple of the scrape interval, at least one
/// scrape interval. REQUIRES: scrape_interval > 0, window >= 0.
[[nodiscard]] std::chrono::seconds StepFor(std::chrono::seconds window,
                                           std::chrono::seconds scrape_interval);

/// How many steps of that length cover the window: at least 1, at most 60.
[[nodiscard]] std::int32_t StepCount(std::chrono::seconds window, std::chrono::seconds step);

}  // namespace gitscale
