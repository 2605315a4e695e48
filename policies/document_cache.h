// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policies/problem.h"
#include "policies/repository_snapshot.h"
#include "policies/yaml_tree.h"

namespace gitscale {

/// One file of the snapshot, parsed. failure: why it could not be, then documents is empty.
struct ParsedFile {
  std::vector<YamlDocument> documents;
  std::optional<Problem> failure;
};

/// A parser's error ("line 7: ...") as a problem of a file.
[[nodiscard]] Problem ParseProblem(std::string_view path, std::string_view error);

/// Parses the files of a snapshot on demand, each at most once. Borrowed snapshot; references stay
/// good as long as the cache.
class DocumentCache {
 public:
  explicit DocumentCache(const RepositorySnapshot& snapshot) : snapshot_(&snapshot) {}

  /// REQUIRES: the snapshot holds `path`.
  [[nodiscard]] const ParsedFile& Get(const std::string& path);

  [[nodiscard]] const RepositorySnapshot& snapshot() const { return *snapshot_; }

 private:
  const RepositorySnapshot* snapshot_;
  std::map<std::string, ParsedFile, std::less<>> parsed_;
};

}  // namespace gitscale
