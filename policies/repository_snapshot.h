// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <map>
#include <string>
#include <vector>

namespace gitscale {

/// What a repository holds at one commit, cut down to the files gitscale may have to look at.
///
/// commit: full hexadecimal id of the commit the files were read at. files: path (slash-separated,
/// no leading slash) to bytes. Files that cannot matter (see MayMatter in policies/candidates.h)
/// are left out.
struct RepositorySnapshot {
  std::string commit;
  std::map<std::string, std::string, std::less<>> files;
  /// Paths of YAML files that are too large to look at: whatever they hold is not known.
  std::vector<std::string> too_large;
  /// The ledger at the same moment: its commit (empty: there is none yet) and its files,
  /// "targets/..." only.
  std::string ledger_commit;
  std::map<std::string, std::string, std::less<>> ledger;

  bool operator==(const RepositorySnapshot&) const = default;
};

}  // namespace gitscale
