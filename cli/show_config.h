// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

#include "cli/invocation.h"
#include "cli/setting.h"

namespace gitscale {

/// The effective settings. Text: one line each, `path = value   # origin`, columns aligned. JSON: a
/// record with a list of {"path", "value", "origin"}. Redacted.
[[nodiscard]] std::string ShowConfig(const Settings& settings, OutputFormat format);

}  // namespace gitscale
