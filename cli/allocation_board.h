// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <map>
#include <mutex>
#include <vector>

#include "cli/repository_run.h"
#include "reconciler/allocate.h"

namespace gitscale {

/// What the repositories of a run were given of the room they share (quota, clones). Thread-safe:
/// repositories of one wave are published at the same time.
class AllocationBoard {
 public:
  /// Allocates to all targets of these repositories together, beside what all others of the run
  /// hold: those of earlier waves, or, after a lost race of one repository, the rest of its wave.
  /// What they themselves held before is given back first.
  void Allocate(const std::vector<RepositoryRun*>& runs, const SharedRoom& room);

 private:
  std::mutex mutex_;
  std::map<const RepositoryRun*, std::vector<Grant>> granted_;
};

}  // namespace gitscale
