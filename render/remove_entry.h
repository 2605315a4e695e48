// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <vector>

#include "base/result.h"
#include "policies/yaml_tree.h"
#include "render/field_path.h"
#include "render/splice.h"

namespace gitscale {

/// What takes one entry out of a mapping: its lines in a block mapping, itself and a comma in a
/// flow mapping. What reads the text afterwards must check that nothing else changed.
///
/// REQUIRES: `entry` is one of `mapping`, which has others.
/// Errors: kInvalidArgument "file:line: ...", see RemoveAnnotations.
[[nodiscard]] Result<std::vector<Splice>> RemoveEntry(const DocumentView& view,
                                                      const YamlNode& mapping,
                                                      const YamlEntry& entry);

/// The same for an entry whose value is a mapping with one entry left: both go. Comments on lines
/// of their own inside the inner mapping stay.
[[nodiscard]] Result<std::vector<Splice>> RemoveWithLast(const DocumentView& view,
                                                         const YamlNode& mapping,
                                                         const YamlEntry& entry);

}  // namespace gitscale
