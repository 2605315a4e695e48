// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/nearest.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace gitscale {
namespace {

std::string Lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  });
  return out;
}

/// Optimal string alignment: insertions, deletions, substitutions, and two neighbours swapped.
std::size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> above(b.size() + 1);  // row i - 2
  std::vector<std::size_t> last(b.size() + 1);   // row i - 1
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, substituted});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], above[j - 2] + 1);
      }
    }
    above.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string_view> NearestName(std::string_view name,
                                            std::span<const std::string_view> known) {
  constexpr std::size_t kLongestName = 128;  // a longer one is no slip of the keyboard
  if (name.size() > kLongestName) {
    return std::nullopt;
  }
  const std::string wanted = Lower(name);
  std::optional<std::string_view> best;
  std::size_t best_distance = std::min<std::size_t>(3, name.size() / 2) + 1;
  for (const std::string_view candidate : known) {
    const std::size_t distance = EditDistance(wanted, Lower(candidate));
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace gitscale
