// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <vector>

namespace gitscale {

/// Something wrong in a file a person wrote. message says what was found and what was expected.
struct Problem {
  std::string path;
  int line = 0;         ///< from 1; 0: the file as a whole
  std::string message;  ///< lower case, no full stop

  auto operator<=>(const Problem&) const = default;
};

/// "path:line: message".
[[nodiscard]] std::string FormatProblem(const Problem& problem);

using Problems = std::vector<Problem>;

}  // namespace gitscale
