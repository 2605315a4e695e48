// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "reconciler/report.h"

namespace gitscale {

inline constexpr std::string_view kReportApiVersion = "report.gitscale.io/v1alpha1";

/// A run for programs (docs/formats.md): every field is always there, null for nothing, times RFC
/// 3339 UTC, quantities in thousandths as integers. `run` and `plan` write it, `post-render` and
/// `fn` read the decision records in it.
[[nodiscard]] Json ReportJson(const RunReport& report);

/// ReportJson as text, ends with a newline.
[[nodiscard]] std::string WriteReportJson(const RunReport& report);

/// One target, and one refused policy, as they stand in a report.
[[nodiscard]] Json TargetReportJson(const TargetReport& target, bool plan);
[[nodiscard]] Json RefusedPolicyJson(const RefusedPolicy& refused);

/// {"path", "line", "message"}; line is null for the file as a whole.
[[nodiscard]] Json ProblemJson(const Problem& problem);

/// {"code", "message", "subject"}, or null.
[[nodiscard]] Json ErrorJson(const std::optional<Error>& error);

}  // namespace gitscale
