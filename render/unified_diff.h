// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>

namespace gitscale {

/// What changed in one file, as `git diff` shows it without its own first lines: "--- a/path",
/// "+++ b/path", hunks with three lines of context. Empty when nothing changed.
///
/// Shortest edit script (E. Myers, "An O(ND) Difference Algorithm", 1986) between the first and the
/// last line that differ. Differs: beyond 1,000 edits, all lines between those two are shown as
/// replaced, so that time and memory stay bounded.
[[nodiscard]] std::string UnifiedDiff(std::string_view path,
                                      std::string_view before,
                                      std::string_view after);

}  // namespace gitscale
