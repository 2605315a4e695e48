// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/formula.h"

#include <algorithm>

#include "base/check.h"

namespace gitscale {
namespace {

// Products of two 64-bit quantities and a count do not fit in 64 bits.
__extension__ using Wide = __int128;

constexpr std::int64_t kMostStandbys = 1'000'000;

}  // namespace

std::int32_t StandbysForLoad(MilliQuantity load,
                             MilliQuantity target,
                             std::int32_t standbys,
                             std::int64_t tolerance_milli) {
  CHECK(load.milli >= 0 && target.milli > 0 && standbys >= 1);
  const Wide capacity = Wide{target.milli} * standbys;
  const Wide deviation = load.milli > capacity ? load.milli - capacity : capacity - load.milli;
  if (deviation * 1000 <= capacity * tolerance_milli) {
    return standbys;
  }
  const std::int64_t whole = load.milli / target.milli;
  const Wide rest = load.milli % target.milli;
  constexpr std::int64_t kBillion = 1'000'000'000;
  const bool round_up = rest * kBillion > target.milli;
  return static_cast<std::int32_t>(
      std::clamp<std::int64_t>(whole + (round_up ? 1 : 0), 1, kMostStandbys));
}

std::int64_t UsageRatioMilli(MilliQuantity load, MilliQuantity target, std::int32_t standbys) {
  CHECK(load.milli >= 0 && target.milli > 0 && standbys >= 1);
  const Wide capacity = Wide{target.milli} * standbys;
  return static_cast<std::int64_t>((Wide{load.milli} * 1000 + capacity / 2) / capacity);
}

}  // namespace gitscale
