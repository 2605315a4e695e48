// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/unified_diff.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "render/edit_script.h"

namespace gitscale {
namespace {

constexpr std::size_t kContext = 3;

/// Paths with control characters, quotes or backslashes stand in double quotes, as git writes them.
std::string QuotedPath(std::string_view prefix, std::string_view path) {
  std::string escaped;
  bool is_special = false;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      escaped += '\\';
      escaped += c;
      is_special = true;
    } else if (byte < 0x20 || byte == 0x7F) {
      escaped += fmt::format("\\{:03o}", byte);
      is_special = true;
    } else {
      escaped += c;
    }
  }
  return is_special ? fmt::format("\"{}{}\"", prefix, escaped) : fmt::format("{}{}", prefix, path);
}

/// "12,3" of a hunk header: first line (that before it for an empty side) and length.
std::string Range(std::size_t lines_before, std::size_t length) {
  const std::size_t first = length == 0 ? lines_before : lines_before + 1;
  return length == 1 ? fmt::format("{}", first) : fmt::format("{},{}", first, length);
}

struct Position {
  std::size_t before = 0;
  std::size_t after = 0;
};

void Advance(Position& position, char mark) {
  position.before += mark != '+' ? 1 : 0;
  position.after += mark != '-' ? 1 : 0;
}

std::string Hunk(const std::vector<ScriptLine>& script,
                 std::size_t begin,
                 std::size_t end,
                 Position start) {
  Position stop = start;
  std::string body;
  for (std::size_t i = begin; i < end; ++i) {
    Advance(stop, script[i].mark);
    body += script[i].mark;
    body += script[i].text;
    if (!script[i].text.ends_with('\n')) {
      body += "\n\\ No newline at end of file\n";
    }
  }
  return fmt::format("@@ -{} +{} @@\n{}",
                     Range(start.before, stop.before - start.before),
                     Range(start.after, stop.after - start.after),
                     body);
}

}  // namespace

std::string UnifiedDiff(std::string_view path, std::string_view before, std::string_view after) {
  if (before == after) {
    return {};
  }
  const std::vector<ScriptLine> script = EditScript(SplitLines(before), SplitLines(after));
  std::string out = fmt::format("--- {}\n+++ {}\n", QuotedPath("a/", path), QuotedPath("b/", path));
  Position position;
  std::size_t counted = 0;  // lines of the script that `position` has passed
  std::size_t next = 0;
  const auto next_change = [&](std::size_t from) {
    while (from < script.size() && script[from].mark == ' ') {
      ++from;
    }
    return from;
  };
  for (std::size_t change = next_change(0); change < script.size(); change = next_change(next)) {
    const std::size_t begin = std::max(next, change - std::min(change, kContext));
    std::size_t last = change;  // of the changes that share this hunk
    for (std::size_t following = change;
         following < script.size() && following - last <= 2 * kContext + 1;
         following = next_change(following + 1)) {
      last = following;
    }
    next = std::min(last + 1 + kContext, script.size());
    for (; counted < begin; ++counted) {
      Advance(position, script[counted].mark);
    }
    out += Hunk(script, begin, next, position);
  }
  return out;
}

}  // namespace gitscale
