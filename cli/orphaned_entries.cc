// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/orphaned_entries.h"

#include <algorithm>
#include <optional>

#include "reconciler/ledger_entry.h"

namespace gitscale {
namespace {

bool IsInScope(const RepositorySettings& settings, const TargetKey& key) {
  const RepositoryScope& scope = settings.scope;
  return std::ranges::find(scope.routes, key.cluster, &Route::cluster) != scope.routes.end() &&
         std::ranges::find(scope.namespaces, key.ns) != scope.namespaces.end();
}

}  // namespace

std::vector<LedgerWrite> DropOrphans(const RepositoryRun& run) {
  std::vector<LedgerWrite> drops;
  if (!run.refused.empty() || !run.tip.too_large.empty()) {
    return drops;
  }
  std::set<TargetKey> owned = run.unsettled;
  for (const TargetRun& target : run.targets) {
    owned.insert(target.policy.target.key);
  }
  for (const auto& [path, content] : run.tip.ledger) {
    const std::optional<TargetKey> key = KeyOfLedgerPath(path);
    if (!key || owned.contains(*key) || !IsInScope(*run.settings, *key) ||
        std::ranges::any_of(run.siblings, [&](const RepositorySettings* sibling) {
          return IsInScope(*sibling, *key);
        })) {
      continue;
    }
    drops.push_back({.path = path, .content = std::nullopt, .expected = content});
  }
  return drops;
}

}  // namespace gitscale
