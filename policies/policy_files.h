// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <vector>

#include "policies/document_cache.h"
#include "policies/load.h"
#include "policies/namespaces.h"

namespace gitscale {

/// A policy that is right by itself: valid, its namespace known and allowed, its file routed.
struct FoundPolicy {
  ScalingPolicy policy;
  std::string path;
  int line = 0;
  std::string cluster;  ///< of the file's route

  [[nodiscard]] std::string Place() const;  ///< "path:line"
};

struct FoundPolicies {
  std::vector<FoundPolicy> policies;  ///< by path, then document
  std::vector<RefusedPolicy> refused;
};

/// Reads every policy under the repository's globs. Only files whose bytes may hold one are parsed.
[[nodiscard]] FoundPolicies FindPolicies(DocumentCache& cache,
                                         NamespaceResolver& namespaces,
                                         const RepositoryScope& scope);

/// A refusal with one problem, at the policy's own document.
[[nodiscard]] RefusedPolicy Refuse(const FoundPolicy& found, RefusalCode code, std::string message);

/// Takes out policies of one cluster that have the same namespace and name: all of them are
/// refused, each naming the others.
void RefuseTwins(FoundPolicies& found);

/// "a.yaml:1, b.yaml:7 and 3 more", without `own`. Short work, however long the list.
[[nodiscard]] std::string ListPlaces(const std::vector<std::string>& places,
                                     std::string_view own = {});

}  // namespace gitscale
