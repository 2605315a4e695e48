// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "policies/engines/engine.h"

namespace gitscale {

/// MongoDB, run by the Percona operator: as a Cozystack application, as a HelmRelease of its chart,
/// or as a PerconaServerMongoDB, whose first replica set is the one that is scaled.
///
/// A replica set votes, so counts are odd: 3, 5 or 7; the operator itself turns an even size into
/// the next odd one, and takes fewer than 3 only with an unsafe flag. With sharding on, the count
/// is not read at all. The published chart ships no exporter; platforms that add one say so with
/// the capability MongoDBExporter. Instances are a StatefulSet's, so the highest ordinals go first.
///
/// Sources: cozystack main of 2026-08-21, packages/apps/mongodb (values.yaml,
/// templates/mongodb.yaml); percona-server-mongodb-operator, pkg/apis/psmdb/v1/psmdb_defaults.go.
[[nodiscard]] const EngineAdapter& MongodbAdapter();

}  // namespace gitscale
