// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/engines/registry.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/nearest.h"
#include "policies/bytes.h"
#include "policies/engines/mariadb.h"
#include "policies/engines/mongodb.h"
#include "policies/engines/postgres.h"
#include "policies/engines/redis.h"
#include "policies/engines/unsupported.h"
#include "policies/shown.h"

namespace gitscale {
namespace {

constexpr std::string_view kHelmReleaseKind = "HelmRelease";
constexpr std::string_view kApplicationApiVersion = "apps.cozystack.io/v1alpha1";

template <typename Match>
const EngineAdapter* FindEngine(Match match) {
  const auto found = std::ranges::find_if(Engines(), match);
  return found == Engines().end() ? nullptr : *found;
}

bool IsHelmApiVersion(std::string_view api_version) {
  return api_version.starts_with(kHelmGroup) && api_version.size() > kHelmGroup.size() + 1 &&
         api_version[kHelmGroup.size()] == '/';
}

TargetRefCheck WrongApiVersion(const TargetRef& ref, std::string_view expected) {
  return {
      .field = "apiVersion",
      .message = fmt::format(
          "expected {} for kind {}, found '{}'", expected, ref.kind, Printable(ref.api_version))};
}

TargetRefCheck UnknownKind(const TargetRef& ref) {
  std::vector<std::string_view> kinds = {kHelmReleaseKind};
  for (const EngineAdapter* adapter : Engines()) {
    kinds.push_back(adapter->application_kind);
    kinds.push_back(adapter->operator_kind);
  }
  std::ranges::sort(kinds);
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());  // both may have one name
  const auto nearest = NearestName(ref.kind, kinds);
  return {.field = "kind",
          .message = fmt::format("expected one of {}, found '{}'{}",
                                 fmt::join(kinds, ", "),
                                 Printable(ref.kind),
                                 nearest ? fmt::format(" (did you mean '{}'?)", *nearest) : "")};
}

}  // namespace

const std::vector<const EngineAdapter*>& Engines() {
  static const std::vector<const EngineAdapter*> engines = {
      &PostgresAdapter(), &MariadbAdapter(), &RedisAdapter(), &MongodbAdapter()};
  return engines;
}

const EngineAdapter* EngineOfApplication(std::string_view kind) {
  return FindEngine([&](const auto* adapter) { return adapter->application_kind == kind; });
}

const EngineAdapter* EngineOfApplicationRef(const TargetRef& ref) {
  return GroupOf(ref.api_version) == kApplicationGroup ? EngineOfApplication(ref.kind) : nullptr;
}

const EngineAdapter* EngineOfChart(std::string_view chart) {
  return FindEngine([&](const auto* adapter) { return adapter->chart == chart; });
}

const EngineAdapter* EngineOfReleaseName(std::string_view name) {
  return FindEngine([&](const auto* adapter) { return name.starts_with(adapter->release_prefix); });
}

const EngineAdapter* EngineOfOperatorKind(std::string_view group, std::string_view kind) {
  return FindEngine([&](const auto* adapter) {
    return adapter->operator_group == group && adapter->operator_kind == kind;
  });
}

std::vector<std::string_view> ChartNames() {
  std::vector<std::string_view> names;
  for (const EngineAdapter* adapter : Engines()) {
    names.push_back(adapter->chart);
  }
  std::ranges::sort(names);
  return names;
}

std::string_view GroupOf(std::string_view api_version) {
  return api_version.substr(0, api_version.find('/'));
}

TargetRefCheck CheckTargetRef(const TargetRef& ref) {
  if (ref.kind == kHelmReleaseKind) {
    return IsHelmApiVersion(ref.api_version) ? TargetRefCheck{}
                                             : WrongApiVersion(ref, "helm.toolkit.fluxcd.io/v2");
  }
  std::vector<std::string> expected;
  for (const EngineAdapter* adapter : Engines()) {
    if (ref.kind == adapter->application_kind) {
      expected.emplace_back(kApplicationApiVersion);
    }
    if (ref.kind == adapter->operator_kind) {
      expected.push_back(fmt::format("{}/{}", adapter->operator_group, adapter->operator_version));
    }
  }
  if (!expected.empty()) {
    return std::ranges::find(expected, ref.api_version) != expected.end()
               ? TargetRefCheck{}
               : WrongApiVersion(ref, fmt::format("{}", fmt::join(expected, " or ")));
  }
  if (const std::string_view why = WhyUnsupported(ref.kind); !why.empty()) {
    return {.field = "kind",
            .message = fmt::format("cannot scale kind {}: {}", ref.kind, why),
            .unsupported = true};
  }
  return UnknownKind(ref);
}

}  // namespace gitscale
