// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <map>
#include <mutex>
#include <vector>

#include "cli/repository_run.h"
#include "reconciler/allocate.h"
#include "reconciler/proposal.h"

namespace gitscale {

/// The proposals of a wave, which share room (quota, clones). Thread-safe: repositories of one wave
/// are published at the same time.
class AllocationBoard {
 public:
  /// Allocates to all targets of the wave together.
  void Allocate(const std::vector<RepositoryRun*>& wave, const SharedRoom& room);

  /// After a lost race: allocates to the repository's new proposals beside what the others of the
  /// wave were given. wave: the one passed to Allocate.
  void AllocateAgain(RepositoryRun& run, const SharedRoom& room);

 private:
  std::mutex mutex_;
  std::map<const RepositoryRun*, std::vector<Proposal>> given_;
};

}  // namespace gitscale
