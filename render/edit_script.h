// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string_view>
#include <vector>

namespace gitscale {

/// One line of a comparison; text includes its line break.
struct ScriptLine {
  char mark = ' ';  ///< ' ' in both, '-' only before, '+' only after
  std::string_view text;
};

/// Splits after each '\n'; the last line may lack one.
[[nodiscard]] std::vector<std::string_view> SplitLines(std::string_view text);

/// Every line of both texts in order; in each change the removed ones first.
[[nodiscard]] std::vector<ScriptLine> EditScript(const std::vector<std::string_view>& before,
                                                 const std::vector<std::string_view>& after);

}  // namespace gitscale
