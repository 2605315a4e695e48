// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "policies/engines/engine.h"

namespace gitscale {

/// MariaDB, run by mariadb-operator: as a Cozystack application, as a HelmRelease of its chart, or
/// as a MariaDB of k8s.mariadb.com.
///
/// One instance has no replication at all; going from one to two, and back, changes the topology
/// and moves the load balancer to another Service. A new replica starts from a backup of the
/// others: without spec.replication.replica.bootstrapFrom the operator refuses to scale out
/// (MariaDBScaleOutError). The published chart never sets it; platforms that patch the chart say so
/// with the capability MariaDBReplicaBootstrap. Instances are a StatefulSet's, so the highest
/// ordinals go first.
///
/// Sources: cozystack main of 2026-08-21, packages/apps/mariadb (values.yaml,
/// templates/mariadb.yaml); mariadb-operator docs/replication.md.
[[nodiscard]] const EngineAdapter& MariadbAdapter();

}  // namespace gitscale
