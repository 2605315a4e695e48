// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "policies/problem.h"
#include "policies/yaml_tree.h"

namespace gitscale {

/// What stands at a path. node: null when absent. line: of its key. problem: set when that is not
/// certain.
struct AtPath {
  const YamlNode* node = nullptr;
  int line = 0;
  std::optional<Problem> problem;
};

/// Walks a path of keys and indexes in a document of others. Not certain: an alias or something
/// that is no mapping (or, before an index, no sequence) on the way, a merge key or a template
/// where the field is not written out, and, in a document with aliases, anchors on the way (another
/// place may follow a change). A parent without a value, or without that many items, is an absent
/// field.
[[nodiscard]] AtPath FindStrictly(const YamlNode& root,
                                  const YamlPath& path,
                                  const std::string& file);

/// Nothing, `~` or `null`: readers take the field for absent.
[[nodiscard]] bool IsNullScalar(const YamlNode& node);

/// "an alias", "a template", "a mapping", "'3'", ...
[[nodiscard]] std::string ShownInTarget(const YamlNode& node);

}  // namespace gitscale
