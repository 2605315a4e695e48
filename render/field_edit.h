// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "render/field_path.h"
#include "render/insert_entry.h"
#include "render/tree_compare.h"

namespace gitscale {

/// What is to be done to a text, and what it must read as afterwards.
struct FieldEdits {
  std::vector<Splice> splices;
  std::vector<IntendedValue> intended;
};

/// Adds to `edits` what sets the integer at `path`; nothing when it has that value already.
/// Errors: kInvalidArgument "file:line: ...", see ApplyDocumentEdit.
[[nodiscard]] Status EditInteger(const DocumentView& view,
                                 const std::vector<std::string>& path,
                                 std::int64_t value,
                                 bool insert_if_absent,
                                 FieldEdits& edits);

/// Likewise for metadata.annotations.
[[nodiscard]] Status EditAnnotations(
    const DocumentView& view,
    const std::vector<std::pair<std::string, std::string>>& annotations,
    FieldEdits& edits);

}  // namespace gitscale
