// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <memory>

#include "base/http.h"
#include "base/time.h"
#include "observe/prometheus_settings.h"
#include "reconciler/measure.h"

namespace gitscale {

/// The cluster as its exporters see it, for where no API access is given.
///
/// instances: pods with a role sample in the last ten scrapes before now - latency_offset, with
/// their newest role; ready when their exporter said in the last two scrapes that the server is up.
/// A pod that has not started its exporter is not seen, and a removed one stays, not ready, for
/// ten scrapes: both delay a convergence, neither invents one. requested_replicas, operational and
/// suspended stay unknown. Fault: kClusterStateUnknown, when nothing is known of a target, whatever
/// the cause; the message says it.
///
/// Two queries per engine and chunk, and one for the server's clock. Keeps references.
[[nodiscard]] std::unique_ptr<ClusterReader> MakeMetricsClusterReader(PrometheusSettings settings,
                                                                      HttpClient& http,
                                                                      const Clock& clock);

}  // namespace gitscale
