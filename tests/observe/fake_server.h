// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "observe/prometheus_settings.h"
#include "tests/observe/fakes.h"

/// What a metrics server answers, as far as the tests of its readers need it.
namespace gitscale {

inline const SysSeconds kNow = *ParseRfc3339("2026-08-21T09:30:00Z");

inline PrometheusSettings Settings() {
  PrometheusSettings settings;
  settings.name = "main";
  settings.url = "http://metrics.example/prometheus/";
  return settings;
}

inline HttpResponse Json(std::string body, int status = 200) {
  return {status, {{"date", HttpDate(kNow)}}, std::move(body)};
}

inline std::string Matrix(const std::string& series) {
  return R"({"status":"success","data":{"resultType":"matrix","result":[)" + series + "]}}";
}

/// A series with this value at every step that was asked for.
inline std::string Everywhere(const HttpRequest& request,
                              const std::string& ns,
                              const std::string& pod,
                              const std::string& value) {
  const std::int64_t start = std::stoll(FormField(request.body, "start"));
  const std::int64_t end = std::stoll(FormField(request.body, "end"));
  const std::int64_t step = std::stoll(FormField(request.body, "step"));
  std::string values;
  for (std::int64_t at = start; at <= end; at += step) {
    values += fmt::format(R"({}[{},"{}"])", values.empty() ? "" : ",", at, value);
  }
  return fmt::format(
      R"({{"metric":{{"namespace":"{}","pod":"{}"}},"values":[{}]}})", ns, pod, values);
}

inline bool IsProbe(const HttpRequest& request) {
  return FormField(request.body, "query") == "vector(1)";
}

inline bool IsRole(const HttpRequest& request) {
  return FormField(request.body, "query")
      .starts_with("max by (namespace,pod)(last_over_time(cnpg_pg_replication_in_recovery");
}

inline bool IsFreshness(const HttpRequest& request) {
  return FormField(request.body, "query").find("timestamp(") != std::string::npos;
}

}  // namespace gitscale
