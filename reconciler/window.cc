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

std::optional<std::chrono::seconds> NewestAge(const SignalWindow& window,
                                              std::int32_t standbys,
                                              SysSeconds now) {
  const std::size_t judged =
      std::min(static_cast<std::size_t>(std::max(0, standbys)), window.newest_samples.size());
  if (judged == 0) {
    return std::nullopt;
  }
  return std::max(std::chrono::seconds{0}, now - window.newest_samples.at(judged - 1));
}

std::chrono::seconds AgeLimit(const SignalWindow& window) {
  return 2 * window.step + window.latency_offset;
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
  // With fewer standbys seen than should report, coverage judges the missing ones.
  if (const auto age = NewestAge(window, standbys, now); age && *age > AgeLimit(window)) {
    return Reason{ReasonCode::kStaleSamples,
                  fmt::format("newest sample of a standby is {} old, limit {}",
                              FormatDuration(*age),
                              FormatDuration(AgeLimit(window)))};
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
