// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "policies/cluster_traits.h"
#include "policies/problem.h"
#include "policies/repository_snapshot.h"
#include "policies/scaling_policy.h"
#include "policies/target.h"

namespace gitscale {

/// Which files of a repository belong to which cluster and metrics endpoint. The first route with a
/// matching glob wins.
struct Route {
  std::vector<std::string> paths;  ///< globs (base/glob.h)
  std::string cluster;
  std::string metrics;
  ClusterTraits traits;  ///< of the cluster
};

/// What the operator's configuration says about one repository.
struct RepositoryScope {
  std::vector<std::string> namespaces;  ///< those it may scale; exact names
  std::vector<std::string> policy_globs = {"**/*.yaml", "**/*.yml"};
  std::string default_namespace;  ///< for documents without one; empty: none
  std::vector<Route> routes;
};

/// Why a policy is not acted on. Public names, see RefusalName.
enum class RefusalCode {
  kUnset,
  kInvalidPolicy,
  kForbiddenNamespace,
  kUnresolvedNamespace,
  kAmbiguousPolicy,
  kAmbiguousTarget,
  kTargetNotFound,
  kUnsupportedTarget,
  kUnreadableTarget,  ///< found, but its count or annotations cannot be read with certainty
  kUnrouted,          ///< the file matches no `targets[].paths` of the repository
};

/// "InvalidPolicy", ...
[[nodiscard]] std::string_view RefusalName(RefusalCode code);

/// A policy that is ready to be decided on. path, line: of the policy document.
struct PolicyTarget {
  ScalingPolicy policy;
  Target target;
  std::string path;
  int line = 0;
};

/// A policy that is not acted on, with everything that is wrong with it. ns, name: empty where
/// unknown.
struct RefusedPolicy {
  std::string ns;
  std::string name;
  RefusalCode code = RefusalCode::kUnset;
  Problems problems;  ///< at least one
};

/// A target whose policy is not in the repository any more: its annotations are to go, its count
/// stays.
struct ReleasedTarget {
  TargetKey key;
  std::string display_name;  ///< "tenant-acme/db"
  std::string policy;        ///< "namespace/name" of the one that is gone
  std::string path;
  int document_index = 0;
  std::optional<std::int32_t> replicas;  ///< the count as it stays; nothing: cannot be read

  bool operator==(const ReleasedTarget&) const = default;
};

/// ready: by target key. refused: by path and line. released: by path and document.
struct LoadedPolicies {
  std::vector<PolicyTarget> ready;
  std::vector<RefusedPolicy> refused;
  std::vector<ReleasedTarget> released;
  /// Targets that carry our annotations, that no ready policy scales and that are not released all
  /// the same: their policy may still be there.
  std::set<TargetKey> unsettled;
};

/// Finds and checks every policy of the repository and the target each one names, at one commit,
/// and the targets whose policy is gone (policies/released_targets.h). One bad document never
/// touches another, except that nothing is released while one of them cannot be told from the
/// missing policy.
[[nodiscard]] LoadedPolicies LoadPolicies(const RepositorySnapshot& snapshot,
                                          const RepositoryScope& scope);

/// For `validate`: the policies of one file alone, without their targets. Every problem of the
/// file; policies counts the policy documents found.
struct ValidatedFile {
  int policies = 0;
  Problems problems;
};

[[nodiscard]] ValidatedFile ValidatePolicyFile(std::string_view path, std::string_view text);

}  // namespace gitscale
