// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/document_edit.h"

#include <algorithm>

#include <fmt/format.h>

#include "policies/yaml_tree.h"
#include "render/edit_source.h"
#include "render/field_edit.h"
#include "render/field_path.h"
#include "render/splice.h"
#include "render/tree_compare.h"

namespace gitscale {
namespace {

bool ReadsBackAsIntended(const std::vector<YamlDocument>& before,
                         std::string_view after_text,
                         const DocumentEdit& edit,
                         const std::vector<IntendedValue>& intended) {
  const auto after = ParseYaml(after_text);
  if (!after || after->size() != before.size()) {
    return false;
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    const YamlNode& old = before[i].root;
    const YamlNode& now = (*after)[i].root;
    const bool is_edited = before[i].index == edit.document_index;
    if (is_edited ? !DiffersOnlyAsIntended(old, now, intended) : !EqualTrees(old, now)) {
      return false;
    }
  }
  return true;
}

}  // namespace

Result<std::string> ApplyDocumentEdit(std::string_view file_text,
                                      const DocumentEdit& edit,
                                      std::string_view file_name) {
  TRY_ASSIGN(const std::vector<YamlDocument> documents,
             ReadForEdit(file_text, file_name, edit.document_index));
  const auto document = std::ranges::find(documents, edit.document_index, &YamlDocument::index);
  const DocumentView view = ViewDocument(file_name, file_text, document->root);

  // Annotations first: at the same place they belong to the inner mapping.
  FieldEdits edits;
  TRY(EditAnnotations(view, edit.annotations, edits));
  TRY(EditInteger(view, edit.path, edit.value, edit.insert_if_absent, edits));
  if (edits.splices.empty()) {
    return std::string(file_text);
  }
  std::string after =
      Overlap(edits.splices) ? std::string() : ApplySplices(file_text, edits.splices);
  if (!ReadsBackAsIntended(documents, after, edit, edits.intended)) {
    return Fail(
        ErrorCode::kInternal,
        fmt::format("{}:{}: the edited text does not read back as intended, so it was not used",
                    file_name,
                    std::max(document->root.line, 1)),
        std::string(file_name));
  }
  return after;
}

}  // namespace gitscale
