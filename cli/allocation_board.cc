// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/allocation_board.h"

#include <iterator>
#include <map>
#include <utility>

#include "base/check.h"
#include "reconciler/allocate.h"

namespace gitscale {
namespace {

using ByKey = std::map<TargetKey, Proposal>;

ByKey AllocateTo(std::vector<Proposal> proposals, const SharedRoom& room) {
  ByKey allocated;
  for (Proposal& proposal : gitscale::Allocate(std::move(proposals), room)) {
    TargetKey key = proposal.key;
    allocated.emplace(std::move(key), std::move(proposal));
  }
  return allocated;
}

std::vector<Proposal> Give(const ByKey& allocated, RepositoryRun& run) {
  std::vector<Proposal> given;
  for (TargetRun& target : run.targets) {
    const auto proposal = allocated.find(target.policy.target.key);
    CHECK(proposal != allocated.end());
    target.proposal = proposal->second;
    given.push_back(target.proposal);
  }
  return given;
}

void Append(std::vector<Proposal>& all, const RepositoryRun& run) {
  for (const TargetRun& target : run.targets) {
    all.push_back(target.proposal);
  }
}

}  // namespace

void AllocationBoard::Allocate(const std::vector<RepositoryRun*>& wave, const SharedRoom& room) {
  std::vector<Proposal> all;
  for (const RepositoryRun* run : wave) {
    Append(all, *run);
  }
  const ByKey allocated = AllocateTo(std::move(all), room);
  const std::lock_guard lock(mutex_);
  given_.clear();
  for (RepositoryRun* run : wave) {
    given_.emplace(run, Give(allocated, *run));
  }
}

void AllocationBoard::AllocateAgain(RepositoryRun& run, const SharedRoom& room) {
  const std::lock_guard lock(mutex_);
  std::vector<Proposal> all;
  Append(all, run);
  for (const auto& [other, proposals] : given_) {
    if (other != &run) {
      all.insert(all.end(), proposals.begin(), proposals.end());
    }
  }
  given_[&run] = Give(AllocateTo(std::move(all), room), run);
}

}  // namespace gitscale
