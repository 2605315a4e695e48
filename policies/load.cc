// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/load.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "policies/policy_files.h"
#include "policies/released_targets.h"
#include "policies/repository_path.h"
#include "policies/target_lookup.h"

namespace gitscale {
namespace {

using Names = std::set<std::string, std::less<>>;

/// Parses every file that may declare a target of ours: those that name it, then those that name
/// the release it turned out to be.
void FillIndex(const std::vector<FoundPolicy>& policies, TargetIndex& index) {
  Names known;
  Names fresh;
  for (const FoundPolicy& found : policies) {
    fresh.merge(NamesOf(found.policy.target_ref));
  }
  while (!fresh.empty()) {
    index.AddFilesMentioning(fresh);
    known.merge(fresh);
    fresh.clear();
    for (const FoundPolicy& found : policies) {
      fresh.merge(NamesOfFound(found, index));
    }
    std::erase_if(fresh, [&](const std::string& name) { return known.contains(name); });
  }
}

/// Widens the index to what stands in the namespaces and folders of policies without a target: only
/// to say what may have been meant.
void ExplainAll(const std::vector<const FoundPolicy*>& policies,
                TargetIndex& index,
                const RepositorySnapshot& snapshot,
                std::vector<RefusedPolicy>& refused) {
  Names namespaces;
  std::set<std::string_view> folders;
  for (const FoundPolicy* found : policies) {
    namespaces.insert(found->policy.ns);
    folders.insert(ParentFolder(found->path));
  }
  if (!namespaces.empty()) {
    index.AddFilesMentioning(namespaces);
  }
  for (const std::string_view folder : folders) {
    index.AddFolder(folder);
  }
  for (std::size_t i = 0; i < policies.size(); ++i) {
    ExplainNotFound(*policies[i], index, snapshot, refused[i]);
  }
}

/// Two policies on one target would undo each other: none of them acts.
void RefuseRivals(LoadedPolicies& loaded) {
  const auto named = [](const PolicyTarget& one) {
    return fmt::format("'{}' at {}:{}", one.policy.Key(), one.path, one.line);
  };
  std::map<TargetKey, std::vector<std::string>> by_target;
  for (const PolicyTarget& one : loaded.ready) {
    by_target[one.target.key].push_back(named(one));
  }
  std::vector<PolicyTarget> kept;
  for (const PolicyTarget& one : loaded.ready) {
    const std::vector<std::string>& rivals = by_target[one.target.key];
    if (rivals.size() == 1) {
      kept.push_back(one);
      continue;
    }
    loaded.refused.push_back(
        {.ns = one.policy.ns,
         .name = one.policy.name,
         .code = RefusalCode::kAmbiguousPolicy,
         .problems = {Problem{one.path,
                              one.line,
                              fmt::format("target '{}' is also scaled by policy {}",
                                          one.target.display_name,
                                          ListPlaces(rivals, named(one)))}}});
  }
  loaded.ready = std::move(kept);
}

}  // namespace

LoadedPolicies LoadPolicies(const RepositorySnapshot& snapshot, const RepositoryScope& scope) {
  DocumentCache cache(snapshot);
  NamespaceResolver namespaces(cache, scope.default_namespace);
  FoundPolicies found = FindPolicies(cache, namespaces, scope);
  RefuseTwins(found);

  TargetIndex index(cache, namespaces, scope);
  FillIndex(found.policies, index);
  LoadedPolicies loaded;
  loaded.refused = std::move(found.refused);
  std::vector<const FoundPolicy*> lost;
  std::vector<RefusedPolicy> lost_refusals;
  for (const FoundPolicy& policy : found.policies) {
    Lookup lookup = LookUpTarget(policy, index, scope);
    if (lookup.ready) {
      loaded.ready.push_back(std::move(*lookup.ready));
    } else if (lookup.refused->code == RefusalCode::kTargetNotFound) {
      lost.push_back(&policy);
      lost_refusals.push_back(std::move(*lookup.refused));
    } else {
      loaded.refused.push_back(std::move(*lookup.refused));
    }
  }
  ExplainAll(lost, index, snapshot, lost_refusals);
  std::ranges::move(lost_refusals, std::back_inserter(loaded.refused));
  RefuseRivals(loaded);
  FindReleasedTargets(
      cache, namespaces, scope, index, /*may_be_hidden=*/!snapshot.too_large.empty(), loaded);

  std::ranges::stable_sort(
      loaded.ready, {}, [](const PolicyTarget& one) -> const TargetKey& { return one.target.key; });
  std::ranges::stable_sort(loaded.refused, {}, [](const RefusedPolicy& one) {
    return std::tuple(one.problems.front().path, one.problems.front().line, one.name);
  });
  return loaded;
}

}  // namespace gitscale
