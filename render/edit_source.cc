// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/edit_source.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "render/field_path.h"
#include "render/scalar_span.h"

namespace gitscale {
namespace {

constexpr std::string_view kTemplateFound = "found a template ('{{'), expected plain YAML";

bool IsUtf16(std::string_view text) {
  return text.starts_with("\xFE\xFF") || text.starts_with("\xFF\xFE") ||
         (text.size() >= 2 && (text[0] == '\0' || text[1] == '\0'));
}

/// A mapping in braces whose first key is one too (`{{ x }}`), or a plain scalar with braces in it.
/// Braces inside quotes and block scalars are text for somebody else.
const YamlNode* FindTemplate(std::string_view text, const YamlNode& node) {
  if (node.kind == YamlKind::kScalar) {
    return node.plain && node.value.find("{{") != std::string::npos ? &node : nullptr;
  }
  if (node.kind == YamlKind::kMapping && node.flow &&
      text.substr(SkipProperties(text, node.offset)).starts_with("{{")) {
    return &node;
  }
  for (const YamlEntry& entry : node.entries) {
    if (const YamlNode* found = FindTemplate(text, entry.key)) {
      return found;
    }
    if (const YamlNode* found = FindTemplate(text, entry.value)) {
      return found;
    }
  }
  for (const YamlNode& item : node.items) {
    if (const YamlNode* found = FindTemplate(text, item)) {
      return found;
    }
  }
  return nullptr;
}

/// The parser's "line N: message" as "file:N: message", or a template as the likelier cause.
tl::unexpected<Error> RefuseUnparsable(std::string_view text,
                                       std::string_view file,
                                       const Error& error) {
  const std::size_t braces = text.find("{{");
  if (braces != std::string_view::npos) {
    const auto line = 1 + std::ranges::count(text.substr(0, braces), '\n');
    return RefuseEdit(file, static_cast<int>(line), kTemplateFound);
  }
  constexpr std::string_view kPrefix = "line ";
  int line = 1;
  std::string_view message = error.message;
  if (message.starts_with(kPrefix)) {
    const std::string_view rest = message.substr(kPrefix.size());
    const auto [end, code] = std::from_chars(rest.data(), rest.data() + rest.size(), line);
    const auto digits = static_cast<std::size_t>(end - rest.data());
    if (code == std::errc() && rest.substr(digits).starts_with(": ")) {
      message = rest.substr(digits + 2);
    }
  }
  return RefuseEdit(file, line, fmt::format("cannot be read as YAML: {}", message));
}

}  // namespace

Result<std::vector<YamlDocument>> ReadForEdit(std::string_view text,
                                              std::string_view file,
                                              int document_index) {
  if (IsUtf16(text)) {
    return RefuseEdit(file, 1, "found UTF-16 text, expected UTF-8");
  }
  auto documents = ParseYaml(text);
  if (!documents) {
    return RefuseUnparsable(text, file, documents.error());
  }
  for (const YamlDocument& document : *documents) {
    if (const YamlNode* found = FindTemplate(text, document.root)) {
      return RefuseEdit(file, found->line, kTemplateFound);
    }
  }
  const auto wanted = std::ranges::find(*documents, document_index, &YamlDocument::index);
  if (wanted == documents->end()) {
    return RefuseEdit(file,
                      1,
                      fmt::format("found {} document{}, expected number {} to be there",
                                  documents->size(),
                                  documents->size() == 1 ? "" : "s",
                                  document_index + 1));
  }
  if (const YamlNode* key = FindDuplicateKey(wanted->root)) {
    return RefuseEdit(
        file,
        key->line,
        fmt::format("key '{}' stands twice in one mapping, expected once", key->value));
  }
  return std::move(*documents);
}

}  // namespace gitscale
