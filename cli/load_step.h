// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/repository_run.h"
#include "policies/target.h"

namespace gitscale {

/// Fills in targets and refused from run.tip: loads the policies and makes approval as strict as
/// the operator wants. Clears what an earlier tip gave.
void LoadPoliciesOf(RepositoryRun& run);

/// A target that another repository scales already is refused here: two writers would fight. Of
/// repositories that come in the same wave neither may have it. owners: of the run so far, grows.
void ClaimTargets(const std::vector<RepositoryRun*>& wave,
                  std::map<TargetKey, std::string>& owners);

/// The same for one repository that loaded a newer tip; owners stays as it is.
void DropForeignTargets(RepositoryRun& run, const std::map<TargetKey, std::string>& owners);

}  // namespace gitscale
