// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/engines/presets.h"

#include <algorithm>
#include <array>

namespace gitscale {
namespace {

constexpr auto kPresets = std::to_array<ResourcePreset>({
#include "policies/engines/resource_presets.inc"
});

}  // namespace

std::span<const ResourcePreset> ResourcePresets() {
  return kPresets;
}

const ResourcePreset* FindResourcePreset(std::string_view name) {
  const auto* found = std::ranges::find(kPresets, name, &ResourcePreset::name);
  return found == kPresets.end() ? nullptr : found;
}

}  // namespace gitscale
