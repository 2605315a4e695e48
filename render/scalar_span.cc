// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/scalar_span.h"

#include <algorithm>

namespace gitscale {
namespace {

constexpr std::string_view kBlank = " \t";
constexpr std::string_view kSpaceOrBreak = " \t\r\n";

std::optional<ByteSpan> SingleQuotedSpan(std::string_view text, std::size_t begin) {
  for (std::size_t pos = begin + 1; pos < text.size(); ++pos) {
    if (text[pos] != '\'') {
      continue;
    }
    if (pos + 1 < text.size() && text[pos + 1] == '\'') {
      ++pos;  // '' is a quote inside
      continue;
    }
    return ByteSpan{begin, pos + 1};
  }
  return std::nullopt;
}

std::optional<ByteSpan> DoubleQuotedSpan(std::string_view text, std::size_t begin) {
  for (std::size_t pos = begin + 1; pos < text.size(); ++pos) {
    if (text[pos] == '\\') {
      ++pos;
    } else if (text[pos] == '"') {
      return ByteSpan{begin, pos + 1};
    }
  }
  return std::nullopt;
}

/// Lines belong to the block while they are blank or indented deeper than its key.
ByteSpan BlockSpan(std::string_view text, std::size_t begin, std::size_t key_indent) {
  ByteSpan span{begin, LineEnd(text, begin)};
  std::size_t line = text.find('\n', begin);
  while (line != std::string_view::npos && ++line < text.size()) {
    const std::size_t first = text.find_first_not_of(' ', line);
    const std::size_t end = LineEnd(text, line);
    const bool is_blank =
        text.substr(line, end - line).find_first_not_of(kBlank) == std::string_view::npos;
    if (!is_blank) {
      if (first - line <= key_indent) {
        break;
      }
      span.end = end;
    }
    line = text.find('\n', line);
  }
  return span;
}

}  // namespace

std::size_t LineEnd(std::string_view text, std::size_t pos) {
  const std::size_t newline = std::min(text.find('\n', pos), text.size());
  return newline > pos && newline < text.size() && text[newline - 1] == '\r' ? newline - 1
                                                                             : newline;
}

std::string_view LineBreakAt(std::string_view text, std::size_t pos) {
  std::size_t newline = text.find('\n', pos);
  if (newline == std::string_view::npos) {
    newline = text.find('\n');
  }
  const bool is_crlf =
      newline != std::string_view::npos && newline > 0 && text[newline - 1] == '\r';
  return is_crlf ? "\r\n" : "\n";
}

std::size_t SkipProperties(std::string_view text, std::size_t offset) {
  std::size_t pos = offset;
  while (pos < text.size() && (text[pos] == '&' || text[pos] == '!')) {
    pos = std::min(text.find_first_of(kSpaceOrBreak, pos), text.size());
    while (pos < text.size() &&
           (kSpaceOrBreak.find(text[pos]) != std::string_view::npos || text[pos] == '#')) {
      pos = text[pos] == '#' ? LineEnd(text, pos) : pos + 1;
    }
  }
  return pos;
}

std::string AnchorName(std::string_view text, const YamlNode& node) {
  if (!node.anchored && node.kind != YamlKind::kAlias) {
    return {};
  }
  std::size_t pos = node.offset;
  if (pos < text.size() && text[pos] == '!') {  // `!tag &name`
    pos = text.find_first_of(kSpaceOrBreak, pos);
    pos = pos == std::string_view::npos ? pos : text.find_first_not_of(kSpaceOrBreak, pos);
  }
  if (pos >= text.size() || (text[pos] != '&' && text[pos] != '*')) {
    return {};
  }
  const std::size_t end = std::min(text.find_first_of(" \t\r\n,[]{}", pos), text.size());
  return std::string(text.substr(pos + 1, end - pos - 1));
}

bool IsBlockScalar(std::string_view text, const YamlNode& scalar) {
  if (scalar.kind != YamlKind::kScalar || scalar.plain || scalar.null) {
    return false;
  }
  const std::size_t begin = SkipProperties(text, scalar.offset);
  return begin < text.size() && (text[begin] == '|' || text[begin] == '>');
}

std::optional<ByteSpan> ScalarSpan(std::string_view text,
                                   const YamlNode& scalar,
                                   std::size_t key_indent) {
  if (scalar.kind != YamlKind::kScalar || scalar.null) {
    return std::nullopt;
  }
  const std::size_t begin = SkipProperties(text, scalar.offset);
  if (begin >= text.size()) {
    return std::nullopt;
  }
  if (scalar.plain) {
    return text.substr(begin).starts_with(scalar.value)
               ? std::optional(ByteSpan{begin, begin + scalar.value.size()})
               : std::nullopt;
  }
  switch (text[begin]) {
    case '\'':
      return SingleQuotedSpan(text, begin);
    case '"':
      return DoubleQuotedSpan(text, begin);
    case '|':
    case '>':
      return BlockSpan(text, begin, key_indent);
    default:
      return std::nullopt;
  }
}

}  // namespace gitscale
