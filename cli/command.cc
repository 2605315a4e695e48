// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/command.h"

#include <algorithm>

#include "base/check.h"
#include "cli/failure.h"
#include "cli/invocation.h"
#include "cli/options.h"

namespace gitscale {

VerbResult RunCommand(const std::vector<std::string>& arguments, Shell& shell) {
  const auto refuse = [&](const Error& error) {
    PrintFailure(shell.err, GuessOutputFormat(arguments, shell.environment), error);
    return VerbResult{ExitCode::kInvalid, {}};
  };
  Result<CommandLine> parsed = ParseCommandLine(arguments);
  if (!parsed) {
    return refuse(parsed.error());
  }
  if (parsed->help) {
    return {ExitCode::kComplete, *std::move(parsed->help)};
  }
  const Result<Invocation> invocation = ResolveInvocation(parsed->options, shell);
  if (!invocation) {
    return refuse(invocation.error());
  }
  ConfigureLog(invocation->log_level, invocation->log_format, shell.run_id);
  const auto verb = std::ranges::find(Verbs(), invocation->verb, &Verb::name);
  CHECK(verb != Verbs().end());
  return verb->function(*invocation, shell);
}

}  // namespace gitscale
