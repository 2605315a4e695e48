// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/load_step.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace gitscale {
namespace {

Approval Stricter(Approval a, Approval b) {
  return a == Approval::kPullRequest ? a : b;
}

void ApplyApprovalFloor(const ApprovalFloor& floor, ScalingPolicy& policy) {
  policy.approve_scale_up = Stricter(floor.scale_up, policy.approve_scale_up);
  policy.approve_scale_down = Stricter(floor.scale_down, policy.approve_scale_down);
  policy.approve_rollback = Stricter(floor.rollback, policy.approve_rollback);
}

RefusedPolicy RefuseForeign(const PolicyTarget& policy, const std::string& owner) {
  RefusedPolicy refused;
  refused.ns = policy.policy.ns;
  refused.name = policy.policy.name;
  refused.code = RefusalCode::kAmbiguousPolicy;
  refused.problems.push_back(
      {policy.path,
       policy.line,
       fmt::format("target '{}' in cluster '{}' is scaled from repository '{}' too: remove one of "
                   "the policies",
                   policy.target.display_name,
                   policy.target.key.cluster,
                   owner)});
  return refused;
}

/// Moves the targets for which `owner_of` names another repository to the refused ones.
template <typename OwnerOf>
void Refuse(RepositoryRun& run, const OwnerOf& owner_of) {
  std::erase_if(run.targets, [&](const TargetRun& target) {
    const std::string owner = owner_of(target.policy.target.key);
    if (!owner.empty()) {
      run.refused.push_back(RefuseForeign(target.policy, owner));
    }
    return !owner.empty();
  });
}

}  // namespace

void LoadPoliciesOf(RepositoryRun& run) {
  LoadedPolicies loaded = LoadPolicies(run.tip, run.settings->scope);
  run.refused = std::move(loaded.refused);
  run.unsettled = std::move(loaded.unsettled);
  run.released.clear();
  for (ReleasedTarget& target : loaded.released) {
    run.released.push_back(
        {.target = std::move(target), .commit = {}, .failure = std::nullopt, .stopped = {}});
  }
  run.targets.clear();
  for (PolicyTarget& policy : loaded.ready) {
    ApplyApprovalFloor(run.settings->approval_at_least, policy.policy);
    TargetRun target;
    target.policy = std::move(policy);
    run.targets.push_back(std::move(target));
  }
}

void TargetOwners::Claim(const std::vector<RepositoryRun*>& runs) {
  const std::lock_guard lock(mutex_);
  std::map<TargetKey, std::set<std::string>> claims;
  for (const RepositoryRun* run : runs) {
    for (const TargetRun& target : run->targets) {
      claims[target.policy.target.key].insert(run->settings->name);
    }
  }
  for (const auto& [key, claimants] : claims) {
    if (claimants.size() > 1 && !owners_.contains(key)) {
      contested_.emplace(key, claimants);
    }
  }
  for (RepositoryRun* run : runs) {
    const std::string& self = run->settings->name;
    Refuse(*run, [&](const TargetKey& key) {
      if (const auto owner = owners_.find(key); owner != owners_.end() && owner->second != self) {
        return owner->second;
      }
      const auto contested = contested_.find(key);
      const std::set<std::string>& claimants =
          contested != contested_.end() ? contested->second : claims.at(key);
      const auto other = std::ranges::find_if(
          claimants, [&](const std::string& claimant) { return claimant != self; });
      return other == claimants.end() ? std::string() : *other;
    });
  }
  for (const RepositoryRun* run : runs) {
    for (const TargetRun& target : run->targets) {
      owners_.emplace(target.policy.target.key, run->settings->name);
    }
  }
}

}  // namespace gitscale
