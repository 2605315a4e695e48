// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/decide_step.h"

#include "reconciler/decide.h"

namespace gitscale {

void DecideTargets(const std::vector<RepositoryRun*>& wave, RunContext& context) {
  std::vector<const PolicyTarget*> targets;
  std::vector<TargetRun*> runs;
  for (RepositoryRun* run : wave) {
    for (TargetRun& target : run->targets) {
      targets.push_back(&target.policy);
      runs.push_back(&target);
    }
  }
  const std::vector<Measured> measured = context.observer.Observe(targets);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i]->now = measured[i].now;
    runs[i]->proposal = Decide(
        targets[i]->policy, targets[i]->target, measured[i].seen, History{}, measured[i].now);
  }
}

void RecordDecisions(RepositoryRun& run) {
  for (TargetRun& target : run.targets) {
    target.record.reset();
    if (target.proposal.outcome == Outcome::kChanged) {
      target.record = MakeDecisionRecord(target.proposal, target.now);
    }
  }
}

}  // namespace gitscale
