// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include <tl/expected.hpp>

#include "base/http.h"
#include "base/time.h"
#include "observe/answer_parser.h"
#include "observe/grid.h"
#include "observe/prometheus_settings.h"
#include "reconciler/reason.h"

namespace gitscale {

/// Asks one endpoint. A failure is the reason it gives a window: kMetricsTimeout,
/// kMetricsUnavailable, kMalformedAnswer or kPartialAnswer, in a message that names the endpoint.
///
/// After two queries in a row that got no answer at all the endpoint counts as gone, and the others
/// fail at once with the same reason: a hung server costs two timeouts, not one per query.
class PrometheusClient {
 public:
  template <typename T>
  using Outcome = tl::expected<T, Reason>;

  /// Keeps references: both must outlive it.
  PrometheusClient(const PrometheusSettings& settings, HttpClient& http)
      : settings_(settings), http_(http) {}

  /// The server's clock, from the Date header of a query that costs it nothing. Also kClockSkew,
  /// when it is too far from `local`.
  [[nodiscard]] Outcome<SysSeconds> ServerTime(SysSeconds local);

  /// A range query over the steps of `grid`. A partial answer is a failure.
  [[nodiscard]] Outcome<Answer> Query(const std::string& promql, const Grid& grid);

  /// How many were sent.
  [[nodiscard]] std::int64_t queries() const { return queries_; }

 private:
  [[nodiscard]] Outcome<HttpResponse> Post(const std::string& promql, const Grid& grid);
  [[nodiscard]] Outcome<HttpResponse> Send(const std::string& promql, const Grid& grid);
  [[nodiscard]] Outcome<Answer> Read(const HttpResponse& response) const;

  const PrometheusSettings& settings_;
  HttpClient& http_;
  std::int64_t queries_ = 0;
  int unanswered_ = 0;  ///< in a row
  Reason last_failure_;
};

}  // namespace gitscale
