// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

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
  std::vector<std::string> decision_ids;  ///< the decisions it carries out, in target order

  bool operator==(const PlannedCommit&) const = default;
};

/// Everything one run wants to write to one repository: pushed together or not at all.
struct ChangeSet {
  std::vector<PlannedCommit> commits;

  bool operator==(const ChangeSet&) const = default;
};

}  // namespace gitscale
