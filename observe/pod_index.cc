// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/pod_index.h"

#include <algorithm>

namespace gitscale {

std::optional<std::string_view> NameOfPod(std::string_view pod) {
  const std::size_t dash = pod.rfind('-');
  if (dash == std::string_view::npos || dash == 0 || dash + 1 == pod.size()) {
    return std::nullopt;
  }
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (!std::ranges::all_of(pod.substr(dash + 1), is_digit)) {
    return std::nullopt;
  }
  return pod.substr(0, dash);
}

PodIndex::PodIndex(const std::vector<Workload>& workloads) {
  for (std::size_t slot = 0; slot < workloads.size(); ++slot) {
    slots_[workloads[slot].ns].emplace(workloads[slot].name, slot);
  }
}

std::optional<std::size_t> PodIndex::Find(std::string_view ns, std::string_view pod) const {
  const auto name = NameOfPod(pod);
  return name ? FindName(ns, *name) : std::nullopt;
}

std::optional<std::size_t> PodIndex::FindName(std::string_view ns, std::string_view name) const {
  const auto names = slots_.find(ns);
  if (names == slots_.end()) {
    return std::nullopt;
  }
  const auto slot = names->second.find(name);
  return slot == names->second.end() ? std::nullopt : std::optional(slot->second);
}

}  // namespace gitscale
