// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>

#include "cli/allocation_board.h"
#include "cli/configuration.h"
#include "cli/load_step.h"
#include "cli/observer.h"
#include "cli/run_ports.h"
#include "cli/shell.h"
#include "reconciler/decide.h"

namespace gitscale {

/// What the steps of one run share.
struct RunContext {
  const Configuration& configuration;
  RunPorts& ports;
  Shell& shell;
  Observer observer;
  AllocationBoard board;
  TargetOwners owners;
  Detail detail = Detail::kTrace;

  /// What the targets of a wave share, as measured so far.
  [[nodiscard]] SharedRoom Room() const {
    return {.quotas = observer.quotas(),
            .scale_ups_per_namespace =
                static_cast<std::int32_t>(configuration.limits.concurrent_scale_ups),
            .scale_ups_per_endpoint =
                static_cast<std::int32_t>(configuration.limits.concurrent_scale_ups_per_endpoint)};
  }
};

}  // namespace gitscale
