// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include "base/nearest.h"
#include "policies/bytes.h"
#include "policies/shown.h"
#include "policies/target_lookup.h"

namespace gitscale {
namespace {

std::string Named(const DeclaredTarget& target) {
  return fmt::format("{} '{}' at {}:{}",
                     target.object_kind,
                     Printable(target.object_name),
                     target.path,
                     target.root->line);
}

/// The same name elsewhere, else the nearest one here; empty when there is neither.
std::string Meant(const FoundPolicy& found, const TargetIndex& index) {
  const TargetRef& ref = found.policy.target_ref;
  std::vector<std::string_view> names;
  TargetIndex::Found here;
  for (const DeclaredTarget* target : index.InCluster(found.cluster)) {
    const bool same_namespace = target->object_ns == found.policy.ns;
    if (target->object_name == ref.name && !same_namespace && target->object_kind == ref.kind) {
      return target->object_ns.empty()
                 ? fmt::format("{} has no namespace", Named(*target))
                 : fmt::format(
                       "{} is in namespace '{}'", Named(*target), Printable(target->object_ns));
    }
    if (target->object_name == ref.name && same_namespace) {
      return fmt::format("did you mean {}?", Named(*target));
    }
    if (same_namespace && target->adapter != nullptr) {
      names.push_back(target->object_name);
      here.push_back(target);
    }
  }
  const auto nearest = NearestName(ref.name, names);
  for (const DeclaredTarget* target : here) {
    if (nearest && target->object_name == *nearest) {
      return fmt::format("did you mean {}?", Named(*target));
    }
  }
  return {};
}

}  // namespace

void ExplainNotFound(const FoundPolicy& found,
                     const TargetIndex& index,
                     const RepositorySnapshot& snapshot,
                     RefusedPolicy& refused) {
  constexpr int kMostFiles = 3;
  if (const std::string meant = Meant(found, index); !meant.empty()) {
    refused.problems.front().message += fmt::format(" ({})", meant);
  }
  const auto names = NamesOf(found.policy.target_ref);
  int files = 0;
  for (const UnparsedFile& file : index.unparsed()) {
    const auto bytes = snapshot.files.find(file.failure.path);
    if (file.cluster == found.cluster && bytes != snapshot.files.end() &&
        MentionsAny(bytes->second, names) && ++files <= kMostFiles) {
      refused.problems.push_back(file.failure);
      refused.problems.back().message =
          fmt::format("this file mentions '{}' and was not searched: {}",
                      found.policy.target_ref.name,
                      file.failure.message);
    }
  }
}

}  // namespace gitscale
