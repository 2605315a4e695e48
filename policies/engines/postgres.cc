// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/engines/postgres.h"

#include "policies/bytes.h"

namespace gitscale {

namespace {

/// A new instance is cloned by a Job whose pod is gone, but not deleted, when the instance starts.
ExtraShape JoinJob() {
  return {.when = {}, .default_container = false, .counts = {"count/pods", "count/jobs.batch"}};
}

CostShape CostOfChart(Declaration declaration) {
  CostShape cost = ChartCost(declaration, "t1.micro", "10Gi");
  cost.extras = {JoinJob()};
  return cost;
}

CostShape CostOfCluster() {
  VolumeShape data;
  data.size = {"spec", "storage", "size"};
  data.storage_class = {"spec", "storage", "storageClass"};
  VolumeShape wal;
  wal.needs = {"spec", "walStorage"};
  wal.size = {"spec", "walStorage", "size"};
  wal.storage_class = {"spec", "walStorage", "storageClass"};
  VolumeShape tablespaces;
  tablespaces.each_of = {"spec", "tablespaces"};
  tablespaces.size = {"storage", "size"};
  tablespaces.storage_class = {"storage", "storageClass"};
  CostShape cost;
  cost.containers = {{.presence = ContainerShape::Presence::kAlways,
                      .where = {},
                      .resources = {"spec", "resources"}}};
  cost.volumes = {data, wal, tablespaces};
  cost.extras = {JoinJob()};
  return cost;
}

EngineShape ChartShape(Declaration declaration) {
  return {.declaration = declaration,
          .replicas = ValuePath(declaration, {"replicas"}),
          .default_replicas = 2,
          .sync_counts = {ValuePath(declaration, {"quorum", "minSyncReplicas"}),
                          ValuePath(declaration, {"quorum", "maxSyncReplicas"})},
          .own_autoscaling = ValuePath(declaration, {"autoscaling", "enabled"}),
          .requirements = {},
          .cost = CostOfChart(declaration)};
}

EngineShape OperatorShape() {
  return {.declaration = Declaration::kOperatorKind,
          .replicas = {"spec", "instances"},
          .default_replicas = 1,
          .sync_counts = {{"spec", "minSyncReplicas"},
                          {"spec", "maxSyncReplicas"},
                          {"spec", "postgresql", "synchronous", "number"}},
          .own_autoscaling = {},
          .requirements = {},
          .cost = CostOfCluster()};
}

}  // namespace

const EngineAdapter& PostgresAdapter() {
  static const EngineAdapter adapter{.engine = Engine::kPostgres,
                                     .application_kind = "Postgres",
                                     .release_prefix = "postgres-",
                                     .chart = "postgres",
                                     .chart_has_namesakes = false,
                                     .operator_group = kCnpgGroup,
                                     .operator_version = "v1",
                                     .operator_kind = "Cluster",
                                     .primary_count = 1,
                                     .least_floor = 1,
                                     .allowed_counts = {},
                                     .removes_by_ordinal = false,
                                     .one_is_another_topology = {},
                                     .shapes = {ChartShape(Declaration::kApplication),
                                                ChartShape(Declaration::kHelmRelease),
                                                OperatorShape()}};
  return adapter;
}

}  // namespace gitscale
