// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "policies/engines/engine.h"

namespace gitscale {

/// PostgreSQL, run by CloudNativePG: as a Cozystack application, as a HelmRelease of its chart, or
/// as a CNPG Cluster.
///
/// Sources: cozystack main of 2026-08-21, packages/apps/postgres (values.yaml, templates/db.yaml);
/// CloudNativePG main of 2026-08, internal/webhook/v1/cluster_webhook.go: maxSyncReplicas <
/// instances, 0 <= minSyncReplicas <= maxSyncReplicas, and postgresql.synchronous excludes both.
/// CNPG removes the instance it chooses and never the primary, so no rule by ordinal.
[[nodiscard]] const EngineAdapter& PostgresAdapter();

}  // namespace gitscale
