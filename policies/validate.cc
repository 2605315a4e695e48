// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "policies/bytes.h"
#include "policies/document_cache.h"
#include "policies/load.h"
#include "policies/policy_load.h"

namespace gitscale {

ValidatedFile ValidatePolicyFile(std::string_view path, std::string_view text) {
  ValidatedFile result;
  // A search over bytes finds nothing in wide text: say so instead of calling the file empty.
  const bool wide = text.starts_with("\xFE\xFF") || text.starts_with("\xFF\xFE");
  if (!wide && !MentionsPolicy(text)) {
    return result;  // a template or a note: whether it parses is not ours to judge
  }
  const Result<std::vector<YamlDocument>> documents = ParseYaml(text);
  if (!documents) {
    result.problems.push_back(ParseProblem(path, documents.error().message));
    return result;
  }
  std::map<std::string, int> lines;
  for (const YamlDocument& document : *documents) {
    if (!IsPolicyDocument(document.root)) {
      continue;
    }
    ++result.policies;
    PolicyRead read = ReadPolicy(document.root, std::string(path));
    std::ranges::move(read.problems, std::back_inserter(result.problems));
    if (read.policy.name.empty()) {
      continue;
    }
    const auto [first, added] = lines.emplace(read.policy.Key(), document.root.line);
    if (!added) {
      result.problems.push_back(
          Problem{std::string(path),
                  document.root.line,
                  fmt::format("policy '{}' is declared again; first on line {}",
                              read.policy.ns.empty() ? read.policy.name : read.policy.Key(),
                              first->second)});
    }
  }
  std::ranges::stable_sort(result.problems, {}, &Problem::line);
  return result;
}

}  // namespace gitscale
