// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "base/time.h"
#include "reconciler/observation.h"

namespace gitscale {

/// Why a window of load cannot be decided on, or nothing when it can.
///
/// standbys: how many should report (R), >= 1. In this order: the window's own fault; no steps;
/// newest sample of the R-th freshest standby older than two steps plus the latency offset
/// (kStaleSamples); fewer than 90 % of the steps with a sample of every standby
/// (kIncompleteWindow).
[[nodiscard]] std::optional<Reason> WindowFault(const SignalWindow& window,
                                                std::int32_t standbys,
                                                SysSeconds now);

/// Age of the newest sample of the R-th freshest standby, or of the least fresh one when fewer are
/// known; nothing when none is.
[[nodiscard]] std::optional<std::chrono::seconds> NewestAge(const SignalWindow& window,
                                                            std::int32_t standbys,
                                                            SysSeconds now);

/// Age from which on a window is stale: two steps plus the latency offset.
[[nodiscard]] std::chrono::seconds AgeLimit(const SignalWindow& window);

/// Steps in which at least `standbys` instances have a real sample.
[[nodiscard]] std::int32_t CoveredSteps(const SignalWindow& window, std::int32_t standbys);

/// End of step `index`.
[[nodiscard]] SysSeconds StepEnd(const SignalWindow& window, std::size_t index);

}  // namespace gitscale
