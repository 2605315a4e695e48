// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/policy_files.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "policies/bytes.h"
#include "policies/policy_load.h"
#include "policies/routes.h"
#include "policies/shown.h"

namespace gitscale {
namespace {

/// Checks what the document alone cannot know. Adds to one of the two lists.
void Place(FoundPolicy found,
           NamespaceResolver& namespaces,
           const RepositoryScope& scope,
           FoundPolicies& into) {
  NamespaceOf resolved = namespaces.Resolve(found.policy.ns, found.path);
  found.policy.ns = resolved.ns;
  if (resolved.ns.empty()) {
    into.refused.push_back(
        Refuse(found, RefusalCode::kUnresolvedNamespace, std::move(resolved.problem)));
    return;
  }
  if (!IsAllowedNamespace(scope, resolved.ns)) {
    into.refused.push_back(
        Refuse(found,
               RefusalCode::kForbiddenNamespace,
               fmt::format("namespace '{}' is not among those this repository may scale",
                           Printable(resolved.ns))));
    return;
  }
  const Route* route = RouteOf(scope, found.path);
  if (route == nullptr) {
    into.refused.push_back(
        Refuse(found,
               RefusalCode::kUnrouted,
               "the file matches no targets[].paths of the repository's configuration"));
    return;
  }
  found.cluster = route->cluster;
  into.policies.push_back(std::move(found));
}

}  // namespace

std::string FoundPolicy::Place() const {
  return fmt::format("{}:{}", path, line);
}

RefusedPolicy Refuse(const FoundPolicy& found, RefusalCode code, std::string message) {
  return {.ns = found.policy.ns,
          .name = found.policy.name,
          .code = code,
          .problems = {Problem{found.path, found.line, std::move(message)}}};
}

FoundPolicies FindPolicies(DocumentCache& cache,
                           NamespaceResolver& namespaces,
                           const RepositoryScope& scope) {
  FoundPolicies into;
  for (const auto& [path, bytes] : cache.snapshot().files) {
    if (!MentionsPolicy(bytes) || !IsPolicyPath(scope, path)) {
      continue;
    }
    const ParsedFile& file = cache.Get(path);
    if (file.failure) {
      into.refused.push_back(
          {.ns = {}, .name = {}, .code = RefusalCode::kInvalidPolicy, .problems = {*file.failure}});
    }
    for (const YamlDocument& document : file.documents) {
      if (!IsPolicyDocument(document.root)) {
        continue;
      }
      PolicyRead read = ReadPolicy(document.root, path);
      if (!read.problems.empty()) {
        into.refused.push_back({.ns = Printable(namespaces.Resolve(read.policy.ns, path).ns),
                                .name = Printable(read.policy.name),
                                .code = read.unsupported ? RefusalCode::kUnsupportedTarget
                                                         : RefusalCode::kInvalidPolicy,
                                .problems = std::move(read.problems)});
        continue;
      }
      Place({.policy = std::move(read.policy),
             .path = path,
             .line = document.root.line,
             .cluster = {}},
            namespaces,
            scope,
            into);
    }
  }
  return into;
}

void RefuseTwins(FoundPolicies& found) {
  std::map<std::tuple<std::string, std::string>, std::vector<std::string>> places;
  for (const FoundPolicy& policy : found.policies) {
    places[{policy.cluster, policy.policy.Key()}].push_back(policy.Place());
  }
  std::vector<FoundPolicy> kept;
  for (FoundPolicy& policy : found.policies) {
    const std::vector<std::string>& twins = places[{policy.cluster, policy.policy.Key()}];
    if (twins.size() == 1) {
      kept.push_back(std::move(policy));
      continue;
    }
    found.refused.push_back(Refuse(policy,
                                   RefusalCode::kAmbiguousPolicy,
                                   fmt::format("policy '{}' is declared again at {}",
                                               policy.policy.Key(),
                                               ListPlaces(twins, policy.Place()))));
  }
  found.policies = std::move(kept);
}

std::string ListPlaces(const std::vector<std::string>& places, std::string_view own) {
  constexpr std::size_t kMost = 5;
  std::vector<std::string_view> shown;
  bool skipped = false;
  for (const std::string& place : places) {
    if (!skipped && place == own) {
      skipped = true;
    } else if (shown.size() < kMost) {
      shown.push_back(place);
    } else {
      break;
    }
  }
  const std::size_t rest = places.size() - shown.size() - (own.empty() ? 0 : 1);
  return rest == 0 ? fmt::format("{}", fmt::join(shown, ", "))
                   : fmt::format("{} and {} more", fmt::join(shown, ", "), rest);
}

}  // namespace gitscale
