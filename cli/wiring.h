// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/configuration.h"
#include "cli/invocation.h"
#include "cli/run_ports.h"
#include "cli/shell.h"

namespace gitscale {

/// The real thing behind every name the run may use: Git repositories, metrics servers or recorded
/// samples, clusters. Opens local files; connects to nothing yet. shell outlives the ports.
/// repositories: those the run is about.
///
/// Errors: a recorded file or snapshot that cannot be read or is wrong; --now with an endpoint that
/// has a clock of its own.
[[nodiscard]] Result<RunPorts> MakePorts(const Configuration& configuration,
                                         const Invocation& invocation,
                                         const std::vector<std::string>& repositories,
                                         Shell& shell);

}  // namespace gitscale
