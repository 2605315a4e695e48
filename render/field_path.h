// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "policies/yaml_tree.h"

namespace gitscale {

/// One document of a file, as the editor sees it. Everything is borrowed.
struct DocumentView {
  std::string_view file;  ///< for messages
  std::string_view text;  ///< of the whole file
  const YamlNode& root;
  std::set<std::string> aliased;  ///< anchor names that an alias in this document uses
};

/// Collects the aliases. Everything must outlive the view.
[[nodiscard]] DocumentView ViewDocument(std::string_view file,
                                        std::string_view text,
                                        const YamlNode& root);

/// How far a path leads. depth: how many of its segments are there; all of them: node is the value
/// asked for. Otherwise node is the mapping, or the empty value, that would hold the next one.
struct FieldPlace {
  std::size_t depth = 0;
  const YamlNode* node = nullptr;
  const YamlEntry* entry = nullptr;  ///< that holds node; null for the root and sequence items
  const YamlNode* parent = nullptr;  ///< mapping that holds entry
};

/// Follows keys through mappings and decimal indexes through sequences.
/// Errors: kInvalidArgument "file:line: ..." when something on the way comes from an alias, may
/// come from a merge key, would change another place through an alias, or is no mapping.
[[nodiscard]] Result<FieldPlace> FindField(const DocumentView& view,
                                           const std::vector<std::string>& path);

/// True for nothing, `~` and `null`.
[[nodiscard]] bool IsEmptyValue(const YamlNode& node);

/// "spec.values.replicas", "spec.replsets[0].size", of the first `depth` segments.
[[nodiscard]] std::string DottedPath(const std::vector<std::string>& path, std::size_t depth);

/// kInvalidArgument, "file:line: message".
[[nodiscard]] tl::unexpected<Error> RefuseEdit(std::string_view file,
                                               int line,
                                               std::string_view message);

}  // namespace gitscale
