// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "policies/yaml_tree.h"

namespace gitscale {

/// Parses a file that is to be edited, and checks that its text can be trusted.
/// Errors: kInvalidArgument "file:line: ..." for text that is no UTF-8 YAML, templates anywhere in
/// the file, a missing document, and duplicate keys in that document.
[[nodiscard]] Result<std::vector<YamlDocument>> ReadForEdit(std::string_view text,
                                                            std::string_view file,
                                                            int document_index);

}  // namespace gitscale
