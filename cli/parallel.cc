// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace gitscale {

void ParallelFor(std::size_t count,
                 std::size_t threads,
                 const std::function<void(std::size_t)>& body) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      body(i);
    }
  };
  std::vector<std::jthread> helpers;
  for (std::size_t i = 1; i < std::min(count, threads); ++i) {
    helpers.emplace_back(work);
  }
  work();
}

}  // namespace gitscale
