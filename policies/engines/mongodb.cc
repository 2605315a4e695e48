// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/engines/mongodb.h"

#include <utility>

#include "policies/bytes.h"

namespace gitscale {
namespace {

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
                            .otherwise = "nothing measures it: the chart ships no exporter"}}};
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
                            .otherwise = "nothing measures it"}}};
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
