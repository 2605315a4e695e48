// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <span>
#include <string_view>

namespace gitscale {

/// Limits of one container under a named preset, as Kubernetes quantities. The old flat names
/// ("medium") are presets of their own with the amounts they always had: `medium` is half the CPU
/// of `c1.medium`.
struct ResourcePreset {
  std::string_view name;
  std::string_view cpu;
  std::string_view memory;
  std::string_view ephemeral_storage;
};

/// In the order of the published ladder; resource_presets.inc says of which revision.
[[nodiscard]] std::span<const ResourcePreset> ResourcePresets();

/// Null when there is none of that name.
[[nodiscard]] const ResourcePreset* FindResourcePreset(std::string_view name);

}  // namespace gitscale
