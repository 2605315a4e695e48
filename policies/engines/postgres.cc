// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/engines/postgres.h"

namespace gitscale {

const EngineAdapter& PostgresAdapter() {
  static const EngineAdapter adapter{
      .engine = Engine::kPostgres,
      .application_kind = "Postgres",
      .release_prefix = "postgres-",
      .chart = "postgres",
      .operator_group = "postgresql.cnpg.io",
      .operator_version = "v1",
      .operator_kind = "Cluster",
      .primary_count = 1,
      .least_floor = 1,
      .allowed_counts = {},
      .removes_by_ordinal = false,
      .shapes = {
          {.declaration = Declaration::kApplication,
           .replicas = {"spec", "replicas"},
           .default_replicas = 2,
           .sync_counts = {{"spec", "quorum", "minSyncReplicas"},
                           {"spec", "quorum", "maxSyncReplicas"}},
           .own_autoscaling = {"spec", "autoscaling", "enabled"}},
          {.declaration = Declaration::kHelmRelease,
           .replicas = {"spec", "values", "replicas"},
           .default_replicas = 2,
           .sync_counts = {{"spec", "values", "quorum", "minSyncReplicas"},
                           {"spec", "values", "quorum", "maxSyncReplicas"}},
           .own_autoscaling = {"spec", "values", "autoscaling", "enabled"}},
          {.declaration = Declaration::kOperatorKind,
           .replicas = {"spec", "instances"},
           .default_replicas = 1,
           .sync_counts = {{"spec", "minSyncReplicas"},
                           {"spec", "maxSyncReplicas"},
                           {"spec", "postgresql", "synchronous", "number"}},
           .own_autoscaling = {}},
      }};
  return adapter;
}

}  // namespace gitscale
