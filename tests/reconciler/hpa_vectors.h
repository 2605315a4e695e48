// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/quantity.h"
#include "base/result.h"

namespace gitscale::testing {

/// One case of the HPA's own tables: figures only. Which members are set depends on `kind`.
struct HpaVector {
  std::string name;
  std::string kind;
  bool core = false;    ///< maps onto a tool that sees sums, without looking at single pods
  bool hazard = false;  ///< what a database must not copy
  std::int32_t current = 0;
  std::optional<std::int32_t> expected;  ///< nothing: the HPA refuses, the caller holds
  std::int32_t ready = 0;
  std::vector<MilliQuantity> values;
  MilliQuantity target;
  std::vector<std::int64_t> usage_milli;    ///< of CPU, per sample
  std::vector<std::int64_t> request_milli;  ///< of CPU, per pod
  bool unknown_pods_only = false;           ///< the samples are of pods that are not of the set
  std::optional<std::int32_t> desired;      ///< what the metrics ask for
  std::int32_t min = 1;
  std::int32_t max = 1000;
  std::vector<std::optional<std::int32_t>> proposals;  ///< per metric; nothing: unreadable
  /// Age and value of earlier recommendations.
  std::vector<std::pair<std::chrono::seconds, std::int32_t>> recommendations;
  std::chrono::seconds up_window{0};
  std::chrono::seconds down_window{0};
  /// The only policy of the direction of travel, when it is one of "Pods" and nothing was scaled
  /// before.
  std::optional<std::int32_t> pods_step;
  bool legacy_limit = false;
};

/// Reads data/vectors/hpa_vectors.json of the shared folder. Errors: kNotFound, kInvalidArgument.
[[nodiscard]] Result<std::vector<HpaVector>> LoadHpaVectors(const std::string& path);

}  // namespace gitscale::testing
