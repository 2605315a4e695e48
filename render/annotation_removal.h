// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gitscale {

/// Entries of metadata.annotations to take out of one document of a file.
struct AnnotationRemoval {
  int document_index = 0;         ///< in the file, from 0, empty documents counted
  std::vector<std::string> keys;  ///< those that are not there are passed over
};

/// The file without these annotations. In a block mapping the lines of an entry go, with its own
/// trailing comment; in a flow mapping the entry and its comma. Where none is left the
/// `annotations` key goes too. Every other byte stays: comments on lines of their own, blank lines,
/// line breaks, a final newline that is missing.
///
/// The result was parsed again, and equals the old text but for the entries.
///
/// Errors: kInvalidArgument, "file:line: what was found, what was expected", for all that cannot be
/// removed with certainty: what ApplyDocumentEdit refuses to edit, an entry beside a merge key
/// (which would shine through), a value that is no scalar or whose end is uncertain (a plain one
/// over several lines, a block scalar with an indentation indicator, with `+`, or with a line that
/// may be a comment), a line that holds something else too. kInternal: the result does not read
/// back as intended. Nothing is returned then.
[[nodiscard]] Result<std::string> RemoveAnnotations(std::string_view file_text,
                                                    const AnnotationRemoval& removal,
                                                    std::string_view file_name);

}  // namespace gitscale
