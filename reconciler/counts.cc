// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/counts.h"

#include <algorithm>

namespace gitscale {

bool IsAllowed(const AllowedCounts& allowed, std::int32_t count) {
  return allowed.empty() || std::ranges::binary_search(allowed, count);
}

std::int32_t NextAllowed(const AllowedCounts& allowed, std::int32_t count) {
  if (allowed.empty()) {
    return count + 1;
  }
  const auto above = std::ranges::upper_bound(allowed, count);
  return above == allowed.end() ? count : *above;
}

std::int32_t PreviousAllowed(const AllowedCounts& allowed, std::int32_t count) {
  if (allowed.empty()) {
    return count - 1;
  }
  const auto from = std::ranges::lower_bound(allowed, count);
  return from == allowed.begin() ? count : *std::prev(from);
}

std::int32_t StepsFrom(const AllowedCounts& allowed, std::int32_t count, std::int32_t steps) {
  if (allowed.empty()) {
    return count + steps;
  }
  for (; steps > 0; --steps) {
    count = NextAllowed(allowed, count);
  }
  for (; steps < 0; ++steps) {
    count = PreviousAllowed(allowed, count);
  }
  return count;
}

}  // namespace gitscale
