// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/decide_step.h"

#include <utility>

#include "base/log.h"
#include "reconciler/decide.h"
#include "reconciler/ledger_entry.h"

namespace gitscale {
namespace {

/// An entry that cannot be read counts as lost: the target is adopted anew.
History ReadHistory(const RepositoryRun& run, const TargetKey& key) {
  const auto file = run.tip.ledger.find(LedgerPath(key));
  if (file == run.tip.ledger.end()) {
    return {};
  }
  Result<LedgerEntry> entry = ParseLedgerEntry(file->second);
  if (!entry) {
    Log(LogLevel::kWarn,
        "ledger entry unreadable, its target is adopted anew",
        {{"repository", run.settings->name},
         {"path", file->first},
         {"error", entry.error().message}});
    return {};
  }
  return {*std::move(entry)};
}

}  // namespace

void DecideTargets(const std::vector<RepositoryRun*>& wave, RunContext& context) {
  std::vector<const PolicyTarget*> targets;
  std::vector<TargetRun*> runs;
  std::vector<History> histories;
  for (RepositoryRun* run : wave) {
    for (TargetRun& target : run->targets) {
      targets.push_back(&target.policy);
      histories.push_back(ReadHistory(*run, target.policy.target.key));
      runs.push_back(&target);
    }
  }
  const std::vector<Measured> measured = context.observer.Observe(targets);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i]->now = measured[i].now;
    runs[i]->proposal = Decide(targets[i]->policy,
                               targets[i]->target,
                               measured[i].seen,
                               histories[i],
                               measured[i].now,
                               context.detail);
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
