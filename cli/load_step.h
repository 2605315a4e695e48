// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "cli/repository_run.h"
#include "policies/target.h"

namespace gitscale {

/// Fills in targets, refused, released and unsettled from run.tip: loads the policies and makes
/// approval as strict as the operator wants. Clears what an earlier tip gave.
void LoadPoliciesOf(RepositoryRun& run);

/// Which repository scales a target. Thread-safe: repositories that lost a race load again while
/// others do.
class TargetOwners {
 public:
  /// Gives each target of these repositories to the one that declares it. One that belongs to an
  /// earlier one is refused (kAmbiguousPolicy); of two that come together neither may have it.
  void Claim(const std::vector<RepositoryRun*>& runs);

 private:
  std::mutex mutex_;
  std::map<TargetKey, std::string> owners_;
  std::map<TargetKey, std::set<std::string>> contested_;  ///< by whom; nobody gets it in this run
};

}  // namespace gitscale
