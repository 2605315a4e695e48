// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>
#include <set>
#include <string>

#include "policies/load.h"
#include "policies/policy_files.h"
#include "policies/target_index.h"

namespace gitscale {

/// Names that may stand in a file that declares the target of a policy, however it is declared.
[[nodiscard]] std::set<std::string, std::less<>> NamesOf(const TargetRef& ref);

/// Names that may stand in other declarations of what the index found for a policy.
[[nodiscard]] std::set<std::string, std::less<>> NamesOfFound(const FoundPolicy& found,
                                                              const TargetIndex& index);

/// Documents a policy's targetRef names. A Postgres also finds a HelmRelease or a Cluster of its
/// release.
[[nodiscard]] TargetIndex::Found Matches(const FoundPolicy& found, const TargetIndex& index);

/// Exactly one of the two is set.
struct Lookup {
  std::optional<PolicyTarget> ready;
  std::optional<RefusedPolicy> refused;
};

/// The target of one policy, read, or why there is none. code kTargetNotFound: the caller adds what
/// may have been meant.
[[nodiscard]] Lookup LookUpTarget(const FoundPolicy& found,
                                  const TargetIndex& index,
                                  const RepositoryScope& scope);

/// Appends to a kTargetNotFound what may have been meant: the same name in another namespace or
/// kind, the nearest name in this one, files that mention it and could not be parsed.
void ExplainNotFound(const FoundPolicy& found,
                     const TargetIndex& index,
                     const RepositorySnapshot& snapshot,
                     RefusedPolicy& refused);

}  // namespace gitscale
