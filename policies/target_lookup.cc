// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/target_lookup.h"

#include <algorithm>

#include <fmt/format.h>

#include "policies/engines/registry.h"
#include "policies/routes.h"
#include "policies/shown.h"
#include "policies/target_read.h"

namespace gitscale {
namespace {

std::string_view StrategyOf(Declaration declaration) {
  switch (declaration) {
    case Declaration::kApplication:
      return "Application";
    case Declaration::kHelmRelease:
      return "HelmRelease";
    case Declaration::kOperatorKind:
      return "Manifest";
  }
  return "";
}

std::string PlaceOf(const DeclaredTarget& target) {
  return fmt::format("{}:{}", target.path, target.root->line);
}

std::vector<std::string> PlacesOf(const TargetIndex::Found& declarations) {
  std::vector<std::string> places;
  std::ranges::transform(declarations, std::back_inserter(places), [](const auto* declared) {
    return PlaceOf(*declared);
  });
  return places;
}

/// Where a chart comes from, when its name alone would do.
std::string OriginOf(const DeclaredTarget& target) {
  return target.chart_source.empty()
             ? std::string()
             : fmt::format(" of source '{}'", Printable(target.chart_source));
}

/// The names of a release and of the application it may come from.
void AddRelease(std::string_view release, std::set<std::string, std::less<>>& names) {
  names.emplace(release);
  for (const EngineAdapter* adapter : Engines()) {
    if (release.starts_with(adapter->release_prefix)) {
      names.emplace(release.substr(adapter->release_prefix.size()));
    }
  }
}

/// All documents that declare what `matches` declare.
TargetIndex::Found Declarations(const TargetIndex::Found& matches, const TargetIndex& index) {
  std::set<TargetKey> keys;
  for (const DeclaredTarget* match : matches) {
    keys.insert(match->Key());
  }
  TargetIndex::Found all;
  for (const TargetKey& key : keys) {
    const TargetIndex::Found found = index.ByKey(key);
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

}  // namespace

std::set<std::string, std::less<>> NamesOf(const TargetRef& ref) {
  std::set<std::string, std::less<>> names;
  AddRelease(ref.name, names);
  if (const EngineAdapter* adapter = EngineOfApplicationRef(ref)) {
    names.insert(fmt::format("{}{}", adapter->release_prefix, ref.name));
  }
  return names;
}

std::set<std::string, std::less<>> NamesOfFound(const FoundPolicy& found,
                                                const TargetIndex& index) {
  std::set<std::string, std::less<>> names;
  for (const DeclaredTarget* match : Matches(found, index)) {
    AddRelease(match->release, names);
  }
  return names;
}

TargetIndex::Found Matches(const FoundPolicy& found, const TargetIndex& index) {
  const TargetRef& ref = found.policy.target_ref;
  if (const EngineAdapter* adapter = EngineOfApplicationRef(ref)) {
    return index.ByKey({.cluster = found.cluster,
                        .engine = adapter->engine,
                        .ns = found.policy.ns,
                        .name = fmt::format("{}{}", adapter->release_prefix, ref.name)});
  }
  return index.ByObject(
      found.cluster, GroupOf(ref.api_version), ref.kind, found.policy.ns, ref.name);
}

Lookup LookUpTarget(const FoundPolicy& found,
                    const TargetIndex& index,
                    const RepositoryScope& scope) {
  const ScalingPolicy& policy = found.policy;
  const auto refuse = [&](RefusalCode code, std::string message) {
    return Lookup{.ready = std::nullopt, .refused = Refuse(found, code, std::move(message))};
  };
  const std::string wanted = fmt::format(
      "{} '{}' in namespace '{}'", policy.target_ref.kind, policy.target_ref.name, policy.ns);
  TargetIndex::Found matches = Matches(found, index);
  const auto unknown = std::ranges::find(matches, nullptr, &DeclaredTarget::adapter);
  if (unknown != matches.end()) {
    return refuse(RefusalCode::kUnsupportedTarget,
                  fmt::format("cannot scale {} at {}: its chart '{}'{} is none that this version "
                              "scales; expected one of {}",
                              wanted,
                              PlaceOf(**unknown),
                              Printable((*unknown)->chart),
                              OriginOf(**unknown),
                              fmt::join(ChartNames(), ", ")));
  }
  TargetIndex::Found declarations = Declarations(matches, index);
  if (declarations.empty()) {
    return refuse(RefusalCode::kTargetNotFound, fmt::format("cannot find {}", wanted));
  }
  if (!policy.write_path.empty()) {
    const auto places = PlacesOf(declarations);
    std::erase_if(declarations,
                  [&](const auto* declared) { return declared->path != policy.write_path; });
    if (declarations.empty()) {
      return refuse(RefusalCode::kTargetNotFound,
                    fmt::format("writeTo.path '{}' does not declare {}; found at {}",
                                policy.write_path,
                                wanted,
                                ListPlaces(places)));
    }
  }
  if (declarations.size() > 1) {
    return refuse(RefusalCode::kAmbiguousTarget,
                  fmt::format("{} is declared at {}; name one file in writeTo.path",
                              wanted,
                              ListPlaces(PlacesOf(declarations))));
  }
  const DeclaredTarget& declared = *declarations.front();
  if (!policy.write_strategy.empty() && policy.write_strategy != StrategyOf(declared.declaration)) {
    return refuse(RefusalCode::kInvalidPolicy,
                  fmt::format("writeTo.strategy is {}, but {} is declared at {} for strategy {}",
                              policy.write_strategy,
                              wanted,
                              PlaceOf(declared),
                              StrategyOf(declared.declaration)));
  }
  if (!IsAllowedNamespace(scope, declared.ns)) {
    return refuse(RefusalCode::kForbiddenNamespace,
                  fmt::format("{} runs in namespace '{}' (see {}), which is not among those this "
                              "repository may scale",
                              wanted,
                              Printable(declared.ns),
                              PlaceOf(declared)));
  }
  TargetRead read = ReadTarget(declared);
  if (!read.problems.empty()) {
    return {.ready = std::nullopt,
            .refused = RefusedPolicy{.ns = policy.ns,
                                     .name = policy.name,
                                     .code = RefusalCode::kUnreadableTarget,
                                     .problems = std::move(read.problems)}};
  }
  return {.ready = PolicyTarget{.policy = policy,
                                .target = std::move(read.target),
                                .path = found.path,
                                .line = found.line},
          .refused = std::nullopt};
}

}  // namespace gitscale
