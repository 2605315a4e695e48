// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <vector>

#include "cli/shell.h"
#include "cli/verbs.h"

namespace gitscale {

/// The whole command but the process around it: reads the arguments, sets up the log, runs the
/// verb. Writes to shell.err only; the result is returned for standard output.
[[nodiscard]] VerbResult RunCommand(const std::vector<std::string>& arguments, Shell& shell);

}  // namespace gitscale
