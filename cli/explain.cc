// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/explain.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/secret.h"
#include "cli/failure.h"
#include "cli/prepare.h"
#include "cli/run.h"
#include "render/explanation.h"

namespace gitscale {
namespace {

/// By the name its owner gave it, by its release, or by its policy.
bool IsNamed(const TargetReport& target, std::string_view name) {
  const Proposal& proposal = target.proposal;
  return proposal.display_name == name || proposal.policy == name ||
         fmt::format("{}/{}", proposal.key.ns, proposal.key.name) == name;
}

/// The part of a run that is about one name. Namesakes (of other engines or clusters) stay.
Explained About(std::string_view name, RunReport report) {
  Explained explained;
  explained.started = report.started;
  for (TargetReport& target : report.targets) {
    if (IsNamed(target, name)) {
      explained.targets.push_back(std::move(target));
    }
  }
  for (const RepositoryReport& repository : report.repositories) {
    for (const RefusedPolicy& refused : repository.refused) {
      if (fmt::format("{}/{}", refused.ns, refused.name) == name) {
        explained.refused.push_back(refused);
      }
    }
  }
  return explained;
}

/// Nothing has that name: a repository that could not be read may be why.
Error NotFound(std::string_view name, const RunReport& report) {
  for (const RepositoryReport& repository : report.repositories) {
    if (repository.failure) {
      return {repository.failure->code,
              fmt::format("no target or policy '{}', and repository '{}' could not be read: {}",
                          name,
                          repository.name,
                          repository.failure->message),
              repository.name};
    }
  }
  std::vector<std::string_view> known;
  for (const TargetReport& target : report.targets) {
    known.push_back(target.proposal.display_name);
  }
  const auto nearest = NearestName(name, known);
  return {ErrorCode::kInvalidArgument,
          fmt::format("no target or policy '{}' in the repositories{}",
                      name,
                      nearest ? fmt::format(" (did you mean '{}'?)", *nearest) : ""),
          std::string(name)};
}

}  // namespace

VerbResult ExplainVerb(const Invocation& invocation, Shell& shell) {
  VerbResult result;
  std::optional<Prepared> prepared = Prepare(invocation, shell, result);
  if (!prepared) {
    return result;
  }
  RecordInstead(prepared->ports);
  RunReport report = Run(
      prepared->configuration, prepared->repositories, prepared->ports, shell, Detail::kEveryStage);
  if (shell.stop.raised()) {
    result.code = shell.stop.code();
    return result;
  }
  const Error not_found = NotFound(invocation.target, report);
  const Explained explained = About(invocation.target, std::move(report));
  if (explained.targets.empty() && explained.refused.empty()) {
    PrintFailure(shell.err, invocation.output, not_found);
    result.code = ExitCodeOf(not_found);
    return result;
  }
  result.code = explained.targets.empty() ? ExitCode::kInvalid : ExitCode::kComplete;
  result.out = Redact(invocation.output == OutputFormat::kJson
                          ? WriteExplanationJson(explained)
                          : ExplanationText(explained, invocation.color));
  return result;
}

}  // namespace gitscale
