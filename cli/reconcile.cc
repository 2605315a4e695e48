// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reconcile.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/secret.h"
#include "cli/configuration_load.h"
#include "cli/failure.h"
#include "cli/recording_publisher.h"
#include "cli/report_step.h"
#include "cli/run.h"
#include "cli/show_config.h"
#include "cli/wiring.h"
#include "render/report_json.h"
#include "render/report_table.h"

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

/// What both verbs need before they can start.
struct Prepared {
  Configuration configuration;
  std::vector<std::string> repositories;
  RunPorts ports;
};

/// A result that ends the verb already, or what to go on with.
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

std::string Print(const RunReport& report, const Invocation& invocation) {
  return Redact(invocation.output == OutputFormat::kJson ? WriteReportJson(report)
                                                         : ReportTable(report, invocation.color));
}

}  // namespace

VerbResult ReconcileVerb(const Invocation& invocation, Shell& shell) {
  VerbResult result;
  std::optional<Prepared> prepared = Prepare(invocation, shell, result);
  if (!prepared) {
    return result;
  }
  const RunReport report =
      Run(prepared->configuration, prepared->repositories, prepared->ports, shell);
  LogSummary(report);
  result.code = shell.stop.raised() ? shell.stop.code() : ExitCodeOf(report);
  result.out = Print(report, invocation);
  return result;
}

VerbResult PlanVerb(const Invocation& invocation, Shell& shell) {
  VerbResult result;
  std::optional<Prepared> prepared = Prepare(invocation, shell, result);
  if (!prepared) {
    return result;
  }
  std::map<std::string, std::shared_ptr<RecordingPublisher>, std::less<>> recorders;
  for (auto& [name, port] : prepared->ports.repositories) {
    port.publisher = recorders[name] = std::make_shared<RecordingPublisher>();
  }
  RunReport report = Run(prepared->configuration, prepared->repositories, prepared->ports, shell);
  report.plan = true;
  for (RepositoryReport& repository : report.repositories) {
    repository.diff = recorders.at(repository.name)->diff();
  }
  LogSummary(report);
  result.code = shell.stop.raised() ? shell.stop.code() : ExitCodeOf(report);
  if (result.code == ExitCode::kComplete && invocation.exit_code && HasChanges(report)) {
    result.code = ExitCode::kChangesPending;
  }
  result.out = Print(report, invocation);
  return result;
}

}  // namespace gitscale
