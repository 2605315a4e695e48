// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "policies/yaml_tree.h"

namespace gitscale {

/// Bytes [begin, end) of a file.
struct ByteSpan {
  std::size_t begin = 0;
  std::size_t end = 0;

  bool operator==(const ByteSpan&) const = default;
};

/// The bytes of a scalar as written, quotes included, anchor and tag excluded. For a block scalar:
/// from its `|` or `>` to the end of its last line with text, without the line break.
///
/// key_indent: column of the key that holds the scalar, counted from 0; only block scalars need it.
/// The parser knows where a node starts but not where it ends, so the end is found here. Nothing
/// when it cannot be told with certainty: a null, an alias, a plain scalar over several lines.
[[nodiscard]] std::optional<ByteSpan> ScalarSpan(std::string_view text,
                                                 const YamlNode& scalar,
                                                 std::size_t key_indent);

/// True for a scalar written with `|` or `>`.
[[nodiscard]] bool IsBlockScalar(std::string_view text, const YamlNode& scalar);

/// Where a node's own text starts, behind its anchor and tag and the white space after them.
/// REQUIRES: the node has text of its own (no null).
[[nodiscard]] std::size_t SkipProperties(std::string_view text, std::size_t offset);

/// The name behind the `&` of an anchored node or the `*` of an alias; empty when there is none.
[[nodiscard]] std::string AnchorName(std::string_view text, const YamlNode& node);

/// First byte of the line break that ends the line of `pos` (the `\r` of a CRLF), or the size of
/// the text.
[[nodiscard]] std::size_t LineEnd(std::string_view text, std::size_t pos);

/// The line break that ends the line of `pos`; on a last line without one, that of the first line;
/// else "\n".
[[nodiscard]] std::string_view LineBreakAt(std::string_view text, std::size_t pos);

}  // namespace gitscale
