// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace gitscale {

/// A new count for one field of one document, with what is written beside it.
struct DocumentEdit {
  int document_index = 0;         ///< in the file, from 0, empty documents counted
  std::vector<std::string> path;  ///< keys; a decimal index where a sequence is on the way
  std::int64_t value = 0;

  /// For metadata.annotations, key and value: replaced or inserted, in this order. Values are one
  /// line without control characters.
  std::vector<std::pair<std::string, std::string>> annotations;

  /// The field may be missing; it is then written behind its siblings, with those of its parents
  /// that are missing too. Otherwise a missing field is an error.
  bool insert_if_absent = false;
};

/// The file with the edit made: the bytes of the scalars are replaced and nothing else. What is
/// missing is inserted in the document's own style: indentation and line breaks of its siblings,
/// block or flow mapping. Integers are written plain, annotations in single quotes (in JSON: in
/// double quotes). A value that stands there already is left as it is, byte for byte.
///
/// The result was parsed again, and equals the old text but for what was asked.
///
/// Errors: kInvalidArgument, "file:line: what was found, what was expected", for all that cannot be
/// edited with certainty: templates (`{{` outside quotes), duplicate keys in the document, values
/// from aliases or merge keys or used by one, anything but a plain decimal integer in the field,
/// text that is no UTF-8 YAML, a missing document. kInternal: the edited text does not read back as
/// intended. Nothing is returned then.
[[nodiscard]] Result<std::string> ApplyDocumentEdit(std::string_view file_text,
                                                    const DocumentEdit& edit,
                                                    std::string_view file_name);

}  // namespace gitscale
