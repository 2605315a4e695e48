// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/time.h"

namespace gitscale {

/// The steps of one window: `count` of them, each `step` long, the first ending at `first_end`. A
/// step holds what happened in (end - step, end].
struct Grid {
  SysSeconds first_end{};
  std::chrono::seconds step{1};
  std::int32_t count = 1;

  [[nodiscard]] SysSeconds End(std::size_t index) const {
    return first_end + step * static_cast<std::int64_t>(index);
  }

  [[nodiscard]] SysSeconds LastEnd() const { return End(static_cast<std::size_t>(count) - 1); }

  /// The step that ends at exactly this moment; nothing when none does.
  [[nodiscard]] std::optional<std::size_t> IndexOfEnd(std::int64_t time_ms) const;

  /// The step that holds this moment; nothing when it is before or after the window.
  [[nodiscard]] std::optional<std::size_t> IndexOf(SysSeconds time) const;

  bool operator==(const Grid&) const = default;
};

/// The steps of a window that ends as late as data can be had: step and count as StepFor() and
/// StepCount() say, ends at multiples of the step, the last one at or before now - latency_offset.
/// The same moment gives the same grid on any machine, and consecutive runs share their steps.
/// REQUIRES: scrape_interval > 0, window >= 0.
[[nodiscard]] Grid GridFor(SysSeconds now,
                           std::chrono::seconds latency_offset,
                           std::chrono::seconds window,
                           std::chrono::seconds scrape_interval);

}  // namespace gitscale
