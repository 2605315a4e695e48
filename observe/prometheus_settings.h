// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace gitscale {

/// One endpoint of the HTTP API that Prometheus and VictoriaMetrics share.
struct PrometheusSettings {
  std::string name;  ///< in the configuration; for messages
  std::string url;  ///< what /api/v1/... is appended to, "http://vmselect:8481/select/0/prometheus"
  std::string token_file;  ///< bearer token, read again at every request; empty: none
  std::string ca_file;     ///< for whoever makes the HttpClient: see HttpSettings
  std::string proxy;       ///< likewise

  /// How often the exporters are scraped. Too small: steps without samples, and the window is
  /// incomplete. Too large: coarser steps.
  std::chrono::seconds scrape_interval{30};

  /// Windows end this long before now. At least the server's own -search.latencyOffset, or its
  /// last steps repeat an older sample.
  std::chrono::seconds latency_offset{30};

  std::chrono::milliseconds timeout{30'000};  ///< per query

  /// A query stays under this; VictoriaMetrics refuses 16,384 bytes and more.
  std::size_t max_query_bytes = 16'000;

  std::chrono::seconds max_clock_skew{30};  ///< more than that between its clock and ours: no data

  /// Database users whose connections are no load: replication, the pooler's look-ups, exporters.
  std::vector<std::string> monitoring_users = {
      "streaming_replica", "cnpg_pooler_pgbouncer", "cnpg_metrics_exporter", "postgres_exporter"};

  /// Likewise by application name. CloudNativePG before 1.29.1 scrapes as "postgres", which may be
  /// a client's user too; its application name is its own.
  std::vector<std::string> monitoring_applications = {"cnpg_metrics_exporter", "postgres_exporter"};
};

}  // namespace gitscale
