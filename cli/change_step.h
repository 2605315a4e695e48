// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "cli/repository_run.h"
#include "reconciler/change_set.h"

namespace gitscale {

/// The commits that carry out the changes of run.targets on run.tip and release run.released, and
/// what the ledger should say afterwards. A change or a release that cannot be edited with
/// certainty is left out and fails its target alone.
[[nodiscard]] ChangeSet BuildChanges(RepositoryRun& run);

}  // namespace gitscale
