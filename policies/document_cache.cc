// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/document_cache.h"

#include <charconv>

#include <fmt/format.h>

#include "base/check.h"

namespace gitscale {

Problem ParseProblem(std::string_view path, std::string_view error) {
  constexpr std::string_view kLine = "line ";
  Problem problem{.path = std::string(path), .line = 0, .message = {}};
  const std::size_t colon = error.find(": ");
  if (error.starts_with(kLine) && colon != std::string_view::npos) {
    std::from_chars(error.data() + kLine.size(), error.data() + colon, problem.line);
    error.remove_prefix(colon + 2);
  }
  problem.message = fmt::format("cannot parse as YAML: {}", error);
  return problem;
}

const ParsedFile& DocumentCache::Get(const std::string& path) {
  const auto [entry, added] = parsed_.try_emplace(path);
  if (added) {
    const auto file = snapshot_->files.find(path);
    CHECK(file != snapshot_->files.end());
    Result<std::vector<YamlDocument>> documents = ParseYaml(file->second);
    if (documents) {
      entry->second.documents = std::move(*documents);
    } else {
      entry->second.failure = ParseProblem(path, documents.error().message);
    }
  }
  return entry->second;
}

}  // namespace gitscale
