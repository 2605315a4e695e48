// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reconcile.h"

#include <optional>

#include "base/secret.h"
#include "cli/prepare.h"
#include "cli/report_step.h"
#include "cli/run.h"
#include "render/report_json.h"
#include "render/report_table.h"

namespace gitscale {
namespace {

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
  const Recorders recorders = RecordInstead(prepared->ports);
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
