// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/glob.h"

#include <string>
#include <vector>

namespace gitscale {
namespace {

std::vector<std::string_view> Segments(std::string_view path) {
  std::vector<std::string_view> out;
  while (true) {
    const std::size_t slash = path.find('/');
    out.push_back(path.substr(0, slash));
    if (slash == std::string_view::npos) {
      return out;
    }
    path.remove_prefix(slash + 1);
  }
}

/// `*` and `?` within one segment: greedy with a single point of return, so linear in pattern times
/// text.
bool SegmentMatches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') {
    ++p;
  }
  return p == pattern.size();
}

}  // namespace

bool GlobMatches(std::string_view pattern, std::string_view path) {
  const auto patterns = Segments(pattern);
  const auto parts = Segments(path);
  // The same algorithm one level up: "**" is the star of segments.
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (t < parts.size()) {
    if (p < patterns.size() && patterns[p] == "**") {
      star = p++;
      resume = t;
    } else if (p < patterns.size() && SegmentMatches(patterns[p], parts[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < patterns.size() && patterns[p] == "**") {
    ++p;
  }
  return p == patterns.size();
}

}  // namespace gitscale
