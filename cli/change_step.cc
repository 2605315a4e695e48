// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/change_step.h"

#include <utility>
#include <vector>

#include "render/change_set_builder.h"

namespace gitscale {

ChangeSet BuildChanges(RepositoryRun& run) {
  std::vector<PlannedDecision> decisions;
  std::vector<TargetRun*> deciders;
  for (TargetRun& target : run.targets) {
    target.failure.reset();
    if (target.record) {
      decisions.push_back({target.policy.target, target.proposal, *target.record});
      deciders.push_back(&target);
    }
  }
  const CommitStyle style = run.settings->commits == CommitGrouping::kPerRun
                                ? CommitStyle::kPerRun
                                : CommitStyle::kPerDecision;
  BuiltChangeSet built = BuildChangeSet(run.tip, run.settings->name, decisions, style);
  for (std::size_t i = 0; i < deciders.size(); ++i) {
    deciders[i]->failure = std::move(built.failures[i]);
  }
  return std::move(built.changes);
}

}  // namespace gitscale
