// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/one_line.h"

#include <algorithm>

#include "render/utf8.h"

namespace gitscale {
namespace {

struct CodeRange {
  char32_t first;
  char32_t last;
};

constexpr CodeRange kZeroWidth[] = {
    {0x0300, 0x036F}, {0x200B, 0x200D}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}};
constexpr CodeRange kWide[] = {{0x1100, 0x115F},
                               {0x2E80, 0x303E},
                               {0x3041, 0xA4CF},
                               {0xAC00, 0xD7A3},
                               {0xF900, 0xFAFF},
                               {0xFE30, 0xFE6F},
                               {0xFF00, 0xFF60},
                               {0xFFE0, 0xFFE6},
                               {0x1F300, 0x1F64F},
                               {0x1F680, 0x1F6FF},
                               {0x1F900, 0x1F9FF},
                               {0x20000, 0x3FFFD}};
/// Direction overrides and isolates: they reorder what follows on a terminal.
constexpr CodeRange kDirection[] = {
    {0x200E, 0x200F}, {0x202A, 0x202E}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF}};

template <std::size_t N>
bool IsIn(const CodeRange (&ranges)[N], char32_t code) {
  return std::ranges::any_of(
      ranges, [code](const CodeRange& range) { return code >= range.first && code <= range.last; });
}

bool IsBreakOrControl(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code <= 0x9F) || code == 0x2028 || code == 0x2029;
}

}  // namespace

std::string OneLine(std::string_view text) {
  std::string out;
  for (std::size_t pos = 0; pos < text.size();) {
    const Utf8Char found = DecodeUtf8(text, pos);
    if (!found.valid) {
      out += "\xEF\xBF\xBD";
    } else if (IsBreakOrControl(found.code)) {
      out += ' ';
    } else if (!IsIn(kDirection, found.code)) {
      out += text.substr(pos, found.length);
    }
    pos += found.length;
  }
  return out;
}

std::size_t DisplayWidth(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t pos = 0; pos < text.size();) {
    const Utf8Char found = DecodeUtf8(text, pos);
    width += IsIn(kZeroWidth, found.code) ? 0 : IsIn(kWide, found.code) ? 2 : 1;
    pos += found.length;
  }
  return width;
}

std::string CutAtWord(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) {
    return std::string(text);
  }
  std::size_t end = 0;
  for (std::size_t pos = 0; pos < text.size();) {
    pos += DecodeUtf8(text, pos).length;
    if (pos > bytes - 3) {
      break;
    }
    end = pos;
  }
  std::string_view kept = text.substr(0, end);
  const std::size_t space = kept.find_last_of(' ');
  if (text[end] != ' ' && space != std::string_view::npos && space >= kept.size() / 2) {
    kept = kept.substr(0, space);
  }
  const std::size_t last = kept.find_last_not_of(" ,;:");
  return std::string(kept.substr(0, last == std::string_view::npos ? 0 : last + 1)) + "...";
}

std::string Wrap(std::string_view text, std::size_t width, std::size_t indent) {
  std::string out;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    if (word.empty()) {
      continue;
    }
    const std::size_t word_width = DisplayWidth(word);
    if (!out.empty() && column + 1 + word_width > width) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (!out.empty()) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word_width;
  }
  return out;
}

}  // namespace gitscale
