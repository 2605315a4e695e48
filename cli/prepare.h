// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/configuration.h"
#include "cli/recording_publisher.h"
#include "cli/run_ports.h"
#include "cli/verbs.h"

namespace gitscale {

/// What every verb that measures and decides needs before it can start. repositories: names of
/// those asked for.
struct Prepared {
  Configuration configuration;
  std::vector<std::string> repositories;
  RunPorts ports;
};

/// Reads the configuration and makes the ports. Nothing: `result` ends the verb already (an error
/// was printed, or the configuration was asked for).
[[nodiscard]] std::optional<Prepared> Prepare(const Invocation& invocation,
                                              Shell& shell,
                                              VerbResult& result);

using Recorders = std::map<std::string, std::shared_ptr<RecordingPublisher>, std::less<>>;

/// Replaces every publisher by one that writes nothing. By repository.
Recorders RecordInstead(RunPorts& ports);

}  // namespace gitscale
