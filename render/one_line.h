// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gitscale {

/// Text from a policy or a server, fit for one line of output: control characters and line breaks
/// of every alphabet (also NEL, LS, PS) become spaces, direction overrides are dropped, bytes that
/// are no UTF-8 become U+FFFD. So it can forge neither a trailer nor a row.
[[nodiscard]] std::string OneLine(std::string_view text);

/// Columns a terminal needs for the text: 0 for combining marks, 2 for wide East Asian characters
/// and pictographs, else 1. Source: Unicode 15 East_Asian_Width W and F, cut down to blocks.
[[nodiscard]] std::size_t DisplayWidth(std::string_view text);

/// At most `bytes` bytes, cut between words where possible, never inside a character; with "..."
/// at the end when something was cut. REQUIRES: bytes >= 3.
[[nodiscard]] std::string CutAtWord(std::string_view text, std::size_t bytes);

/// Lines of at most `width` columns, broken between words; lines after the first are indented.
/// A word that is longer stays whole.
[[nodiscard]] std::string Wrap(std::string_view text, std::size_t width, std::size_t indent);

}  // namespace gitscale
