// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>
#include <string>

#include "policies/namespaces.h"
#include "policies/target_index.h"

namespace gitscale {

/// What a document declares, from its apiVersion, kind, names and chart; nothing when it is no
/// target. Path, document and route are left to the caller.
///
/// A Postgres application `db` is the release `postgres-db`. A HelmRelease is its own release name:
/// spec.releaseName, else [targetNamespace-]name as Flux composes it. A Cluster is its own name,
/// which is the release's when the chart made it.
///
/// Charts named mariadb, redis and mongodb are published by others too, with other values. A
/// HelmRelease of such a chart is taken for Cozystack's when its source is named cozy..., when it
/// names no source, or when it carries the label apps.cozystack.io/application.kind.
[[nodiscard]] std::optional<DeclaredTarget> DescribeTarget(const YamlNode& root,
                                                           const std::string& path,
                                                           NamespaceResolver& namespaces);

}  // namespace gitscale
