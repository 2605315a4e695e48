// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/cluster_traits.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gitscale {
namespace {

constexpr std::array<std::pair<Capability, std::string_view>, 2> kCapabilities = {{
    {Capability::kMariaDBReplicaBootstrap, "MariaDBReplicaBootstrap"},
    {Capability::kMongoDBExporter, "MongoDBExporter"},
}};

}  // namespace

std::string_view CapabilityName(Capability capability) {
  const auto* row =
      std::ranges::find(kCapabilities, capability, [](const auto& pair) { return pair.first; });
  return row == kCapabilities.end() ? "Unset" : row->second;
}

std::optional<Capability> CapabilityFromName(std::string_view name) {
  const auto* row =
      std::ranges::find(kCapabilities, name, [](const auto& pair) { return pair.second; });
  return row == kCapabilities.end() ? std::nullopt : std::optional(row->first);
}

std::vector<std::string_view> CapabilityNames() {
  std::vector<std::string_view> names;
  names.reserve(kCapabilities.size());
  for (const auto& [capability, name] : kCapabilities) {
    names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace gitscale
