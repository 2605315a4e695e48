// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <git2.h>

#include "base/result.h"
#include "gitops/commit_builder.h"
#include "reconciler/change_set.h"

/// The ledger's side of a change set: a commit of its own, on its own reference.
namespace gitscale {

/// The ledger as a fetch found it.
struct LedgerTip {
  std::optional<git_oid> id;    ///< what the reference points to; nothing: there is none
  bool is_commit = true;        ///< false: it points to something that nothing can be built on
  bool has_usable_tree = true;  ///< false: what the commit holds is not a ledger, and is dropped
};

/// What the ledger is to become. In the object database only: no reference moves.
struct LedgerEdit {
  git_oid tree{};
  int transitions = 0;  ///< files below "targets/" that change
};

/// Nothing when the ledger already is as `writes` want it. Touches the written paths only; a folder
/// that has become empty goes, a file in the place of a folder as well. Of two writes to one path
/// the later counts. Errors: kInvalidArgument for a path that is not clean, not below "targets/" or
/// "inputs/", or a folder; kInternal.
[[nodiscard]] Result<std::optional<LedgerEdit>> EditLedger(git_repository& repository,
                                                           const LedgerTip& tip,
                                                           const std::vector<LedgerWrite>& writes);

/// The commit on top of `tip`, the first of its history when there is none. Errors: kInternal.
[[nodiscard]] Result<git_oid> CommitLedger(git_repository& repository,
                                           const LedgerTip& tip,
                                           const LedgerEdit& edit,
                                           const CommitIdentity& identity);

/// Whether `writes` can be made on `tip` without deciding again: each of their files there is as
/// the writer believed, or already as it is to be. Errors: kInternal.
[[nodiscard]] Result<bool> CanMerge(git_repository& repository,
                                    const LedgerTip& tip,
                                    const std::vector<LedgerWrite>& writes);

}  // namespace gitscale
