// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <ostream>

#include "base/error.h"
#include "cli/exit_code.h"
#include "cli/invocation.h"
#include "policies/problem.h"

namespace gitscale {

/// The last word when the command could not do its work. Text: one line per problem, then "error:
/// ...". JSON: one record on one line, {"apiVersion", "kind": "Error", "error": {"code", "message",
/// "subject"}, "problems"}. Redacted.
void PrintFailure(std::ostream& err,
                  OutputFormat format,
                  const Error& error,
                  const Problems& problems = {});

/// kInvalid when a person must act, else kFailed.
[[nodiscard]] ExitCode ExitCodeOf(const Error& error);

}  // namespace gitscale
