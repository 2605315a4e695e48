// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

#include "policies/problem.h"

namespace gitscale {

/// What `gitscale validate` found.
struct ValidationReport {
  int files = 0;      ///< looked at
  int policies = 0;   ///< found in them
  Problems problems;  ///< in the order to print
};

/// "path:line: message" per problem, and one line that sums up.
[[nodiscard]] std::string ProblemReportText(const ValidationReport& report);

/// The same for programs: kind ValidationReport.
[[nodiscard]] std::string ProblemReportJson(const ValidationReport& report);

}  // namespace gitscale
