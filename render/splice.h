// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gitscale {

/// Replace the bytes [begin, end) by `text`. begin == end inserts.
struct Splice {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};

/// Whether two of them replace the same byte.
[[nodiscard]] bool Overlap(std::vector<Splice> splices);

/// The text with all of them made. Those at the same place keep their order: the first stands
/// first. REQUIRES: no overlap.
[[nodiscard]] std::string ApplySplices(std::string_view text, std::vector<Splice> splices);

}  // namespace gitscale
