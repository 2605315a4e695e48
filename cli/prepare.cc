// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/prepare.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/nearest.h"
#include "cli/configuration_load.h"
#include "cli/failure.h"
#include "cli/recording_publisher.h"
#include "cli/show_config.h"
#include "cli/wiring.h"

namespace gitscale {
namespace {

/// The names asked for with --repository, or all.
Result<std::vector<std::string>> ChooseRepositories(const Configuration& configuration,
                                                    const Invocation& invocation) {
  std::vector<std::string> all;
  for (const RepositorySettings& repository : configuration.repositories) {
    all.push_back(repository.name);
  }
  for (const std::string& name : invocation.repositories) {
    if (std::ranges::find(all, name) == all.end()) {
      const std::vector<std::string_view> known(all.begin(), all.end());
      const std::optional<std::string_view> nearest = NearestName(name, known);
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("no repository '{}' in the configuration{}",
                              name,
                              nearest ? fmt::format(" (did you mean '{}'?)", *nearest) : ""));
    }
  }
  return invocation.repositories.empty() ? all : invocation.repositories;
}

}  // namespace

std::optional<Prepared> Prepare(const Invocation& invocation, Shell& shell, VerbResult& result) {
  const auto refuse = [&](const Error& error, const Problems& problems = {}) {
    PrintFailure(shell.err, invocation.output, error, problems);
    result.code = ExitCodeOf(error);
    return std::nullopt;
  };
  Result<LoadedConfiguration> loaded = LoadConfiguration(invocation.config_path);
  if (!loaded) {
    return refuse(WithContext(loaded.error(), "reading the configuration"));
  }
  if (!loaded->problems.empty()) {
    return refuse({ErrorCode::kInvalidArgument,
                   fmt::format("the configuration is invalid: {} {}",
                               loaded->problems.size(),
                               loaded->problems.size() == 1 ? "problem" : "problems"),
                   invocation.config_path},
                  loaded->problems);
  }
  if (invocation.show_config) {
    Settings settings = invocation.settings;
    std::ranges::move(loaded->settings, std::back_inserter(settings));
    result.out = ShowConfig(settings, invocation.output);
    return std::nullopt;
  }
  Prepared prepared;
  prepared.configuration = std::move(loaded->configuration);
  Result<std::vector<std::string>> chosen = ChooseRepositories(prepared.configuration, invocation);
  if (!chosen) {
    return refuse(chosen.error());
  }
  prepared.repositories = *std::move(chosen);
  Result<RunPorts> ports =
      MakePorts(prepared.configuration, invocation, prepared.repositories, shell);
  if (!ports) {
    return refuse(ports.error());
  }
  prepared.ports = *std::move(ports);
  return prepared;
}

Recorders RecordInstead(RunPorts& ports) {
  Recorders recorders;
  for (auto& [name, port] : ports.repositories) {
    port.publisher = recorders[name] = std::make_shared<RecordingPublisher>();
  }
  return recorders;
}

}  // namespace gitscale
