// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/annotation_removal.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "policies/yaml_tree.h"
#include "render/edit_source.h"
#include "render/field_path.h"
#include "render/remove_entry.h"
#include "render/splice.h"
#include "render/tree_compare.h"

namespace gitscale {
namespace {

using Path = std::vector<std::string>;

constexpr std::string_view kMetadata = "metadata";
constexpr std::string_view kAnnotations = "annotations";

/// The document as it is to read afterwards.
YamlNode Without(YamlNode root, std::string_view removed) {
  const auto entry_of = [](YamlNode& node, std::string_view key) {
    return std::ranges::find_if(node.entries, [&](const YamlEntry& entry) {
      return entry.key.kind == YamlKind::kScalar && entry.key.value == key;
    });
  };
  const auto metadata = entry_of(root, kMetadata);
  if (metadata == root.entries.end()) {
    return root;
  }
  YamlNode& holder = metadata->value;
  const auto annotations = entry_of(holder, kAnnotations);
  if (annotations == holder.entries.end()) {
    return root;
  }
  std::vector<YamlEntry>& entries = annotations->value.entries;
  const auto entry = entry_of(annotations->value, removed);
  if (entry != entries.end()) {
    entries.erase(entry);
  }
  if (entries.empty()) {
    holder.entries.erase(annotations);
  }
  return root;
}

bool ReadsBackAsIntended(const std::vector<YamlDocument>& before,
                         std::string_view after_text,
                         int document_index,
                         const std::string& key) {
  const auto after = ParseYaml(after_text);
  return after &&
         std::ranges::equal(before, *after, [&](const YamlDocument& old, const YamlDocument& now) {
           return EqualTrees(old.index == document_index ? Without(old.root, key) : old.root,
                             now.root);
         });
}

/// What takes the annotation out, and the mapping with it when it is the last one; nothing when it
/// is not there.
Result<std::vector<Splice>> FindSplices(const DocumentView& view, const std::string& key) {
  const Path parent = {std::string(kMetadata), std::string(kAnnotations)};
  const Path path = {parent[0], parent[1], key};
  TRY_ASSIGN(const FieldPlace place, FindField(view, path));
  if (place.depth < path.size()) {
    return std::vector<Splice>();
  }
  if (place.entry == nullptr || place.node->kind != YamlKind::kScalar) {
    return RefuseEdit(view.file,
                      std::max(place.node->line, 1),
                      fmt::format("annotation '{}' is no text, expected one line", key));
  }
  if (place.parent->entries.size() > 1) {
    return RemoveEntry(view, *place.parent, *place.entry);
  }
  TRY_ASSIGN(const FieldPlace annotations, FindField(view, parent));
  return RemoveWithLast(view, *annotations.parent, *annotations.entry);
}

Result<std::string> RemoveOne(std::string text,
                              std::string_view file,
                              int document_index,
                              const std::string& key) {
  TRY_ASSIGN(const std::vector<YamlDocument> documents, ReadForEdit(text, file, document_index));
  const auto document = std::ranges::find(documents, document_index, &YamlDocument::index);
  const DocumentView view = ViewDocument(file, text, document->root);
  TRY_ASSIGN(const std::vector<Splice> splices, FindSplices(view, key));
  if (splices.empty()) {
    return text;
  }
  std::string after = Overlap(splices) ? std::string() : ApplySplices(text, splices);
  if (!ReadsBackAsIntended(documents, after, document_index, key)) {
    return Fail(ErrorCode::kInternal,
                fmt::format("{}:{}: the text without annotation '{}' does not read back as "
                            "intended, so it was not used",
                            file,
                            std::max(document->root.line, 1),
                            key),
                std::string(file));
  }
  return after;
}

}  // namespace

Result<std::string> RemoveAnnotations(std::string_view file_text,
                                      const AnnotationRemoval& removal,
                                      std::string_view file_name) {
  std::string text(file_text);
  for (const std::string& key : removal.keys) {
    TRY_ASSIGN(text, RemoveOne(std::move(text), file_name, removal.document_index, key));
  }
  return text;
}

}  // namespace gitscale
