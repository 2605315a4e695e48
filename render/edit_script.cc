// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/edit_script.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace gitscale {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::ptrdiff_t kMaxEdits = 1'000;

/// furthest[k + depth] of one round: how far into `before` the diagonal k = x - y was followed.
using Round = std::vector<std::ptrdiff_t>;

/// Whether diagonal k is reached by a step down (an insertion) rather than right (a deletion).
bool IsInsertion(const Round& last, std::ptrdiff_t k, std::ptrdiff_t depth) {
  const auto at = [&](std::ptrdiff_t diagonal) {
    return last[static_cast<std::size_t>(diagonal + depth - 1)];
  };
  return k == -depth || (k != depth && at(k - 1) < at(k + 1));
}

/// Rounds of Myers' search up to the one that reaches the end; nothing when too many are needed.
std::optional<std::vector<Round>> Search(const Lines& before, const Lines& after) {
  const auto n = static_cast<std::ptrdiff_t>(before.size());
  const auto m = static_cast<std::ptrdiff_t>(after.size());
  std::vector<Round> rounds;
  for (std::ptrdiff_t depth = 0; depth <= std::min(n + m, kMaxEdits); ++depth) {
    Round round(static_cast<std::size_t>(2 * depth + 1), -1);
    for (std::ptrdiff_t k = -depth; k <= depth; k += 2) {
      std::ptrdiff_t x = 0;
      if (depth > 0) {
        const Round& last = rounds.back();
        x = IsInsertion(last, k, depth) ? last[static_cast<std::size_t>(k + depth)]
                                        : last[static_cast<std::size_t>(k + depth - 2)] + 1;
      }
      while (x < n && x - k < m && x >= k &&
             before[static_cast<std::size_t>(x)] == after[static_cast<std::size_t>(x - k)]) {
        ++x;
      }
      round[static_cast<std::size_t>(k + depth)] = x;
      if (x >= n && x - k >= m) {
        rounds.push_back(std::move(round));
        return rounds;
      }
    }
    rounds.push_back(std::move(round));
  }
  return std::nullopt;
}

/// The script of the part that differs, walked back from its end.
std::vector<ScriptLine> Middle(const Lines& before, const Lines& after) {
  std::vector<ScriptLine> script;
  const auto rounds = Search(before, after);
  if (!rounds) {
    for (const std::string_view line : before) {
      script.push_back({'-', line});
    }
    for (const std::string_view line : after) {
      script.push_back({'+', line});
    }
    return script;
  }
  auto x = static_cast<std::ptrdiff_t>(before.size());
  auto y = static_cast<std::ptrdiff_t>(after.size());
  for (auto depth = static_cast<std::ptrdiff_t>(rounds->size()) - 1; depth >= 0; --depth) {
    std::ptrdiff_t from_x = 0;
    std::ptrdiff_t from_y = 0;
    bool is_insertion = false;
    if (depth > 0) {
      const Round& last = (*rounds)[static_cast<std::size_t>(depth - 1)];
      const std::ptrdiff_t k = x - y;
      is_insertion = IsInsertion(last, k, depth);
      const std::ptrdiff_t from_k = is_insertion ? k + 1 : k - 1;
      from_x = last[static_cast<std::size_t>(from_k + depth - 1)];
      from_y = from_x - from_k;
    }
    const std::ptrdiff_t start_x = depth > 0 && !is_insertion ? from_x + 1 : from_x;
    for (; x > start_x; --x, --y) {
      script.push_back({' ', before[static_cast<std::size_t>(x - 1)]});
    }
    if (depth > 0) {
      script.push_back(is_insertion ? ScriptLine{'+', after[static_cast<std::size_t>(from_y)]}
                                    : ScriptLine{'-', before[static_cast<std::size_t>(from_x)]});
    }
    x = from_x;
    y = from_y;
  }
  std::ranges::reverse(script);
  return script;
}

/// In each run of changed lines, removed ones before added ones.
void SortRuns(std::vector<ScriptLine>& script) {
  const auto is_change = [](const ScriptLine& line) { return line.mark != ' '; };
  const auto is_removed = [](const ScriptLine& line) { return line.mark == '-'; };
  for (auto begin = script.begin(); begin != script.end();) {
    begin = std::find_if(begin, script.end(), is_change);
    const auto end = std::find_if_not(begin, script.end(), is_change);
    std::stable_partition(begin, end, is_removed);
    begin = end;
  }
}

}  // namespace

std::vector<std::string_view> SplitLines(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

std::vector<ScriptLine> EditScript(const Lines& before, const Lines& after) {
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t head = 0;
  while (head < shorter && before[head] == after[head]) {
    ++head;
  }
  std::size_t tail = 0;
  while (tail < shorter - head &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) {
    ++tail;
  }
  const auto middle_of = [&](const Lines& lines) {
    return Lines(lines.begin() + static_cast<std::ptrdiff_t>(head),
                 lines.end() - static_cast<std::ptrdiff_t>(tail));
  };
  std::vector<ScriptLine> script;
  for (std::size_t i = 0; i < head; ++i) {
    script.push_back({' ', before[i]});
  }
  const std::vector<ScriptLine> middle = Middle(middle_of(before), middle_of(after));
  script.insert(script.end(), middle.begin(), middle.end());
  for (std::size_t i = before.size() - tail; i < before.size(); ++i) {
    script.push_back({' ', before[i]});
  }
  SortRuns(script);
  return script;
}

}  // namespace gitscale
