// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>
#include <string_view>

namespace gitscale {

/// What can be measured about a target. The first four are the metric types a policy may name; the
/// others are read for the guardrails. Each has one unit everywhere.
enum class Signal {
  kUnset,
  kReadConnections,  ///< client connections to a standby, idle ones too, monitoring users excluded
  kReadActiveConnections,  ///< those that are executing
  kReadCpuUtilization,     ///< percent of one instance's CPU limit
  kReadQueriesPerSecond,   ///< queries (transactions for PostgreSQL) per second on a standby
  kReplicationLagSeconds,  ///< seconds a standby is behind
  kWriteBytesPerSecond,    ///< bytes of log the primary writes per second
  kWalReceiverUp,          ///< 1: the standby is streaming, 0: it is not
};

/// "ReadConnections", "ReadCPUUtilization", ...: the name in policies, recorded files, messages.
[[nodiscard]] std::string_view SignalName(Signal signal);

/// By exact name; nothing for an unknown one.
[[nodiscard]] std::optional<Signal> SignalFromName(std::string_view name);

/// True for the types a DatabaseHorizontalAutoscaler may scale on.
[[nodiscard]] bool IsPolicyMetric(Signal signal);

/// For messages: "connections", "% of CPU limit", "queries/s", "s", "bytes/s".
[[nodiscard]] std::string_view SignalUnit(Signal signal);

}  // namespace gitscale
