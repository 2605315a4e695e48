// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "cli/repository_run.h"
#include "cli/run_context.h"

namespace gitscale {

/// Writes the changes of one repository, in one push. When somebody else landed first: loads the
/// new tip, decides again and builds the commits anew. When a stop is in force, writes nothing and
/// says so in the proposals. Fills in commits, failures, tip and push_attempts. Calls nothing that
/// writes when there is no change. Safe for different repositories at the same time.
void PublishRepository(RepositoryRun& run, RunContext& context);

}  // namespace gitscale
