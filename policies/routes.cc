// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/routes.h"

#include <algorithm>

#include "base/glob.h"

namespace gitscale {

const Route* RouteOf(const RepositoryScope& scope, std::string_view path) {
  for (const Route& route : scope.routes) {
    if (std::ranges::any_of(route.paths,
                            [&](const std::string& glob) { return GlobMatches(glob, path); })) {
      return &route;
    }
  }
  return nullptr;
}

bool IsPolicyPath(const RepositoryScope& scope, std::string_view path) {
  return std::ranges::any_of(scope.policy_globs,
                             [&](const std::string& glob) { return GlobMatches(glob, path); });
}

bool IsAllowedNamespace(const RepositoryScope& scope, std::string_view ns) {
  return std::ranges::find(scope.namespaces, ns) != scope.namespaces.end();
}

}  // namespace gitscale
