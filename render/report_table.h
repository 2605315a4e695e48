// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

#include "reconciler/report.h"

namespace gitscale {

/// A run for people: one row per target, what was released, refused or failed below with file and
/// line, in a plan the difference, and one line that sums up. Columns are as wide as their widest
/// cell; no width of a terminal is assumed. use_color: SGR sequences around the outcome.
[[nodiscard]] std::string ReportTable(const RunReport& report, bool use_color);

/// "4 targets: 1 committed, 2 held, 1 frozen; 1 policy refused; ...": the line that sums up,
/// without newline.
[[nodiscard]] std::string ReportSummary(const RunReport& report);

}  // namespace gitscale
