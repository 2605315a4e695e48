// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <vector>

#include "policies/yaml_tree.h"

namespace gitscale {

/// A scalar that an edit was to write. path: keys from the root; decimal indexes in sequences.
struct IntendedValue {
  std::vector<std::string> path;
  std::string value;
  bool is_text = false;  ///< quoted text; otherwise a plain integer
};

/// Whether two documents are equal, whatever the offsets, lines and columns.
[[nodiscard]] bool EqualTrees(const YamlNode& left, const YamlNode& right);

/// Whether `after` is `before` with every intended value in its place and nothing else changed.
/// Mappings on the way to an intended value may be new, or stand where a null stood.
[[nodiscard]] bool DiffersOnlyAsIntended(const YamlNode& before,
                                         const YamlNode& after,
                                         const std::vector<IntendedValue>& intended);

}  // namespace gitscale
