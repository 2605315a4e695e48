// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string_view>

namespace gitscale {

/// Whether a slash-separated path matches a pattern, as in .gitignore without negation: `*` and `?`
/// stay inside one path segment, `**` between slashes (or at an end) matches any number of
/// segments, none included; `[...]` is literal. Case-sensitive. Linear in pattern times path:
/// hostile patterns cannot make it slow.
[[nodiscard]] bool GlobMatches(std::string_view pattern, std::string_view path);

}  // namespace gitscale
