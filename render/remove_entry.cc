// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/remove_entry.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "render/node_end.h"
#include "render/scalar_span.h"

namespace gitscale {
namespace {

constexpr std::string_view kBlank = " \t";

tl::unexpected<Error> Refuse(const DocumentView& view,
                             const YamlEntry& entry,
                             std::string_view why) {
  return RefuseEdit(
      view.file, std::max(entry.key.line, 1), fmt::format("'{}' {}", entry.key.value, why));
}

std::size_t LineBegin(std::string_view text, std::size_t pos) {
  const std::size_t newline = pos == 0 ? std::string_view::npos : text.rfind('\n', pos - 1);
  return newline == std::string_view::npos ? 0 : newline + 1;
}

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(kBlank) == std::string_view::npos;
}

/// Nothing, or blanks and a comment.
bool IsBlankOrComment(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlank);
  return first == std::string_view::npos || (text[first] == '#' && first > 0);
}

std::string_view RestOfLine(std::string_view text, std::size_t pos) {
  return text.substr(pos, LineEnd(text, pos) - pos);
}

/// The lines of [begin, end), with the break that ends them; at the end of a text without a final
/// break the one before them, so that it still has none.
Splice WholeLines(std::string_view text, std::size_t begin, std::size_t end) {
  begin = LineBegin(text, begin);
  const std::size_t newline = text.find('\n', end);
  if (newline != std::string_view::npos) {
    return {begin, newline + 1, {}};
  }
  return {begin == 0 ? 0 : LineEnd(text, LineBegin(text, begin - 1)), text.size(), {}};
}

/// Whether every line of a block scalar is its text for sure: no line may be a comment behind it,
/// and blank lines behind it are not its own.
bool IsBlockEndCertain(std::string_view text, const ByteSpan& span) {
  const std::string_view header = RestOfLine(text, span.begin);
  const std::size_t indicators = std::min(header.find_first_of(" \t#"), header.size());
  if (header.substr(1, indicators - 1).find_first_not_of('-') != std::string_view::npos) {
    return false;
  }
  std::optional<std::size_t> indent;
  for (std::size_t line = text.find('\n', span.begin); line < span.end;
       line = text.find('\n', line)) {
    const std::string_view content = RestOfLine(text, ++line);
    if (IsBlank(content)) {
      continue;
    }
    const std::size_t found = content.find_first_not_of(' ');
    if (found < indent.value_or(found)) {
      return false;
    }
    indent = indent.value_or(found);
  }
  return true;
}

/// One past the last byte of an entry that stands in a block mapping.
std::optional<std::size_t> BlockEntryEnd(std::string_view text, const YamlEntry& entry) {
  if (!IsBlockScalar(text, entry.value)) {
    return EntryEnd(text, entry);
  }
  const auto span = ScalarSpan(text, entry.value, static_cast<std::size_t>(entry.key.column - 1));
  return span && IsBlockEndCertain(text, *span) ? std::optional(span->end) : std::nullopt;
}

/// The lines from the entry's key to `end`, which nothing else may stand on.
Result<std::vector<Splice>> RemoveLines(const DocumentView& view,
                                        const YamlEntry& entry,
                                        std::size_t end) {
  const std::size_t begin = entry.key.offset;
  const std::size_t line = LineBegin(view.text, begin);
  if (!IsBlank(view.text.substr(line, begin - line)) ||
      !IsBlankOrComment(RestOfLine(view.text, end))) {
    return Refuse(view, entry, "shares its line, expected it on a line of its own");
  }
  return std::vector<Splice>{WholeLines(view.text, begin, end)};
}

/// The comma behind `pos`, where only white space and comments stand before it.
std::optional<std::size_t> CommaAfter(std::string_view text, std::size_t pos) {
  while (pos < text.size()) {
    const char found = text[pos];
    if (found == ',') {
      return pos;
    }
    if (found == '#') {
      pos = LineEnd(text, pos);
    } else if (std::string_view(" \t\r\n").find(found) != std::string_view::npos) {
      ++pos;
    } else {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

/// [begin, end) of a flow mapping, with the white space that only it needs.
Splice RemoveInFlow(std::string_view text, std::size_t begin, std::size_t end, bool is_last) {
  const std::size_t line = LineBegin(text, begin);
  const bool starts_line = line > 0 && IsBlank(text.substr(line, begin - line));
  const std::string_view rest = RestOfLine(text, end);
  if (starts_line && IsBlankOrComment(rest)) {
    return WholeLines(text, begin, end);
  }
  const std::size_t next = std::min(text.find_first_not_of(kBlank, end), text.size());
  const bool ends_line = IsBlankOrComment(rest) || text.substr(next).starts_with('}');
  if (is_last || (ends_line && !starts_line)) {
    while (begin > line && kBlank.find(text[begin - 1]) != std::string_view::npos) {
      --begin;
    }
    return {begin, end, {}};
  }
  return {begin, next, {}};
}

Result<std::vector<Splice>> RemoveFromFlow(const DocumentView& view,
                                           const YamlNode& mapping,
                                           const YamlEntry& entry) {
  const std::string_view text = view.text;
  const std::size_t begin = entry.key.offset;
  const auto end = EntryEnd(text, entry);
  const std::size_t before = begin == 0 ? begin : text.find_last_not_of(kBlank, begin - 1);
  if (!end || before == std::string_view::npos ||
      std::string_view("{,\n").find(text[before]) == std::string_view::npos) {
    return Refuse(view, entry, "has no certain beginning and end, expected it on one line");
  }
  if (const auto comma = CommaAfter(text, *end)) {
    return std::vector<Splice>{RemoveInFlow(text, begin, *comma + 1, false)};
  }
  const auto at =
      std::ranges::find(mapping.entries, &entry, [](const YamlEntry& one) { return &one; });
  if (at == mapping.entries.begin()) {
    return Refuse(view, entry, "has no comma behind it, expected one before the next entry");
  }
  const auto last_end = EntryEnd(text, *std::prev(at));
  const auto comma = last_end ? CommaAfter(text, *last_end) : std::nullopt;
  if (!comma || *comma >= begin) {
    return Refuse(view, entry, "stands behind an entry whose end is uncertain");
  }
  return std::vector<Splice>{{*comma, *comma + 1, {}}, RemoveInFlow(text, begin, *end, true)};
}

/// Nothing may come to light, and nothing else may lose its anchor.
Status CheckRemovable(const DocumentView& view, const YamlNode& mapping, const YamlEntry& entry) {
  if (entry.key.anchored && view.aliased.contains(AnchorName(view.text, entry.key))) {
    return Refuse(view, entry, "is a key with an anchor that an alias uses");
  }
  if (mapping.Find("<<") != nullptr) {
    return Refuse(view, entry, "stands beside a merge key ('<<'), which may give it another value");
  }
  if (mapping.entries.size() < 2) {
    return Refuse(view, entry, "is all there is in its mapping, expected something beside it");
  }
  return {};
}

}  // namespace

Result<std::vector<Splice>> RemoveEntry(const DocumentView& view,
                                        const YamlNode& mapping,
                                        const YamlEntry& entry) {
  TRY(CheckRemovable(view, mapping, entry));
  if (mapping.flow) {
    return RemoveFromFlow(view, mapping, entry);
  }
  const auto end = BlockEntryEnd(view.text, entry);
  if (!end) {
    return Refuse(view, entry, "has no certain end, expected a value on one line");
  }
  return RemoveLines(view, entry, *end);
}

Result<std::vector<Splice>> RemoveWithLast(const DocumentView& view,
                                           const YamlNode& mapping,
                                           const YamlEntry& entry) {
  const YamlEntry& last = entry.value.entries.front();
  if (last.key.anchored && view.aliased.contains(AnchorName(view.text, last.key))) {
    return Refuse(view, last, "is a key with an anchor that an alias uses");
  }
  if (entry.value.flow) {
    return RemoveEntry(view, mapping, entry);
  }
  TRY(CheckRemovable(view, mapping, entry));
  const auto colon_end = ColonEnd(view.text, entry);
  const auto last_end = BlockEntryEnd(view.text, last);
  if (!colon_end || !last_end) {
    return Refuse(view, entry, "has no certain end, expected its values on one line each");
  }
  TRY_ASSIGN(std::vector<Splice> splices, RemoveLines(view, entry, *colon_end));
  TRY_ASSIGN(const std::vector<Splice> inner, RemoveLines(view, last, *last_end));
  if (last.key.line == entry.key.line + 1) {
    return std::vector<Splice>{WholeLines(view.text, entry.key.offset, *last_end)};
  }
  splices.insert(splices.end(), inner.begin(), inner.end());
  return splices;
}

}  // namespace gitscale
