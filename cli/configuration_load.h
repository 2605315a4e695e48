// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "cli/configuration.h"
#include "cli/setting.h"
#include "policies/problem.h"

namespace gitscale {

/// problems: everything that is wrong, by line; when there are any, the configuration must not be
/// used. settings: every field's effective value and origin, in the order of the documentation.
struct LoadedConfiguration {
  Configuration configuration;
  Settings settings;
  Problems problems;
};

/// path: of the file, for messages and to resolve relative paths against. Reads nothing but `text`.
[[nodiscard]] LoadedConfiguration ParseConfiguration(const std::string& path,
                                                     std::string_view text);

/// Reads and parses the file. Errors: those of ReadFile.
[[nodiscard]] Result<LoadedConfiguration> LoadConfiguration(const std::string& path);

/// Whether the file says `stop: true` now. Everything else in it is ignored, so that a file being
/// edited can still stop a run. Errors: those of ReadFile, and text that is no YAML: the caller
/// must not write then.
[[nodiscard]] Result<bool> ReadStop(const std::string& path);

}  // namespace gitscale
