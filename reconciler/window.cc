// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/window.h"

#include <algorithm>

#include <fmt/format.h>

namespace gitscale {

std::int32_t CoveredSteps(const SignalWindow& window, std::int32_t standbys) {
  return static_cast<std::int32_t>(std::ranges::count_if(
      window.steps, [&](const SignalStep& step) { return step.present >= standbys; }));
}

SysSeconds StepEnd(const SignalWindow& window, std::size_t index) {
  return window.first_end + window.step * static_cast<std::int64_t>(index);
}

std::optional<Reason> WindowFault(const SignalWindow& window,
                                  std::int32_t standbys,
                                  SysSeconds now) {
  if (window.fault) {
    return window.fault;
  }
  if (window.steps.empty()) {
    return Reason{ReasonCode::kNoSeries, "no samples at all"};
  }
  const auto wanted = static_cast<std::size_t>(standbys);
  // With fewer standbys seen than should report, the freshest one speaks here and coverage judges
  // the rest.
  const std::size_t judged = std::min(wanted, window.newest_samples.size());
  if (judged > 0) {
    const std::chrono::seconds age =
        std::max(std::chrono::seconds{0}, now - window.newest_samples.at(judged - 1));
    const std::chrono::seconds limit = 2 * window.step + window.latency_offset;
    if (age > limit) {
      return Reason{ReasonCode::kStaleSamples,
                    fmt::format("newest sample of a standby is {} old, limit {}",
                                FormatDuration(age),
                                FormatDuration(limit))};
    }
  }
  const std::int32_t covered = CoveredSteps(window, standbys);
  const auto steps = static_cast<std::int32_t>(window.steps.size());
  if (std::int64_t{covered} * 10 < std::int64_t{steps} * 9) {
    return Reason{ReasonCode::kIncompleteWindow,
                  fmt::format("{} of {} steps have a sample of all {} standbys, 90 % are needed",
                              covered,
                              steps,
                              standbys)};
  }
  return std::nullopt;
}

}  // namespace gitscale
