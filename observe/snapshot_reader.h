// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "reconciler/measure.h"

namespace gitscale {

/// The cluster as a JSON file says it is:
///
///     {"apiVersion": "snapshot.gitscale.io/v1alpha1", "kind": "ClusterSnapshot",
///      "time": "2026-08-21T09:30:00Z",
///      "workloads": [{"engine": "postgres", "namespace": "tenant-acme", "name": "postgres-db",
///                     "requestedReplicas": 3, "operational": true, "suspended": false,
///                     "instances": [{"pod": "postgres-db-1", "role": "primary", "ready": true}]}],
///      "quotas": [{"namespace": "tenant-acme", "name": "tenant-quota",
///                  "hard": {"limits.cpu": "8"}, "used": {"limits.cpu": "1500m"}}]}
///
/// requestedReplicas, operational, suspended and quotas may be left out: then they are unknown. An
/// empty list of quotas says that there are none. Of several that limit a resource of a namespace
/// the one with the least room counts. role: primary, replica or unknown. Read once;
/// TargetKey::cluster is not compared, a file is one cluster. A target that is not in it has the
/// fault kClusterStateUnknown. as_of: its time.
///
/// Errors: those of ReadFile(); kInvalidArgument naming file and place ("cluster.json:
/// workloads[0].instances[1].role: ...") for unknown or missing keys, wrong types and values, and a
/// workload or pod that stands twice.
[[nodiscard]] Result<std::unique_ptr<ClusterReader>> LoadSnapshotReader(const std::string& path);

/// Likewise, from the text itself. `path` is for messages.
[[nodiscard]] Result<std::unique_ptr<ClusterReader>> ParseSnapshot(std::string_view text,
                                                                   const std::string& path);

}  // namespace gitscale
