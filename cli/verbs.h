// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/exit_code.h"
#include "cli/invocation.h"
#include "cli/shell.h"

namespace gitscale {

/// What a verb came to. out: its result, for standard output, written by the caller in one go.
struct VerbResult {
  ExitCode code = ExitCode::kComplete;
  std::string out;
};

/// One thing the command can do. Logs and errors go to shell.err.
struct Verb {
  std::string_view name;
  std::string_view summary;  ///< one line, for --help
  VerbResult (*function)(const Invocation& invocation, Shell& shell);
};

/// All of them, in the order of --help.
[[nodiscard]] std::span<const Verb> Verbs();

}  // namespace gitscale
