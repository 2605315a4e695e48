// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/engines/mariadb.h"

#include "policies/bytes.h"

namespace gitscale {
namespace {

CostShape CostOfMariadb() {
  VolumeShape volume;
  volume.unless = {"spec", "storage", "ephemeral"};
  volume.size = {"spec", "storage", "size"};
  volume.storage_class = {"spec", "storage", "storageClassName"};
  CostShape cost;
  cost.containers = {{.presence = ContainerShape::Presence::kAlways,
                      .where = {},
                      .resources = {"spec", "resources"}},
                     {.presence = ContainerShape::Presence::kEachItem,
                      .where = {"spec", "sidecarContainers"},
                      .resources = {"resources"}}};
  cost.volumes = {volume};
  return cost;
}

/// The chart turns replication on by itself whenever there is more than one instance.
EngineShape ChartShape(Declaration declaration) {
  return {.declaration = declaration,
          .replicas = ValuePath(declaration, {"replicas"}),
          .default_replicas = 2,
          .sync_counts = {},
          .own_autoscaling = ValuePath(declaration, {"autoscaling", "enabled"}),
          .requirements = {{.must_be_off = false,
                            .places = {},
                            .capability = Capability::kMariaDBReplicaBootstrap,
                            .otherwise = "the operator cannot bootstrap a new replica: the chart "
                                         "sets no replication.replica.bootstrapFrom"}},
          .cost = ChartCost(declaration, "t1.nano", "10Gi")};
}

EngineShape OperatorShape() {
  return {.declaration = Declaration::kOperatorKind,
          .replicas = {"spec", "replicas"},
          .default_replicas = 1,
          .sync_counts = {},
          .own_autoscaling = {},
          .requirements = {{.must_be_off = false,
                            .places = {{"spec", "replication", "enabled"}},
                            .capability = Capability::kUnset,
                            .otherwise = "replication is off, so no instance is a standby"},
                           {.must_be_off = false,
                            .places = {{"spec", "replication", "replica", "bootstrapFrom"}},
                            .otherwise = "the operator cannot bootstrap a new replica"}},
          .cost = CostOfMariadb()};
}

}  // namespace

const EngineAdapter& MariadbAdapter() {
  static const EngineAdapter adapter{
      .engine = Engine::kMariadb,
      .application_kind = "MariaDB",
      .release_prefix = "mariadb-",
      .chart = "mariadb",
      .chart_has_namesakes = true,
      .operator_group = kMariadbGroup,
      .operator_version = "v1alpha1",
      .operator_kind = "MariaDB",
      .primary_count = 1,
      .least_floor = 2,
      .allowed_counts = {},
      .removes_by_ordinal = true,
      .one_is_another_topology =
          "a single MariaDB has no replication, and turning that on or off moves its clients to "
          "another Service; set it to 2 by hand",
      .shapes = {ChartShape(Declaration::kApplication),
                 ChartShape(Declaration::kHelmRelease),
                 OperatorShape()}};
  return adapter;
}

}  // namespace gitscale
