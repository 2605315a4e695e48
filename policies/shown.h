// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>

#include "policies/yaml_tree.h"

namespace gitscale {

/// Text of a stranger as messages show it: at most 60 bytes, control characters as `\xNN`, so that
/// no file can write to a terminal or break a line of a report.
[[nodiscard]] std::string Printable(std::string_view text);

/// What stands there, for "expected ..., found <this>": "'text'", "the string \"3\"", "nothing",
/// "an alias", "a mapping", "a sequence".
[[nodiscard]] std::string Shown(const YamlNode& node);

}  // namespace gitscale
