// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/shown.h"

#include <fmt/format.h>

namespace gitscale {

std::string Printable(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string out;
  bool cut = false;
  if (text.size() > kLongest) {
    text = text.substr(0, kLongest);
    // Not in the middle of a UTF-8 sequence: those are at most four bytes.
    for (int i = 0; i < 4 && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U; ++i) {
      text.remove_suffix(1);
    }
    if ((static_cast<unsigned char>(text.back()) & 0x80U) != 0) {
      text.remove_suffix(1);
    }
    cut = true;
  }
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned>(byte));
    } else {
      out.push_back(c);
    }
  }
  return cut ? out + "..." : out;
}

std::string Shown(const YamlNode& node) {
  switch (node.kind) {
    case YamlKind::kMapping:
      return "a mapping";
    case YamlKind::kSequence:
      return "a sequence";
    case YamlKind::kAlias:
      return "an alias";
    case YamlKind::kScalar:
      break;
  }
  if (node.null) {
    return "nothing";
  }
  const std::string text = Printable(node.value);
  return node.plain ? fmt::format("'{}'", text) : fmt::format("the string \"{}\"", text);
}

}  // namespace gitscale
