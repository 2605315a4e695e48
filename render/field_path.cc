// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/field_path.h"

#include <algorithm>

#include <fmt/format.h>

#include "render/scalar_span.h"

namespace gitscale {
namespace {

void CollectAliases(std::string_view text, const YamlNode& node, std::set<std::string>& names) {
  if (node.kind == YamlKind::kAlias) {
    names.insert(AnchorName(text, node));
  }
  for (const YamlEntry& entry : node.entries) {
    CollectAliases(text, entry.key, names);
    CollectAliases(text, entry.value, names);
  }
  for (const YamlNode& item : node.items) {
    CollectAliases(text, item, names);
  }
}

const YamlEntry* FindEntry(const YamlNode& mapping, std::string_view key) {
  const auto found = std::ranges::find_if(mapping.entries, [key](const YamlEntry& entry) {
    return entry.key.kind == YamlKind::kScalar && entry.key.value == key;
  });
  return found == mapping.entries.end() ? nullptr : &*found;
}

/// Changing the node must change this place and no other.
Status CheckWrittenHere(const DocumentView& view, const YamlNode& node, const std::string& name) {
  if (node.kind == YamlKind::kAlias) {
    return RefuseEdit(
        view.file,
        node.line,
        fmt::format("'{}' comes from an alias, expected a value written in place", name));
  }
  if (node.anchored && view.aliased.contains(AnchorName(view.text, node))) {
    return RefuseEdit(view.file,
                      node.line,
                      fmt::format("'{}' has the anchor '{}' that an alias uses, so an edit would "
                                  "change another place too",
                                  name,
                                  AnchorName(view.text, node)));
  }
  return {};
}

}  // namespace

DocumentView ViewDocument(std::string_view file, std::string_view text, const YamlNode& root) {
  DocumentView view{file, text, root, {}};
  CollectAliases(text, root, view.aliased);
  return view;
}

Result<FieldPlace> FindField(const DocumentView& view, const std::vector<std::string>& path) {
  FieldPlace place{0, &view.root, nullptr, nullptr};
  for (;; ++place.depth) {
    const YamlNode& node = *place.node;
    const std::string name = place.depth == 0 ? "the document" : DottedPath(path, place.depth);
    TRY(CheckWrittenHere(view, node, name));
    if (place.depth == path.size()) {
      return place;
    }
    const std::string& segment = path[place.depth];
    if (node.kind == YamlKind::kMapping) {
      const YamlEntry* entry = FindEntry(node, segment);
      if (entry == nullptr) {
        if (const YamlEntry* merge = FindEntry(node, "<<")) {
          return RefuseEdit(view.file,
                            merge->key.line,
                            fmt::format("'{}' may come from a merge key ('<<'), expected a value "
                                        "written in place",
                                        DottedPath(path, place.depth + 1)));
        }
        return place;
      }
      place = {place.depth, &entry->value, entry, &node};
    } else if (node.kind == YamlKind::kSequence) {
      const YamlNode* item = node.FindItem(segment);
      if (item == nullptr) {
        return RefuseEdit(view.file,
                          node.line,
                          fmt::format("'{}' is a sequence of {}, expected an item '{}' in it",
                                      name,
                                      node.items.size(),
                                      segment));
      }
      place = {place.depth, item, nullptr, nullptr};
    } else if (IsEmptyValue(node)) {
      return place;
    } else {
      return RefuseEdit(
          view.file, node.line, fmt::format("'{}' is '{}', expected a mapping", name, node.value));
    }
  }
}

bool IsEmptyValue(const YamlNode& node) {
  return node.kind == YamlKind::kScalar &&
         (node.null || (node.plain && (node.value == "~" || node.value == "null" ||
                                       node.value == "Null" || node.value == "NULL")));
}

std::string DottedPath(const std::vector<std::string>& path, std::size_t depth) {
  return PathText({path.begin(), path.begin() + static_cast<std::ptrdiff_t>(depth)});
}

tl::unexpected<Error> RefuseEdit(std::string_view file, int line, std::string_view message) {
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("{}:{}: {}", file, line, message),
              std::string(file));
}

}  // namespace gitscale
