// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/grid.h"

#include "reconciler/observation.h"

namespace gitscale {

std::optional<std::size_t> Grid::IndexOfEnd(std::int64_t time_ms) const {
  const std::int64_t first_ms = std::chrono::milliseconds(first_end.time_since_epoch()).count();
  const std::int64_t step_ms = std::chrono::milliseconds(step).count();
  const std::int64_t last_ms = first_ms + step_ms * (count - 1);
  if (time_ms < first_ms || time_ms > last_ms || (time_ms - first_ms) % step_ms != 0) {
    return std::nullopt;
  }
  return static_cast<std::size_t>((time_ms - first_ms) / step_ms);
}

std::optional<std::size_t> Grid::IndexOf(SysSeconds time) const {
  if (time <= first_end - step || time > LastEnd()) {
    return std::nullopt;
  }
  // Whole steps before the end that is at or after `time`.
  return static_cast<std::size_t>((time - (first_end - step) - std::chrono::seconds{1}) / step);
}

Grid GridFor(SysSeconds now,
             std::chrono::seconds latency_offset,
             std::chrono::seconds window,
             std::chrono::seconds scrape_interval) {
  Grid grid;
  grid.step = StepFor(window, scrape_interval);
  grid.count = StepCount(window, grid.step);
  const std::chrono::seconds newest = (now - latency_offset).time_since_epoch();
  std::int64_t multiples = newest / grid.step;
  if (newest % grid.step < std::chrono::seconds{0}) {
    --multiples;  // down, also before 1970
  }
  grid.first_end = SysSeconds{grid.step * (multiples - (grid.count - 1))};
  return grid;
}

}  // namespace gitscale
