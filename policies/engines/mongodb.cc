// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/engines/mongodb.h"

#include <initializer_list>
#include <utility>

#include "policies/bytes.h"

namespace gitscale {
namespace {

/// Backups run an agent without resources in every pod; `external` gives every pod a Service of its
/// own.
CostShape CostOfChart(Declaration declaration) {
  CostShape cost = ChartCost(declaration, "t1.small", "10Gi");
  cost.extras = {{.when = ValuePath(declaration, {"backup", "enabled"}),
                  .default_container = true,
                  .counts = {}},
                 {.when = ValuePath(declaration, {"external"}),
                  .default_container = false,
                  .counts = {"services", "services.loadbalancers", "services.nodeports"}}};
  return cost;
}

CostShape CostOfReplicaSet() {
  const YamlPath set = {"spec", "replsets", "0"};
  const auto in_set = [&](std::initializer_list<std::string_view> rest) {
    YamlPath path = set;
    path.insert(path.end(), rest.begin(), rest.end());
    return path;
  };
  VolumeShape volume;
  volume.needs = in_set({"volumeSpec", "persistentVolumeClaim"});
  volume.size = in_set({"volumeSpec", "persistentVolumeClaim", "resources", "requests", "storage"});
  volume.storage_class = in_set({"volumeSpec", "persistentVolumeClaim", "storageClassName"});
  CostShape cost;
  cost.containers = {{.presence = ContainerShape::Presence::kAlways,
                      .where = {},
                      .resources = in_set({"resources"})},
                     {.presence = ContainerShape::Presence::kEachItem,
                      .where = in_set({"sidecars"}),
                      .resources = {"resources"}},
                     {.presence = ContainerShape::Presence::kIfTrue,
                      .where = {"spec", "pmm", "enabled"},
                      .resources = {"spec", "pmm", "resources"}},
                     {.presence = ContainerShape::Presence::kIfTrue,
                      .where = {"spec", "backup", "enabled"},
                      .resources = {"spec", "backup", "resources"}}};
  cost.volumes = {volume};
  return cost;
}

Requirement NoSharding(YamlPath place) {
  return {.must_be_off = true,
          .places = {std::move(place)},
          .capability = Capability::kUnset,
          .otherwise = "sharding is on, and a shard more moves data that nobody asked to move"};
}

EngineShape ChartShape(Declaration declaration) {
  return {.declaration = declaration,
          .replicas = ValuePath(declaration, {"replicas"}),
          .default_replicas = 3,
          .sync_counts = {},
          .own_autoscaling = ValuePath(declaration, {"autoscaling", "enabled"}),
          .requirements = {NoSharding(ValuePath(declaration, {"sharding"})),
                           {.must_be_off = false,
                            .places = {},
                            .capability = Capability::kMongoDBExporter,
                            .otherwise = "nothing measures it: the chart ships no exporter"}},
          .cost = CostOfChart(declaration)};
}

EngineShape OperatorShape() {
  return {.declaration = Declaration::kOperatorKind,
          .replicas = {"spec", "replsets", "0", "size"},
          .default_replicas = 3,
          .sync_counts = {},
          .own_autoscaling = {},
          .requirements = {NoSharding({"spec", "sharding", "enabled"}),
                           {.must_be_off = false,
                            .places = {{"spec", "pmm", "enabled"},
                                       {"spec", "replsets", "0", "sidecars"}},
                            .capability = Capability::kMongoDBExporter,
                            .otherwise = "nothing measures it"}},
          .cost = CostOfReplicaSet()};
}

}  // namespace

const EngineAdapter& MongodbAdapter() {
  static const EngineAdapter adapter{.engine = Engine::kMongodb,
                                     .application_kind = "MongoDB",
                                     .release_prefix = "mongodb-",
                                     .chart = "mongodb",
                                     .chart_has_namesakes = true,
                                     .operator_group = kMongodbGroup,
                                     .operator_version = "v1",
                                     .operator_kind = "PerconaServerMongoDB",
                                     .primary_count = 1,
                                     .least_floor = 3,
                                     .allowed_counts = {3, 5, 7},
                                     .removes_by_ordinal = true,
                                     .one_is_another_topology = {},
                                     .shapes = {ChartShape(Declaration::kApplication),
                                                ChartShape(Declaration::kHelmRelease),
                                                OperatorShape()}};
  return adapter;
}

}  // namespace gitscale
