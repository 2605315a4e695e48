// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/engines/redis.h"

#include "policies/bytes.h"

namespace gitscale {
namespace {

EngineShape ChartShape(Declaration declaration) {
  return {.declaration = declaration,
          .replicas = ValuePath(declaration, {"replicas"}),
          .default_replicas = 2,
          .sync_counts = {},
          .own_autoscaling = ValuePath(declaration, {"autoscaling", "enabled"}),
          .requirements = {}};
}

EngineShape OperatorShape() {
  return {.declaration = Declaration::kOperatorKind,
          .replicas = {"spec", "redis", "replicas"},
          .default_replicas = 3,
          .sync_counts = {},
          .own_autoscaling = {},
          .requirements = {}};
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
