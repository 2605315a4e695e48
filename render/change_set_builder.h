// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "policies/repository_snapshot.h"
#include "policies/target.h"
#include "reconciler/change_set.h"
#include "reconciler/decision_record.h"
#include "reconciler/proposal.h"

namespace gitscale {

/// How decisions become commits.
enum class CommitStyle {
  kPerDecision,  ///< one each, all pushed together
  kPerRun,       ///< one for all
};

/// One change to write. REQUIRES: proposal.outcome == kChanged and record is of that proposal.
struct PlannedDecision {
  Target target;
  Proposal proposal;
  DecisionRecord record;
};

/// failures[i]: why decision i could not be written; nothing when it is in `changes`.
struct BuiltChangeSet {
  ChangeSet changes;
  std::vector<std::optional<Error>> failures;
};

/// Edits the targets' files, in the given order, and words the commits. Decisions in one file build
/// on each other. An edit that is refused leaves its file as it was and does not stop the others.
/// A decision whose count and annotations stand there already needs no commit and is no failure.
///
/// repository: its name in the configuration, for the message of a folded commit.
[[nodiscard]] BuiltChangeSet BuildChangeSet(const RepositorySnapshot& snapshot,
                                            std::string_view repository,
                                            const std::vector<PlannedDecision>& decisions,
                                            CommitStyle style);

/// What `plan` shows of a change set: the difference between the snapshot and its last state, files
/// in order of their paths.
[[nodiscard]] std::string DiffOfChangeSet(const RepositorySnapshot& snapshot,
                                          const ChangeSet& changes);

}  // namespace gitscale
