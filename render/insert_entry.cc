// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/insert_entry.h"

#include <algorithm>

#include "base/json.h"
#include "render/node_end.h"
#include "render/scalar_span.h"

namespace gitscale {
namespace {

std::string WriteKey(std::string_view key, bool json) {
  const bool is_plain = !key.empty() && std::ranges::all_of(key, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == '/';
  });
  const bool starts_with_letter =
      !key.empty() && ((key[0] >= 'a' && key[0] <= 'z') || (key[0] >= 'A' && key[0] <= 'Z'));
  return is_plain && starts_with_letter && !json ? std::string(key) : WriteScalar(key, true, json);
}

std::string FlowEntries(const std::vector<NewEntry>& entries, bool json) {
  std::string out;
  for (const NewEntry& entry : entries) {
    out += out.empty() ? "" : ", ";
    out += WriteKey(entry.key, json) + ": ";
    out += entry.children.empty() ? WriteScalar(entry.value, entry.is_text, json)
                                  : "{" + FlowEntries(entry.children, json) + "}";
  }
  return out;
}

/// Lines of a block mapping: the first without its indentation, the last without its line break.
std::string BlockEntries(const std::vector<NewEntry>& entries,
                         std::size_t indent,
                         std::size_t step,
                         std::string_view line_break) {
  std::string out;
  for (const NewEntry& entry : entries) {
    if (!out.empty()) {
      out += std::string(line_break) + std::string(indent, ' ');
    }
    out += WriteKey(entry.key, false) + ":";
    if (entry.children.empty()) {
      out += " " + WriteScalar(entry.value, entry.is_text, false);
    } else {
      out += std::string(line_break) + std::string(indent + step, ' ') +
             BlockEntries(entry.children, indent + step, step, line_break);
    }
  }
  return out;
}

std::optional<Splice> InsertIntoFlow(std::string_view text,
                                     const YamlNode& mapping,
                                     const std::vector<NewEntry>& entries,
                                     bool json) {
  const std::string written = FlowEntries(entries, json);
  if (mapping.entries.empty()) {
    const std::size_t brace = SkipProperties(text, mapping.offset);
    if (brace >= text.size() || text[brace] != '{') {
      return std::nullopt;
    }
    return Splice{brace + 1, brace + 1, written};
  }
  const YamlEntry& last = mapping.entries.back();
  if (!last.value.null) {
    if (const auto end = EntryEnd(text, last)) {
      return Splice{*end, *end, ", " + written};
    }
  }
  const std::size_t first = mapping.entries.front().key.offset;
  return Splice{first, first, written + ", "};
}

}  // namespace

DocumentStyle StyleOf(std::string_view text, const YamlNode& root) {
  DocumentStyle style;
  if (root.kind != YamlKind::kMapping || root.entries.empty()) {
    return style;
  }
  const std::size_t first_key = root.entries.front().key.offset;
  style.json = root.flow && first_key < text.size() && text[first_key] == '"';
  for (const YamlEntry& entry : root.entries) {
    const YamlNode& value = entry.value;
    if (value.kind == YamlKind::kMapping && !value.flow && !value.entries.empty() &&
        value.entries.front().key.column > entry.key.column) {
      style.indent_step =
          static_cast<std::size_t>(value.entries.front().key.column - entry.key.column);
      break;
    }
  }
  return style;
}

std::string WriteScalar(std::string_view value, bool is_text, bool json) {
  if (!is_text) {
    return std::string(value);
  }
  if (json) {
    return WriteJson(Json(value));
  }
  std::string out = "'";
  for (const char c : value) {
    out += c;
    if (c == '\'') {
      out += c;
    }
  }
  return out + "'";
}

std::optional<Splice> InsertIntoMapping(std::string_view text,
                                        const YamlNode& mapping,
                                        const std::vector<NewEntry>& entries,
                                        const DocumentStyle& style) {
  if (mapping.flow || mapping.entries.empty()) {
    return InsertIntoFlow(text, mapping, entries, style.json);
  }
  const YamlEntry& first = mapping.entries.front();
  const auto indent = static_cast<std::size_t>(first.key.column - 1);
  const std::string_view line_break = LineBreakAt(text, first.key.offset);
  const std::string written = BlockEntries(entries, indent, style.indent_step, line_break);
  const std::string margin = std::string(line_break) + std::string(indent, ' ');
  for (auto entry = mapping.entries.rbegin(); entry != mapping.entries.rend(); ++entry) {
    if (const auto end = EntryEnd(text, *entry)) {
      const std::size_t pos = LineEnd(text, *end);
      return Splice{pos, pos, margin + written};
    }
  }
  return Splice{first.key.offset, first.key.offset, written + margin};
}

std::optional<Splice> FillEmptyEntry(std::string_view text,
                                     const YamlNode& parent,
                                     const YamlEntry& entry,
                                     const std::vector<NewEntry>& entries,
                                     const DocumentStyle& style) {
  const std::string braces = "{" + FlowEntries(entries, style.json) + "}";
  if (!entry.value.null) {  // `~` or `null`
    const auto span = ScalarSpan(text, entry.value, 0);
    return span ? std::optional(Splice{span->begin, span->end, braces}) : std::nullopt;
  }
  const auto colon = EntryEnd(text, entry);
  if (!colon) {
    return std::nullopt;
  }
  if (parent.flow) {
    return Splice{*colon, *colon, " " + braces};
  }
  const std::size_t indent = static_cast<std::size_t>(entry.key.column - 1) + style.indent_step;
  const std::string_view line_break = LineBreakAt(text, *colon);
  const std::size_t pos = LineEnd(text, *colon);
  return Splice{pos,
                pos,
                std::string(line_break) + std::string(indent, ' ') +
                    BlockEntries(entries, indent, style.indent_step, line_break)};
}

}  // namespace gitscale
