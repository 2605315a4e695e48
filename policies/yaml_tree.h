// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gitscale {

enum class YamlKind { kScalar, kMapping, kSequence, kAlias };

struct YamlEntry;

/// Keys from a root, and decimal indexes ("0") where a sequence stands.
using YamlPath = std::vector<std::string>;

/// One node of a YAML document, with where it stands. Built from parse events: an alias is a node
/// of its own, merge keys
/// (`<<`) are ordinary keys, duplicate keys are all kept, nothing is resolved or converted.
struct YamlNode {
  YamlKind kind = YamlKind::kScalar;
  std::string value;   ///< scalar: text after unquoting; alias: empty
  bool plain = false;  ///< scalar written without quotes and not as a block
  bool null = false;   ///< scalar without any text (`key:`); `~` and `null` are plain scalars
  bool flow = false;   ///< mapping or sequence in braces or brackets
  bool anchored = false;
  std::string tag;         ///< explicit tag as written by the parser, else empty
  std::size_t offset = 0;  ///< first byte in the file (byte-order mark counted); with an anchor or
                           ///< tag, that of `&` or `!`
  int line = 0;            ///< from 1
  int column = 0;          ///< from 1, in bytes
  std::vector<YamlEntry> entries;  ///< mapping
  std::vector<YamlNode> items;     ///< sequence

  /// The value of the first entry with this scalar key, or null. Never looks through aliases or
  /// merge keys.
  [[nodiscard]] const YamlNode* Find(std::string_view key) const;

  /// The item of a sequence that a path segment ("0") counts from the front, or null.
  [[nodiscard]] const YamlNode* FindItem(std::string_view segment) const;

  /// Find() along a path of keys; in sequences FindItem().
  [[nodiscard]] const YamlNode* FindPath(const YamlPath& path) const;

  /// The scalar's text, or "" when this is no scalar. For optional look-ups of plain strings.
  [[nodiscard]] std::string_view Text() const;
};

struct YamlEntry {
  YamlNode key;
  YamlNode value;
};

/// One document of a stream. index counts from 0, empty documents included.
struct YamlDocument {
  int index = 0;
  YamlNode root;
};

/// Reads every document of a file by events. Bounded: at most 500 levels, 500,000 nodes and 64 MiB;
/// aliases are never
/// followed. Errors: kInvalidArgument with "line N: ..." for text the parser refuses, for UTF-16
/// and UTF-32, and for NUL and other control bytes. Exceptions of the parser stop here.
[[nodiscard]] Result<std::vector<YamlDocument>> ParseYaml(std::string_view text);

/// Whether a segment of a path is an index, not a key: digits only.
[[nodiscard]] bool IsIndex(std::string_view segment);

/// As people write it: "spec.replsets[0].size".
[[nodiscard]] std::string PathText(const YamlPath& path);

/// The first key that stands twice in one mapping anywhere below `node`, or null.
[[nodiscard]] const YamlNode* FindDuplicateKey(const YamlNode& node);

}  // namespace gitscale
