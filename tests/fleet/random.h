// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstdint>

namespace gitscale::fleet {

/// A small generator that is the same on every machine (splitmix64). One per target, so that what
/// happens to one does not depend on the others.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t Next() {
    std::uint64_t mixed = (state_ += 0x9E3779B97F4A7C15U);
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
    return mixed ^ (mixed >> 31U);
  }

  /// 0 <= value < 1.
  double Unit() { return static_cast<double>(Next() >> 11U) * 0x1.0p-53; }

  bool Chance(double probability) { return Unit() < probability; }

  /// Both ends inclusive.
  std::int32_t Between(std::int32_t low, std::int32_t high) {
    return low + static_cast<std::int32_t>(Next() % static_cast<std::uint64_t>(high - low + 1));
  }

  std::chrono::seconds Between(std::chrono::seconds low, std::chrono::seconds high) {
    const auto span = static_cast<std::uint64_t>((high - low).count() + 1);
    return low + std::chrono::seconds{static_cast<std::int64_t>(Next() % span)};
  }

 private:
  std::uint64_t state_;
};

}  // namespace gitscale::fleet
