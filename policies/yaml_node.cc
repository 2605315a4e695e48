// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

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

const YamlNode* YamlNode::FindPath(const std::vector<std::string>& path) const {
  const YamlNode* node = this;
  for (const std::string& key : path) {
    node = node->Find(key);
    if (node == nullptr) {
      return nullptr;
    }
  }
  return node;
}

std::string_view YamlNode::Text() const {
  return kind == YamlKind::kScalar ? std::string_view(value) : std::string_view();
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
