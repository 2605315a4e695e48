// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "cli/allocation_board.h"
#include "cli/configuration.h"
#include "cli/observer.h"
#include "cli/run_ports.h"
#include "cli/shell.h"
#include "policies/target.h"

namespace gitscale {

/// What the steps of one run share.
struct RunContext {
  const Configuration& configuration;
  RunPorts& ports;
  Shell& shell;
  Observer observer;
  AllocationBoard board;
  std::map<TargetKey, std::string> owners;  ///< the repository that scales a target
};

/// What the targets of a wave share, as measured so far.
[[nodiscard]] inline SharedRoom RoomOf(const RunContext& context) {
  const Limits& limits = context.configuration.limits;
  return {context.observer.quotas(),
          static_cast<std::int32_t>(limits.concurrent_scale_ups),
          static_cast<std::int32_t>(limits.concurrent_scale_ups_per_endpoint)};
}

}  // namespace gitscale
