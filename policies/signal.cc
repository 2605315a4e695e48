// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/signal.h"

#include <algorithm>
#include <array>

namespace gitscale {
namespace {

struct Row {
  Signal signal;
  std::string_view name;
  std::string_view unit;
  bool is_policy_metric;
};

constexpr std::array<Row, 7> kRows = {{
    {Signal::kReadConnections, "ReadConnections", "connections", true},
    {Signal::kReadActiveConnections, "ReadActiveConnections", "connections", true},
    {Signal::kReadCpuUtilization, "ReadCPUUtilization", "% of CPU limit", true},
    {Signal::kReadQueriesPerSecond, "ReadQueriesPerSecond", "queries/s", true},
    {Signal::kReplicationLagSeconds, "ReplicationLagSeconds", "s", false},
    {Signal::kWriteBytesPerSecond, "WriteBytesPerSecond", "bytes/s", false},
    {Signal::kWalReceiverUp, "WalReceiverUp", "", false},
}};

const Row* Find(Signal signal) {
  const auto* row = std::ranges::find(kRows, signal, &Row::signal);
  return row == kRows.end() ? nullptr : row;
}

}  // namespace

std::string_view SignalName(Signal signal) {
  const Row* row = Find(signal);
  return row == nullptr ? "Unset" : row->name;
}

std::optional<Signal> SignalFromName(std::string_view name) {
  const auto* row = std::ranges::find(kRows, name, &Row::name);
  return row == kRows.end() ? std::nullopt : std::optional(row->signal);
}

bool IsPolicyMetric(Signal signal) {
  const Row* row = Find(signal);
  return row != nullptr && row->is_policy_metric;
}

std::string_view SignalUnit(Signal signal) {
  const Row* row = Find(signal);
  return row == nullptr ? "" : row->unit;
}

}  // namespace gitscale
