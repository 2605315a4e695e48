// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace gitscale {

/// What was typed, nothing more: unset where a flag was not given, unchecked where a value may come
/// from the environment too. See ResolveInvocation.
struct Options {
  std::string verb;
  std::optional<std::string> config;
  std::optional<std::string> log_level;
  std::optional<std::string> log_format;
  std::optional<std::string> output;
  std::optional<std::string> color;
  std::optional<std::string> now;
  std::vector<std::string> repositories;
  std::vector<std::string> paths;
  std::string target;
  bool exit_code = false;
  bool show_config = false;
};

/// help: the text asked for with --help; then nothing else is to be done.
struct CommandLine {
  Options options;
  std::optional<std::string> help;
};

/// Reads the arguments after the program's name. No I/O. Errors: kInvalidArgument, with the nearest
/// known verb or option.
[[nodiscard]] Result<CommandLine> ParseCommandLine(const std::vector<std::string>& arguments);

}  // namespace gitscale
