// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <vector>

#include "cli/repository_run.h"
#include "reconciler/change_set.h"

namespace gitscale {

/// What drops the ledger entries that no policy stands behind any more: those in the clusters and
/// namespaces of the repository's entry in the configuration, and of no other entry for the same
/// repository, whose target no policy scales. None while anything is refused, for a refused policy
/// may own any of them, and none of a target that still waits for its release (run.unsettled).
[[nodiscard]] std::vector<LedgerWrite> DropOrphans(const RepositoryRun& run);

}  // namespace gitscale
