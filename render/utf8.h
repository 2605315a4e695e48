// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gitscale {

/// One character of a text. length: its bytes, at least 1. valid: false for a byte that is no
/// UTF-8 (overlong forms and surrogates included); then length is 1.
struct Utf8Char {
  char32_t code = 0;
  std::size_t length = 1;
  bool valid = true;
};

/// The character at `pos`. REQUIRES: pos < text.size().
[[nodiscard]] Utf8Char DecodeUtf8(std::string_view text, std::size_t pos);

/// The text with every byte that is no UTF-8 replaced by U+FFFD. What is quoted from a file may be
/// in any encoding; JSON may not.
[[nodiscard]] std::string ToValidUtf8(std::string_view text);

}  // namespace gitscale
