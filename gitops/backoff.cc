// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/backoff.h"

#include <algorithm>

namespace gitscale {

std::chrono::milliseconds Delay(int attempt, std::chrono::milliseconds base, std::uint64_t random) {
  constexpr std::int64_t kLongestMs = 10'000;
  constexpr int kMostDoublings = 14;  // 1 ms * 2^14 is over the limit already
  const std::int64_t start = std::clamp<std::int64_t>(base.count(), 0, kLongestMs);
  const int doublings = std::clamp(attempt - 1, 0, kMostDoublings);
  const std::int64_t window = std::min(start << doublings, kLongestMs);
  const auto choices = static_cast<std::uint64_t>(window) + 1;
  return std::chrono::milliseconds(static_cast<std::int64_t>(random % choices));
}

}  // namespace gitscale
