// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "observe/selector.h"

namespace gitscale {

/// "postgres-db-2" -> "postgres-db"; nothing when the text is no NAME-<digits>. A name has exactly
/// one such reading: the digits after its last dash.
[[nodiscard]] std::optional<std::string_view> NameOfPod(std::string_view pod);

/// Tells which requested target a pod belongs to.
class PodIndex {
 public:
  /// Slot i is workloads[i]. REQUIRES: no duplicates.
  explicit PodIndex(const std::vector<Workload>& workloads);

  /// The slot of the target that owns this pod; nothing for a pod of none of them.
  [[nodiscard]] std::optional<std::size_t> Find(std::string_view ns, std::string_view pod) const;

  [[nodiscard]] std::optional<std::size_t> Find(const Workload& workload) const {
    return FindName(workload.ns, workload.name);
  }

 private:
  [[nodiscard]] std::optional<std::size_t> FindName(std::string_view ns,
                                                    std::string_view name) const;

  std::map<std::string, std::map<std::string, std::size_t, std::less<>>, std::less<>> slots_;
};

}  // namespace gitscale
