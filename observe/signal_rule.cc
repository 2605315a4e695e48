// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/signal_rule.h"

namespace gitscale {

SignalRule RuleOf(Signal signal) {
  switch (signal) {
    case Signal::kReadConnections:
    case Signal::kReadActiveConnections:
    case Signal::kReadQueriesPerSecond:
      return {Role::kReplica, true};
    case Signal::kWriteBytesPerSecond:
      return {Role::kPrimary, false};
    case Signal::kReadCpuUtilization:
    case Signal::kReplicationLagSeconds:
    case Signal::kWalReceiverUp:
    case Signal::kUnset:
      break;
  }
  return {Role::kReplica, false};
}

}  // namespace gitscale
