// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/fleet/checks.h"

namespace gitscale::fleet {

/// What a simulation came to.
struct Figures {
  std::int64_t runs = 0;
  std::int64_t decisions = 0;
  std::int64_t ups = 0;
  std::int64_t downs = 0;
  std::int64_t rollbacks = 0;
  std::int64_t floor_raises = 0;
  std::int64_t turns = 0;      ///< against the change before it, within an hour of its convergence
  std::int64_t misjudged = 0;  ///< held as ineffective, though the load does reach new standbys
  std::int64_t killed = 0;
  std::int64_t rejected_pushes = 0;
  std::int64_t edits = 0;
  std::map<std::string, std::int64_t> reasons;  ///< of decisions that changed nothing
  std::vector<std::chrono::seconds> convergence;
};

/// A table for people.
[[nodiscard]] std::string Table(const Figures& figures);

}  // namespace gitscale::fleet
