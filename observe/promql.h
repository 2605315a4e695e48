// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
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

/// PromQL of one engine, as texts. Every one has gaps for selectors (selector.h) and yields series
/// by (namespace, instance_label). $step, $scrape: ranges that hold the samples of one step and of
/// one scrape interval; $recent: what a role may be judged by (one scrape, or a step); $resolution:
/// the scrape interval; $rate: long enough for a rate; $users, $apps: what monitors.
struct EnginePromql {
  Engine engine = Engine::kUnset;

  /// The label that names the instance, "pod" or one whose value begins with the pod's name and
  /// goes on with a domain or a port.
  std::string_view instance_label = "pod";

  /// 1: standby, 0: primary, no series: neither; only where $step has a sample. Where roles are
  /// series that come and go, $recent samples alone count: a primary is never taken for a standby
  /// because it was one before.
  std::string_view role;
  std::string_view freshness;  ///< Unix time of the newest role sample
  std::string_view up;         ///< 1: the server accepts connections; only where $step has a sample
  std::string_view container;  ///< name of the database container, for CPU
  /// 1 to n: the engine is in the middle of busy_names[value - 1]; empty: cannot be told.
  std::string_view busy;
  std::vector<std::string_view> busy_names;
  /// The text of a signal at the resolution of one scrape; empty: the engine does not have it.
  std::string_view (*signal)(Signal signal) = nullptr;
};

/// Null for an engine without queries. To add one: a file like promql_postgres.cc, and its line
/// here.
[[nodiscard]] const EnginePromql* PromqlOf(Engine engine);

[[nodiscard]] const EnginePromql& PostgresPromql();
[[nodiscard]] const EnginePromql& MariadbPromql();
[[nodiscard]] const EnginePromql& RedisPromql();
[[nodiscard]] const EnginePromql& MongodbPromql();

/// Roles in steps of that length.
[[nodiscard]] QueryText RoleQuery(const EnginePromql& promql,
                                  std::chrono::seconds step,
                                  std::chrono::seconds recent);
[[nodiscard]] QueryText FreshnessQuery(const EnginePromql& promql);
[[nodiscard]] QueryText UpQuery(const EnginePromql& promql, std::chrono::seconds range);
[[nodiscard]] std::optional<QueryText> BusyQuery(const EnginePromql& promql,
                                                 std::chrono::seconds range);

/// The CPU limit per instance, in cores, at any time in the last `range`.
[[nodiscard]] QueryText CpuLimitQuery(const EnginePromql& promql, std::chrono::seconds range);

/// The signal per instance and step; nothing when the engine does not have it.
[[nodiscard]] std::optional<QueryText> SignalQuery(const EnginePromql& promql,
                                                   Signal signal,
                                                   const QueryShape& shape);

}  // namespace gitscale
