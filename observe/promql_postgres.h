// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "observe/selector.h"
#include "policies/signal.h"
#include "policies/target.h"
#include "reconciler/observation.h"

namespace gitscale {

/// What shapes a query besides the signal.
///
/// step: of the window; a multiple of scrape. monitoring_users, monitoring_applications: database
/// users and application names whose connections are no load.
struct QueryShape {
  std::chrono::seconds step{30};
  std::chrono::seconds scrape{30};
  Fold fold = Fold::kLargest;
  std::vector<std::string> monitoring_users;
  std::vector<std::string> monitoring_applications;
};

/// PromQL of one engine. Every text has "$targets" gaps and yields series by (namespace, pod).
struct EnginePromql {
  Engine engine = Engine::kUnset;

  /// 1: standby, 0: primary; only where the last `range` before the evaluation time has a sample.
  QueryText (*role)(std::chrono::seconds range) = nullptr;

  /// Unix time of the newest role sample.
  QueryText (*freshness)() = nullptr;

  /// The signal per instance and step; nothing when the engine does not have it.
  std::optional<QueryText> (*value)(Signal signal, const QueryShape& shape) = nullptr;

  /// The CPU limit per instance, in cores, at any time in the last `range`.
  QueryText (*cpu_limit)(std::chrono::seconds range) = nullptr;

  /// 1: the server accepts connections; only where the last `range` has a sample.
  QueryText (*up)(std::chrono::seconds range) = nullptr;
};

/// CloudNativePG's exporter, cAdvisor and kube-state-metrics.
[[nodiscard]] const EnginePromql& PostgresPromql();

/// Null for an engine without queries. To add one: a file like promql_postgres.cc, and its line
/// here.
[[nodiscard]] const EnginePromql* PromqlOf(Engine engine);

}  // namespace gitscale
