// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/allocation_board.h"

#include <map>
#include <utility>

#include "base/check.h"

namespace gitscale {

void AllocationBoard::Allocate(const std::vector<RepositoryRun*>& runs, const SharedRoom& room) {
  const std::lock_guard lock(mutex_);
  std::vector<Proposal> proposals;
  for (RepositoryRun* run : runs) {
    granted_.erase(run);
    for (TargetRun& target : run->targets) {
      proposals.push_back(std::move(target.proposal));
    }
  }
  std::vector<Grant> others;
  for (const auto& [run, grants] : granted_) {
    others.insert(others.end(), grants.begin(), grants.end());
  }
  std::map<TargetKey, Proposal> allocated;
  for (Proposal& proposal : gitscale::Allocate(std::move(proposals), room, others)) {
    TargetKey key = proposal.key;
    allocated.emplace(std::move(key), std::move(proposal));
  }
  for (RepositoryRun* run : runs) {
    std::vector<Grant>& grants = granted_[run];
    for (TargetRun& target : run->targets) {
      const auto proposal = allocated.find(target.policy.target.key);
      CHECK(proposal != allocated.end());
      target.proposal = std::move(proposal->second);
      grants.push_back(GrantOf(target.proposal));
    }
  }
}

}  // namespace gitscale
