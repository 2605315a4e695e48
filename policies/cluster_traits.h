// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace gitscale {

/// What a platform can do beyond the charts as they are published, on the operator's word: no
/// document of a tenant shows it. Names are public API.
enum class Capability {
  kUnset,
  kMariaDBReplicaBootstrap,  ///< new MariaDB replicas are cloned from a backup
  kMongoDBExporter,          ///< MongoDB is measured
};

/// "MariaDBReplicaBootstrap", ...
[[nodiscard]] std::string_view CapabilityName(Capability capability);
[[nodiscard]] std::optional<Capability> CapabilityFromName(std::string_view name);

/// Every name, sorted.
[[nodiscard]] std::vector<std::string_view> CapabilityNames();

/// What charts divide a limit by to get the request, in thousandths; at least 1000.
/// Source: cozystack main of 2026-08-21, packages/library/cozy-lib/templates/_resources.tpl.
struct AllocationRatios {
  std::int64_t cpu_milli = 10'000;
  std::int64_t memory_milli = 1'000;
  std::int64_t ephemeral_storage_milli = 40'000;

  bool operator==(const AllocationRatios&) const = default;
};

/// What the configuration says about a cluster that matters to what its documents mean.
struct ClusterTraits {
  std::set<Capability> capabilities;
  AllocationRatios ratios;

  bool operator==(const ClusterTraits&) const = default;
};

}  // namespace gitscale
