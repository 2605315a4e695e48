// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policies/yaml_tree.h"
#include "render/splice.h"

namespace gitscale {

/// An entry to write: a scalar, or a mapping when it has children.
///
/// value: an integer as digits, or any text on one line when is_text (then it is quoted).
struct NewEntry {
  std::string key;
  std::string value;
  bool is_text = false;
  std::vector<NewEntry> children;
};

/// How a document is written.
struct DocumentStyle {
  std::size_t indent_step = 2;  ///< columns by which a nested block mapping is indented
  bool json = false;            ///< the document is JSON: double quotes everywhere
};

/// Read from the document itself: the step of its first nested block mapping, JSON when its root is
/// in braces and the first key in double quotes.
[[nodiscard]] DocumentStyle StyleOf(std::string_view text, const YamlNode& root);

/// A scalar as the document's style writes it: digits plain, text in single quotes, in JSON in
/// double quotes.
[[nodiscard]] std::string WriteScalar(std::string_view value, bool is_text, bool json);

/// Adds entries at the end of a mapping, in its own style: block entries on lines of their own
/// with the indentation of their siblings and the file's line break, flow entries inside the
/// braces. Where the end is uncertain (a block scalar stands last), behind the last entry whose end
/// is certain, else before the first. Nothing when no place is safe.
[[nodiscard]] std::optional<Splice> InsertIntoMapping(std::string_view text,
                                                      const YamlNode& mapping,
                                                      const std::vector<NewEntry>& entries,
                                                      const DocumentStyle& style);

/// Gives an entry with an empty value (`key:`, `key: ~`, `key: null`) a mapping of these entries.
/// parent: the mapping that holds `entry`.
[[nodiscard]] std::optional<Splice> FillEmptyEntry(std::string_view text,
                                                   const YamlNode& parent,
                                                   const YamlEntry& entry,
                                                   const std::vector<NewEntry>& entries,
                                                   const DocumentStyle& style);

}  // namespace gitscale
