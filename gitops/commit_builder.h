// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <vector>

#include <git2.h>

#include "base/result.h"
#include "base/time.h"
#include "reconciler/change_set.h"

namespace gitscale {

/// Who writes the commits, and when.
struct CommitIdentity {
  std::string name;
  std::string email;
  SysSeconds time;  ///< written as UTC
};

/// Stores one commit and moves no reference. parent: null for a commit without history. Errors:
/// kInternal; also when the identity cannot be used.
[[nodiscard]] Result<git_oid> StoreCommit(git_repository& repository,
                                          const git_commit* parent,
                                          const git_oid& tree,
                                          const std::string& message,
                                          const CommitIdentity& identity);

/// The commits of a change set, stacked on `base`, in the object database only: no reference moves.
/// Needs no working copy; costs what the changed files and their folders cost. A file keeps its
/// mode, a new one gets 100644. Ids are parallel to changes.commits. Errors: kInvalidArgument for a
/// path that is no clean relative path, or is a folder, a link or a submodule; kInternal otherwise.
[[nodiscard]] Result<std::vector<git_oid>> BuildCommits(git_repository& repository,
                                                        const git_oid& base,
                                                        const ChangeSet& changes,
                                                        const CommitIdentity& identity);

}  // namespace gitscale
