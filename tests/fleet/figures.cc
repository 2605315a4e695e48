// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fleet/figures.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace gitscale::fleet {

std::string Table(const Figures& figures) {
  std::string out;
  const auto line = [&](std::string_view what, std::int64_t value) {
    fmt::format_to(std::back_inserter(out), "{:<34}{:>12}\n", what, value);
  };
  line("runs", figures.runs);
  line("decisions", figures.decisions);
  line("changes up", figures.ups);
  line("changes down", figures.downs);
  line("of these: rollbacks", figures.rollbacks);
  line("of these: to the floor", figures.floor_raises);
  line("turned within an hour", figures.turns);
  line("held as ineffective, wrongly", figures.misjudged);
  line("commits that are not ours", figures.edits);
  line("killed runs", figures.killed);
  line("rejected pushes", figures.rejected_pushes);
  std::vector<std::chrono::seconds> sorted = figures.convergence;
  std::ranges::sort(sorted);
  if (!sorted.empty()) {
    line("converged", static_cast<std::int64_t>(sorted.size()));
    line("  median, s", sorted[sorted.size() / 2].count());
    line("  99th percentile, s", sorted[sorted.size() * 99 / 100].count());
  }
  std::vector<std::pair<std::int64_t, std::string>> reasons;
  for (const auto& [reason, count] : figures.reasons) {
    reasons.emplace_back(-count, reason);
  }
  std::ranges::sort(reasons);
  for (const auto& [count, reason] : reasons) {
    line("unchanged: " + reason, -count);
  }
  return out;
}

}  // namespace gitscale::fleet
