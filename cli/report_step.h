// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <vector>

#include "cli/exit_code.h"
#include "cli/repository_run.h"
#include "reconciler/decide.h"
#include "reconciler/report.h"

namespace gitscale {

/// The part of the report that the repositories make. Repositories that no wave reached are failed.
void FillInReport(const std::vector<RepositoryRun>& runs, Detail detail, RunReport& report);

/// Logs each decision and each failure, once the run knows what became of them.
void LogOutcome(const RepositoryRun& run);

/// The one line of a run without changes: how many targets of which outcome, how long it took.
void LogSummary(const RunReport& report);

/// 0: nothing failed. 3: something did, something else is done. When everything failed: 2 if a
/// person must act on all of it, else 1. A frozen target is no failure, unless its metrics endpoint
/// or cluster could not be read at all.
[[nodiscard]] ExitCode ExitCodeOf(const RunReport& report);

/// A run would write, or has written, something.
[[nodiscard]] bool HasChanges(const RunReport& report);

}  // namespace gitscale
