// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <charconv>
#include <set>

#include "policies/yaml_tree.h"

namespace gitscale {

const YamlNode* YamlNode::Find(std::string_view key) const {
  for (const YamlEntry& entry : entries) {
    if (entry.key.kind == YamlKind::kScalar && !entry.key.null && entry.key.value == key) {
      return &entry.value;
    }
  }
  return nullptr;
}

const YamlNode* YamlNode::FindItem(std::string_view segment) const {
  std::size_t index = 0;
  const auto [end, failure] =
      std::from_chars(segment.data(), segment.data() + segment.size(), index);
  const bool is_number = failure == std::errc() && end == segment.data() + segment.size();
  return is_number && index < items.size() ? &items[index] : nullptr;
}

const YamlNode* YamlNode::FindPath(const YamlPath& path) const {
  const YamlNode* node = this;
  for (const std::string& segment : path) {
    node = node->kind == YamlKind::kSequence ? node->FindItem(segment) : node->Find(segment);
    if (node == nullptr) {
      return nullptr;
    }
  }
  return node;
}

std::string_view YamlNode::Text() const {
  return kind == YamlKind::kScalar ? std::string_view(value) : std::string_view();
}

bool IsIndex(std::string_view segment) {
  return !segment.empty() &&
         std::ranges::all_of(segment, [](char c) { return c >= '0' && c <= '9'; });
}

std::string PathText(const YamlPath& path) {
  std::string text;
  for (const std::string& segment : path) {
    text += IsIndex(segment) ? "[" + segment + "]" : (text.empty() ? "" : ".") + segment;
  }
  return text;
}

// Recursion is bounded by the depth that ParseYaml accepts.
const YamlNode* FindDuplicateKey(const YamlNode& node) {
  std::set<std::string_view> seen;
  for (const YamlEntry& entry : node.entries) {
    if (entry.key.kind == YamlKind::kScalar && !seen.insert(entry.key.value).second) {
      return &entry.key;
    }
    for (const YamlNode* child : {&entry.key, &entry.value}) {
      if (const YamlNode* found = FindDuplicateKey(*child); found != nullptr) {
        return found;
      }
    }
  }
  for (const YamlNode& item : node.items) {
    if (const YamlNode* found = FindDuplicateKey(item); found != nullptr) {
      return found;
    }
  }
  return nullptr;
}

}  // namespace gitscale
