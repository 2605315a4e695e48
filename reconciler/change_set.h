// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gitscale {

/// The whole new content of one file.
struct FileWrite {
  std::string path;
  std::string content;

  bool operator==(const FileWrite&) const = default;
};

/// One commit to make. Commits of a ChangeSet are stacked in order: where two write the same file,
/// the content of the later one includes the earlier edit.
struct PlannedCommit {
  std::string message;  ///< subject, body and trailers; UTF-8, ends with a newline
  std::vector<FileWrite> files;
  /// The decisions it carries out, in target order; none: it releases targets.
  std::vector<std::string> decision_ids;

  bool operator==(const PlannedCommit&) const = default;
};

/// One file of the ledger to write, or to drop.
struct LedgerWrite {
  std::string path;                    ///< "targets/..." or "inputs/..."
  std::optional<std::string> content;  ///< nothing: remove the file
  /// What the writer believed was there: nothing for no file. When the ledger moved meanwhile and
  /// this file with it, the writer decides again; other files are merged.
  std::optional<std::string> expected;

  bool operator==(const LedgerWrite&) const = default;
};

/// Everything one run wants to write to one repository, in one push: the commits on the base branch
/// and one commit on the ledger's ref. Atomic where the server offers it; else the base first, and
/// the next run repairs the ledger.
struct ChangeSet {
  std::vector<PlannedCommit> commits;
  std::vector<LedgerWrite> ledger;

  bool operator==(const ChangeSet&) const = default;
};

}  // namespace gitscale
