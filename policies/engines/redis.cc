// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/engines/redis.h"

#include "policies/bytes.h"

namespace gitscale {
namespace {

/// Beside the server runs an exporter without resources. The size "" means no volume. Sentinels
/// have the same resources each, but their number never changes.
CostShape CostOfChart(Declaration declaration) {
  CostShape cost = ChartCost(declaration, "t1.nano", "1Gi");
  cost.volumes.front().empty_is_none = true;
  cost.extras = {{.when = {}, .default_container = true, .counts = {}}};
  return cost;
}

CostShape CostOfFailover() {
  const YamlPath claim = {"spec", "redis", "storage", "persistentVolumeClaim"};
  VolumeShape volume;
  volume.needs = claim;
  volume.size = claim;
  volume.size.insert(volume.size.end(), {"spec", "resources", "requests", "storage"});
  volume.storage_class = claim;
  volume.storage_class.insert(volume.storage_class.end(), {"spec", "storageClassName"});
  CostShape cost;
  cost.containers = {{.presence = ContainerShape::Presence::kAlways,
                      .where = {},
                      .resources = {"spec", "redis", "resources"}},
                     {.presence = ContainerShape::Presence::kIfTrue,
                      .where = {"spec", "redis", "exporter", "enabled"},
                      .resources = {"spec", "redis", "exporter", "resources"}},
                     {.presence = ContainerShape::Presence::kEachItem,
                      .where = {"spec", "redis", "extraContainers"},
                      .resources = {"resources"}}};
  cost.volumes = {volume};
  return cost;
}

EngineShape ChartShape(Declaration declaration) {
  return {.declaration = declaration,
          .replicas = ValuePath(declaration, {"replicas"}),
          .default_replicas = 2,
          .sync_counts = {},
          .own_autoscaling = ValuePath(declaration, {"autoscaling", "enabled"}),
          .requirements = {},
          .cost = CostOfChart(declaration)};
}

EngineShape OperatorShape() {
  return {.declaration = Declaration::kOperatorKind,
          .replicas = {"spec", "redis", "replicas"},
          .default_replicas = 3,
          .sync_counts = {},
          .own_autoscaling = {},
          .requirements = {},
          .cost = CostOfFailover()};
}

}  // namespace

const EngineAdapter& RedisAdapter() {
  static const EngineAdapter adapter{.engine = Engine::kRedis,
                                     .application_kind = "Redis",
                                     .release_prefix = "redis-",
                                     .chart = "redis",
                                     .chart_has_namesakes = true,
                                     .operator_group = kRedisGroup,
                                     .operator_version = "v1",
                                     .operator_kind = "RedisFailover",
                                     .primary_count = 1,
                                     .least_floor = 2,
                                     .allowed_counts = {},
                                     .removes_by_ordinal = true,
                                     .one_is_another_topology = {},
                                     .shapes = {ChartShape(Declaration::kApplication),
                                                ChartShape(Declaration::kHelmRelease),
                                                OperatorShape()}};
  return adapter;
}

}  // namespace gitscale
