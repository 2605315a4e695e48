// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/utf8.h"

namespace gitscale {

Utf8Char DecodeUtf8(std::string_view text, std::size_t pos) {
  const auto lead = static_cast<unsigned char>(text[pos]);
  if (lead < 0x80) {
    return {lead, 1, true};
  }
  constexpr Utf8Char kInvalid{0xFFFD, 1, false};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || pos + length > text.size()) {
    return kInvalid;
  }
  char32_t code = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(text[pos + i]);
    if ((next & 0xC0U) != 0x80U) {
      return kInvalid;
    }
    code = (code << 6U) | (next & 0x3FU);
  }
  const bool is_overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  return is_overlong || is_surrogate || code > 0x10FFFF ? kInvalid : Utf8Char{code, length, true};
}

std::string ToValidUtf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t pos = 0; pos < text.size();) {
    const Utf8Char found = DecodeUtf8(text, pos);
    out += found.valid ? text.substr(pos, found.length) : std::string_view("\xEF\xBF\xBD");
    pos += found.length;
  }
  return out;
}

}  // namespace gitscale
