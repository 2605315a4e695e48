// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "base/quantity.h"
#include "policies/signal.h"

namespace gitscale {

/// Largest replica count any policy may ask for: above it a typing mistake is likelier than a
/// database.
inline constexpr std::int32_t kLargestReplicas = 100;

enum class Approval { kAutomatic, kPullRequest };

struct TargetRef {
  std::string api_version = "apps.cozystack.io/v1alpha1";
  std::string kind;
  std::string name;

  bool operator==(const TargetRef&) const = default;
};

/// One metric a policy scales on. average: per read standby, in the signal's unit, > 0.
struct MetricTarget {
  Signal signal = Signal::kUnset;
  MilliQuantity average;

  bool operator==(const MetricTarget&) const = default;
};

/// stabilization_window: how long the recommendation must hold, 0 to 86400 s. step: allowed counts
/// per decision, >= 1.
struct ScaleUpBehavior {
  std::chrono::seconds stabilization_window{300};
  std::int32_t step = 1;

  bool operator==(const ScaleUpBehavior&) const = default;
};

struct ScaleDownBehavior {
  std::chrono::seconds stabilization_window{1800};
  std::int32_t step = 1;
  bool disabled = false;

  bool operator==(const ScaleDownBehavior&) const = default;
};

/// A DatabaseHorizontalAutoscaler, checked, defaults filled in. Counts are total instances, the
/// primary included.
struct ScalingPolicy {
  std::string ns;
  std::string name;
  TargetRef target_ref;
  std::int32_t min_replicas = 2;      ///< 2 .. kLargestReplicas
  std::int32_t max_replicas = 2;      ///< min_replicas .. kLargestReplicas
  std::vector<MetricTarget> metrics;  ///< 1 .. 4, each signal once
  std::int64_t tolerance_milli =
      100;  ///< 0 .. 999: relative deviation that asks for no change, in thousandths
  ScaleUpBehavior scale_up;
  ScaleDownBehavior scale_down;
  std::chrono::seconds convergence_deadline{900};  ///< 60 .. 86400
  std::chrono::seconds manual_hold{1800};          ///< 0 .. 604800
  std::chrono::seconds max_replication_lag{30};    ///< 1 .. 86400
  Approval approve_scale_up = Approval::kAutomatic;
  Approval approve_scale_down = Approval::kAutomatic;
  Approval approve_rollback = Approval::kAutomatic;
  std::string write_strategy;  ///< empty: found automatically
  std::string write_path;      ///< empty: found automatically; else the file that holds the target
  bool suspend = false;
  bool dry_run = false;

  bool operator==(const ScalingPolicy&) const = default;

  /// "namespace/name".
  [[nodiscard]] std::string Key() const { return ns + "/" + name; }
};

}  // namespace gitscale
