// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/node_end.h"

#include <algorithm>

#include "render/scalar_span.h"

namespace gitscale {
namespace {

/// The closing bracket of a flow collection, looked for behind its last child.
std::optional<std::size_t> FlowEnd(std::string_view text, const YamlNode& node) {
  const std::size_t begin = SkipProperties(text, node.offset);
  const char open = node.kind == YamlKind::kMapping ? '{' : '[';
  const char close = node.kind == YamlKind::kMapping ? '}' : ']';
  if (begin >= text.size() || text[begin] != open) {
    return std::nullopt;  // `[a: b]`: a mapping without braces
  }
  std::optional<std::size_t> pos = begin + 1;
  if (!node.entries.empty()) {
    pos = EntryEnd(text, node.entries.back());
  } else if (!node.items.empty()) {
    pos = NodeEnd(text, node.items.back());
  }
  while (pos && *pos < text.size()) {
    const char found = text[*pos];
    if (found == close) {
      return *pos + 1;
    }
    if (found == '#') {
      pos = LineEnd(text, *pos);
    } else if (std::string_view(" \t\r\n,").find(found) != std::string_view::npos) {
      ++*pos;
    } else {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::size_t> NodeEnd(std::string_view text, const YamlNode& node) {
  switch (node.kind) {
    case YamlKind::kAlias:
      return std::min(text.find_first_of(" \t\r\n,[]{}", node.offset), text.size());
    case YamlKind::kScalar: {
      if (IsBlockScalar(text, node)) {
        return std::nullopt;
      }
      const auto span = ScalarSpan(text, node, 0);
      return span ? std::optional(span->end) : std::nullopt;
    }
    case YamlKind::kMapping:
      if (node.flow || node.entries.empty()) {
        return FlowEnd(text, node);
      }
      return EntryEnd(text, node.entries.back());
    case YamlKind::kSequence:
      if (node.flow || node.items.empty()) {
        return FlowEnd(text, node);
      }
      return NodeEnd(text, node.items.back());
  }
  return std::nullopt;
}

std::optional<std::size_t> ColonEnd(std::string_view text, const YamlEntry& entry) {
  const auto key_end = NodeEnd(text, entry.key);
  if (!key_end) {
    return std::nullopt;
  }
  const std::size_t colon = text.find_first_not_of(" \t", *key_end);
  return colon < text.size() && text[colon] == ':' ? std::optional(colon + 1) : std::nullopt;
}

std::optional<std::size_t> EntryEnd(std::string_view text, const YamlEntry& entry) {
  if (!entry.value.null) {
    return NodeEnd(text, entry.value);
  }
  const bool has_properties = entry.value.anchored || !entry.value.tag.empty();
  return has_properties ? std::nullopt : ColonEnd(text, entry);
}

}  // namespace gitscale
