// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <vector>

#include "cli/repository_run.h"
#include "cli/run_context.h"

namespace gitscale {

/// Measures all targets of the wave together and decides on each, before Allocate.
void DecideTargets(const std::vector<RepositoryRun*>& wave, RunContext& context);

/// After Allocate: gives every change its record.
void RecordDecisions(RepositoryRun& run);

}  // namespace gitscale
