// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/change_step.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "cli/orphaned_entries.h"
#include "reconciler/decide.h"
#include "reconciler/ledger_entry.h"
#include "render/change_set_builder.h"
#include "render/release_commit.h"

namespace gitscale {
namespace {

/// The ledger after this run, where it differs: a written change opens a flight; else what was
/// seen.
void AddLedgerWrite(const RepositoryRun& run, const TargetRun& target, ChangeSet& changes) {
  const bool written = target.record && !target.failure;
  if (!written && !target.proposal.entry_changed) {
    return;
  }
  const LedgerEntry entry =
      written ? EntryAfterPush(target.proposal, *target.record) : target.proposal.entry;
  LedgerWrite write;
  write.path = LedgerPath(target.proposal.key);
  write.content = WriteLedgerEntry(entry);
  if (const auto known = run.tip.ledger.find(write.path); known != run.tip.ledger.end()) {
    write.expected = known->second;
  }
  if (write.content != write.expected) {
    changes.ledger.push_back(std::move(write));
  }
}

void AddRelease(RepositoryRun& run, ChangeSet& changes) {
  std::vector<ReleasedTarget> targets;
  for (const ReleaseReport& release : run.released) {
    targets.push_back(release.target);
  }
  std::vector<std::optional<Error>> failures = AppendRelease(run.tip, targets, changes);
  for (std::size_t i = 0; i < failures.size(); ++i) {
    run.released[i].failure = std::move(failures[i]);
  }
}

}  // namespace

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
  AddRelease(run, built.changes);
  for (const TargetRun& target : run.targets) {
    AddLedgerWrite(run, target, built.changes);
  }
  std::ranges::move(DropOrphans(run), std::back_inserter(built.changes.ledger));
  return std::move(built.changes);
}

}  // namespace gitscale
