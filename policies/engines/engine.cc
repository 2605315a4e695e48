// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/engines/engine.h"

#include <algorithm>

#include "base/check.h"

namespace gitscale {

const EngineShape& EngineAdapter::ShapeOf(Declaration declaration) const {
  const auto found = std::ranges::find(shapes, declaration, &EngineShape::declaration);
  CHECK(found != shapes.end());
  return *found;
}

std::int32_t QuorumFloor(const EngineAdapter& adapter, std::int32_t largest_sync) {
  const std::int32_t for_quorum = largest_sync > 0 ? adapter.primary_count + largest_sync : 0;
  return std::max({for_quorum, adapter.least_floor, adapter.primary_count});
}

YamlPath ValuePath(Declaration declaration, std::initializer_list<std::string_view> path) {
  YamlPath whole = {"spec"};
  if (declaration == Declaration::kHelmRelease) {
    whole.emplace_back("values");
  }
  whole.insert(whole.end(), path.begin(), path.end());
  return whole;
}

CostShape ChartCost(Declaration declaration,
                    std::string_view default_preset,
                    std::string_view default_size) {
  CostShape cost;
  cost.chart = ChartResources{.resources = ValuePath(declaration, {"resources"}),
                              .preset = ValuePath(declaration, {"resourcesPreset"}),
                              .default_preset = default_preset};
  VolumeShape& volume = cost.volumes.emplace_back();
  volume.size = ValuePath(declaration, {"size"});
  volume.default_size = default_size;
  volume.storage_class = ValuePath(declaration, {"storageClass"});
  return cost;
}

}  // namespace gitscale
