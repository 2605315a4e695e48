// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/field_edit.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "render/node_end.h"
#include "render/scalar_span.h"

namespace gitscale {
namespace {

using Path = std::vector<std::string>;

bool IsDecimalInteger(std::string_view text) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    text.remove_prefix(1);
  }
  const bool has_leading_zero = text.size() > 1 && text[0] == '0';  // octal for some readers
  return !text.empty() && !has_leading_zero &&
         std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

bool HasValue(std::string_view text, std::int64_t value) {
  text.remove_prefix(text.starts_with('+') ? 1 : 0);
  std::int64_t found = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), found);
  return error == std::errc() && end == text.data() + text.size() && found == value;
}

/// The line to name for a place: that of the key where there is one, since an empty value has none.
int LineOf(const FieldPlace& place) {
  return std::max(place.entry != nullptr ? place.entry->key.line : place.node->line, 1);
}

/// What stands there instead of a plain integer, for a message.
std::string Describe(const YamlNode& node) {
  if (!node.tag.empty()) {
    return fmt::format("has the tag '{}'", node.tag);
  }
  switch (node.kind) {
    case YamlKind::kMapping:
      return "is a mapping";
    case YamlKind::kSequence:
      return "is a sequence";
    case YamlKind::kAlias:
      return "is an alias";
    case YamlKind::kScalar:
      break;
  }
  if (node.null) {
    return "is empty";
  }
  return node.plain ? fmt::format("is '{}'", node.value)
                    : fmt::format("is the text '{}' in quotes", node.value);
}

/// `value` at the end of the segments of `path` from `depth` on, as nested entries.
NewEntry Nest(const Path& path, std::size_t depth, NewEntry innermost) {
  for (std::size_t i = path.size(); i-- > depth;) {
    NewEntry outer{path[i], {}, false, {}};
    outer.children.push_back(std::move(innermost));
    innermost = std::move(outer);
  }
  return innermost;
}

/// Puts entries where the path of `place` ends: into its mapping, or in place of its empty value.
Status Insert(const DocumentView& view,
              const FieldPlace& place,
              const std::string& name,
              const std::vector<NewEntry>& entries,
              FieldEdits& edits) {
  const DocumentStyle style = StyleOf(view.text, view.root);
  std::optional<Splice> splice;
  if (place.node->kind == YamlKind::kMapping) {
    splice = InsertIntoMapping(view.text, *place.node, entries, style);
  } else if (place.entry != nullptr) {
    splice = FillEmptyEntry(view.text, *place.parent, *place.entry, entries, style);
  }
  if (!splice) {
    return RefuseEdit(
        view.file,
        LineOf(place),
        fmt::format(
            "{} {}, expected a mapping to write into",
            name.empty() ? "the document" : "'" + name + "'",
            place.node->kind == YamlKind::kMapping ? "has no place for another key" : "is empty"));
  }
  edits.splices.push_back(std::move(*splice));
  return {};
}

/// Whether a plain scalar with this text is a string for every reader.
bool ReadsAsString(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  constexpr std::string_view kNotStrings[] = {
      "true", "false", "yes", "no", "on", "off", "y", "n", "null"};
  return !lower.empty() && lower[0] >= 'a' && lower[0] <= 'z' &&
         std::ranges::find(kNotStrings, lower) == std::end(kNotStrings);
}

/// Replaces the value of an annotation that is there.
Status ReplaceText(const DocumentView& view,
                   const FieldPlace& place,
                   const std::string& key,
                   const std::string& value,
                   FieldEdits& edits) {
  const YamlNode& node = *place.node;
  if (node.kind != YamlKind::kScalar || !node.tag.empty() || place.entry == nullptr) {
    return RefuseEdit(view.file,
                      node.line,
                      fmt::format("annotation '{}' {}, expected text", key, Describe(node)));
  }
  if (node.value == value && !node.null && (!node.plain || ReadsAsString(value))) {
    return {};
  }
  const bool json = StyleOf(view.text, view.root).json;
  std::string written = WriteScalar(value, true, json);
  if (node.null) {
    if (const auto colon = EntryEnd(view.text, *place.entry)) {
      edits.splices.push_back({*colon, *colon, " " + written});
      return {};
    }
  } else {
    const auto indent = static_cast<std::size_t>(place.entry->key.column - 1);
    if (const auto span = ScalarSpan(view.text, node, indent)) {
      edits.splices.push_back({span->begin, span->end, std::move(written)});
      return {};
    }
  }
  return RefuseEdit(
      view.file,
      LineOf(place),
      fmt::format("annotation '{}' is written over several lines, expected one line", key));
}

}  // namespace

Status EditInteger(const DocumentView& view,
                   const Path& path,
                   std::int64_t value,
                   bool insert_if_absent,
                   FieldEdits& edits) {
  TRY_ASSIGN(const FieldPlace place, FindField(view, path));
  const std::string name = DottedPath(path, path.size());
  const std::string digits = std::to_string(value);
  if (place.depth == path.size()) {
    const YamlNode& node = *place.node;
    const auto span = ScalarSpan(view.text, node, 0);
    if (node.kind != YamlKind::kScalar || !node.plain || node.null || !node.tag.empty() ||
        !IsDecimalInteger(node.value) || !span) {
      return RefuseEdit(view.file,
                        node.null ? LineOf(place) : node.line,
                        fmt::format("'{}' {}, expected a plain integer", name, Describe(node)));
    }
    if (HasValue(node.value, value)) {
      return {};
    }
    edits.splices.push_back({span->begin, span->end, digits});
  } else {
    if (!insert_if_absent) {
      return RefuseEdit(view.file,
                        LineOf(place),
                        fmt::format("found no field '{}', expected a plain integer there", name));
    }
    const auto missing = path.begin() + static_cast<std::ptrdiff_t>(place.depth);
    if (const auto index = std::find_if(missing, path.end(), IsIndex); index != path.end()) {
      // A mapping with the key "0" is no sequence, and a new item would lack what else it needs.
      return RefuseEdit(
          view.file,
          LineOf(place),
          fmt::format("found no item '{}', expected it written out",
                      DottedPath(path, static_cast<std::size_t>(index - path.begin() + 1))));
    }
    const NewEntry innermost{path.back(), digits, false, {}};
    const Path parents(path.begin(), path.end() - 1);
    TRY(Insert(view,
               place,
               DottedPath(path, place.depth),
               {Nest(parents, place.depth, innermost)},
               edits));
  }
  edits.intended.push_back({path, digits, false});
  return {};
}

Status EditAnnotations(const DocumentView& view,
                       const std::vector<std::pair<std::string, std::string>>& annotations,
                       FieldEdits& edits) {
  const Path parent = {"metadata", "annotations"};
  std::vector<NewEntry> missing;
  for (const auto& [key, value] : annotations) {
    const bool has_control = std::ranges::any_of(
        key + value, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
    if (has_control) {
      return RefuseEdit(
          view.file,
          std::max(view.root.line, 1),
          fmt::format("annotation '{}' is to hold a control character, expected one line", key));
    }
    const Path path = {parent[0], parent[1], key};
    TRY_ASSIGN(const FieldPlace place, FindField(view, path));
    if (place.depth == path.size()) {
      const std::size_t before = edits.splices.size();
      TRY(ReplaceText(view, place, key, value, edits));
      if (edits.splices.size() == before) {
        continue;
      }
    } else {
      missing.push_back({key, value, true, {}});
    }
    edits.intended.push_back({path, value, true});
  }
  if (missing.empty()) {
    return {};
  }
  TRY_ASSIGN(const FieldPlace place, FindField(view, parent));
  if (place.depth == 0 || (place.depth == 1 && place.node->kind != YamlKind::kMapping)) {
    return RefuseEdit(view.file,
                      std::max(view.root.line, 1),
                      "found no 'metadata' mapping, expected one for the annotations");
  }
  if (place.depth == 1) {
    missing = {NewEntry{parent[1], {}, false, std::move(missing)}};
  }
  return Insert(view, place, DottedPath(parent, place.depth), missing, edits);
}

}  // namespace gitscale
