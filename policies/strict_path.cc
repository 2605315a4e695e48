// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/strict_path.h"

#include <algorithm>

#include <fmt/format.h>

#include "policies/shown.h"

namespace gitscale {
namespace {

// Recursion is bounded by the depth that ParseYaml accepts.
bool HasAlias(const YamlNode& node) {
  return node.kind == YamlKind::kAlias ||
         std::ranges::any_of(
             node.entries,
             [](const YamlEntry& entry) { return HasAlias(entry.key) || HasAlias(entry.value); }) ||
         std::ranges::any_of(node.items, HasAlias);
}

/// `{{ .Values.x }}` parses as a mapping with a mapping as key.
bool IsTemplate(const YamlNode& node) {
  if (node.kind == YamlKind::kScalar) {
    return node.value.find("{{") != std::string::npos || node.value.find("${") != std::string::npos;
  }
  return std::ranges::any_of(
      node.entries, [](const YamlEntry& entry) { return entry.key.kind == YamlKind::kMapping; });
}

int KeyLine(const YamlNode& mapping, std::string_view key) {
  const auto entry = std::ranges::find_if(mapping.entries, [&](const YamlEntry& one) {
    return one.key.kind == YamlKind::kScalar && one.key.value == key;
  });
  return entry == mapping.entries.end() ? mapping.line : entry->key.line;
}

/// Why a key that a mapping does not have may still get a value, or empty.
std::string HiddenSource(const YamlNode& mapping) {
  if (mapping.Find("<<") != nullptr) {
    return "may come from a merge key";
  }
  return IsTemplate(mapping) ? "may come from a template" : "";
}

}  // namespace

bool IsNullScalar(const YamlNode& node) {
  return node.kind == YamlKind::kScalar &&
         (node.null || (node.plain && (node.value == "~" || node.value == "null" ||
                                       node.value == "Null" || node.value == "NULL")));
}

std::string ShownInTarget(const YamlNode& node) {
  if (!IsTemplate(node)) {
    return Shown(node);
  }
  return node.kind == YamlKind::kScalar ? fmt::format("the template {}", Shown(node))
                                        : "a template";
}

AtPath FindStrictly(const YamlNode& root, const YamlPath& path, const std::string& file) {
  const YamlNode* node = &root;
  YamlPath walked;
  int line = 0;
  const YamlNode* anchored = nullptr;
  const auto uncertain = [&](const YamlNode& at, std::string message) {
    return AtPath{
        nullptr, 0, Problem{file, at.line, fmt::format("{}: {}", PathText(walked), message)}};
  };
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (i > 0 && IsNullScalar(*node)) {
      return {};
    }
    const bool indexed = IsIndex(path[i]);
    if (node->kind != (indexed ? YamlKind::kSequence : YamlKind::kMapping)) {
      return uncertain(
          *node,
          fmt::format(
              "expected a {}, found {}", indexed ? "sequence" : "mapping", ShownInTarget(*node)));
    }
    walked.push_back(path[i]);
    const YamlNode* child = indexed ? node->FindItem(path[i]) : node->Find(path[i]);
    line = indexed ? node->line : KeyLine(*node, path[i]);
    if (child == nullptr) {
      const std::string hidden = HiddenSource(*node);
      return hidden.empty() ? AtPath{} : uncertain(*node, hidden + "; expected it written out");
    }
    node = child;
    anchored = anchored == nullptr && node->anchored ? node : anchored;
  }
  if (anchored != nullptr && HasAlias(root)) {
    return uncertain(*anchored, "stands under an anchor in a document with aliases");
  }
  return {.node = node, .line = line, .problem = std::nullopt};
}

}  // namespace gitscale
