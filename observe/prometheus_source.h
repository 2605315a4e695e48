// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <memory>

#include "base/http.h"
#include "base/time.h"
#include "observe/prometheus_settings.h"
#include "reconciler/measure.h"

namespace gitscale {

/// Metrics by the HTTP API of Prometheus and VictoriaMetrics (single and cluster).
///
/// One query asks the server's clock (its Date header), which is the reading's `now`; when it
/// fails, nothing else is sent and the reading has a fault. Then, per engine and window length, one
/// query for roles and one for freshness, and per signal and fold one for values (CPU: one more for
/// the limits); each in as many chunks as `max_query_bytes` needs. Targets are told apart in the
/// answer.
///
/// Windows end at the last multiple of their step that is at least `latency_offset` old. A step of
/// an instance is present when its role series has a real sample inside it, never by the server's
/// lookback. Steps longer than a scrape are folded on the server, from one value per scrape.
///
/// Every failure is the reason of its windows: see join.h and prometheus_client.h; besides,
/// kEmptyAnswer (no role series of any target), kNoSeries (of this one), kNoCpuLimit (an instance
/// without a CPU limit), kUnsupportedSignal (an engine or signal without a query).
///
/// Keeps references: http and clock must outlive the source. Not thread-safe.
[[nodiscard]] std::unique_ptr<MetricSource> MakePrometheusSource(PrometheusSettings settings,
                                                                 HttpClient& http,
                                                                 const Clock& clock);

}  // namespace gitscale
