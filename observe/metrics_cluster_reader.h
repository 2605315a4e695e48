// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <memory>

#include "base/http.h"
#include "base/time.h"
#include "observe/prometheus_settings.h"
#include "reconciler/measure.h"

namespace gitscale {

/// The cluster as its exporters and kube-state-metrics see it, for where no API access is given.
///
/// instances: the pods that kube-state-metrics lists; where it lists none of a target, those whose
/// exporter was heard in the last ten scrapes before now - latency_offset. With their newest role;
/// ready when their exporter said in the last two scrapes that the server is up. Without
/// kube-state-metrics, a pod that has not started its exporter is not seen, and one that fell
/// silent counts as gone after ten scrapes: a removed instance looks the same. requested_replicas:
/// of the engine's StatefulSet, where it has one and kube-state-metrics lists it. busy: what the
/// exporter says the engine is in the middle of. operational and suspended stay unknown. Fault:
/// kClusterStateUnknown, when nothing is known of a target, whatever the cause; the message says
/// it. quotas: see ReadQuotas.
///
/// Up to six queries per engine and chunk, one for quotas and one for the server's clock. Keeps
/// references.
[[nodiscard]] std::unique_ptr<ClusterReader> MakeMetricsClusterReader(PrometheusSettings settings,
                                                                      HttpClient& http,
                                                                      const Clock& clock);

}  // namespace gitscale
