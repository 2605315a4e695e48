// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/problem.h"

#include <fmt/format.h>

namespace gitscale {

std::string FormatProblem(const Problem& problem) {
  return problem.line == 0 ? fmt::format("{}: {}", problem.path, problem.message)
                           : fmt::format("{}:{}: {}", problem.path, problem.line, problem.message);
}

}  // namespace gitscale
