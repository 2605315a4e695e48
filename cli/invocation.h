// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "base/time.h"
#include "cli/options.h"
#include "cli/setting.h"
#include "cli/shell.h"

namespace gitscale {

enum class OutputFormat { kText, kJson };

/// How this process was asked to behave, checked. Precedence: flag, environment, default.
struct Invocation {
  std::string verb;
  std::string config_path = "gitscale.yaml";
  LogLevel log_level = LogLevel::kInfo;
  LogFormat log_format = LogFormat::kJson;
  OutputFormat output = OutputFormat::kText;
  bool color = false;                     ///< on standard output
  std::optional<SysSeconds> now;          ///< only with recorded metrics
  std::vector<std::string> repositories;  ///< empty: all
  std::vector<std::string> paths;         ///< of validate
  std::string target;                     ///< of explain: "namespace/name"
  bool exit_code = false;
  bool show_config = false;
  Settings settings;  ///< value and origin of each of the above that the environment can set
};

/// Errors: kInvalidArgument, naming every value that is wrong and where it came from.
[[nodiscard]] Result<Invocation> ResolveInvocation(const Options& options, const Shell& shell);

/// Only the output format, leniently, for reporting that the rest could not be read.
[[nodiscard]] OutputFormat GuessOutputFormat(const std::vector<std::string>& arguments,
                                             const Environment& environment);

}  // namespace gitscale
