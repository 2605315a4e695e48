// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/join.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/quantity.h"
#include "observe/signal_rule.h"

namespace gitscale {
namespace {

/// Why a number cannot be used; nothing when it can.
std::optional<ReasonCode> ProblemOf(double value) {
  if (std::isnan(value)) {
    return ReasonCode::kNotANumber;
  }
  if (std::isinf(value)) {
    return ReasonCode::kInfinite;
  }
  if (value < 0) {
    return ReasonCode::kNegative;
  }
  return std::nullopt;
}

std::string_view Describe(ReasonCode problem) {
  switch (problem) {
    case ReasonCode::kNotANumber:
      return "not a number";
    case ReasonCode::kNegative:
      return "negative";
    default:
      return "infinite or too large";
  }
}

Reason ValueFault(ReasonCode problem, std::string_view pod, SysSeconds time, double value) {
  return {problem,
          fmt::format("pod '{}' has {} at {}, which is {}",
                      pod,
                      value,
                      FormatRfc3339(time),
                      Describe(problem))};
}

SysSeconds SecondsFrom(double unix_time) {
  return SysSeconds{std::chrono::seconds{static_cast<std::int64_t>(std::floor(unix_time))}};
}

/// Adds one instance's value to a step; false when it does not fit.
bool Add(SignalStep& step, double value) {
  const auto quantity = QuantityFromDouble(value);
  if (!quantity || __builtin_add_overflow(step.sum_milli, quantity->milli, &step.sum_milli)) {
    return false;
  }
  step.hottest_milli = std::max(step.hottest_milli, quantity->milli);
  ++step.present;
  return true;
}

/// The last role the window knows of, and the step it is from.
std::pair<Role, std::size_t> LastRole(const RoleTrack& track) {
  for (std::size_t i = track.roles.size(); i > 0; --i) {
    if (track.roles[i - 1] != Role::kUnknown) {
      return {track.roles[i - 1], i - 1};
    }
  }
  return {Role::kUnknown, 0};
}

std::vector<SysSeconds> NewestSamples(const PodRoles& roles, Role counted, const Grid& grid) {
  std::vector<SysSeconds> newest;
  for (const auto& [pod, track] : roles) {
    const auto [role, last] = LastRole(track);
    if (role == counted) {
      // Without the sample's own time, the start of its step: never fresher than it is.
      newest.push_back(track.newest.value_or(grid.End(last) - grid.step));
    }
  }
  std::ranges::sort(newest, std::greater());
  return newest;
}

/// Joins one instance into the steps. Answers a fault, or nothing.
std::optional<Reason> JoinInstance(Role counted,
                                   const Grid& grid,
                                   const std::string& pod,
                                   const RoleTrack& track,
                                   const StepValues* values,
                                   std::vector<SignalStep>& steps) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (track.roles[i] != counted) {
      continue;
    }
    const std::optional<double> value = values != nullptr ? (*values)[i] : std::nullopt;
    if (!value) {
      continue;
    }
    if (const auto problem = ProblemOf(*value)) {
      return ValueFault(*problem, pod, grid.End(i), *value);
    }
    if (!Add(steps[i], *value)) {
      return ValueFault(ReasonCode::kInfinite, pod, grid.End(i), *value);
    }
  }
  return std::nullopt;
}

SignalWindow EmptyWindow(const Grid& grid) {
  SignalWindow window;
  window.first_end = grid.first_end;
  window.step = grid.step;
  return window;
}

}  // namespace

Status SpreadValues(const Answer& answer,
                    const Grid& grid,
                    const PodIndex& index,
                    BatchAnswer& into) {
  std::set<std::pair<std::size_t, std::string_view>> seen;
  for (const Series& series : answer.series) {
    const auto slot = index.Find(series.ns, series.pod);
    if (!slot) {
      continue;
    }
    if (!seen.emplace(*slot, series.pod).second) {
      into.faults[*slot] =
          Reason{ReasonCode::kMalformedAnswer,
                 fmt::format("pod '{}' has two series, where one was asked for", series.pod)};
    }
    StepValues& values = into.values[*slot][series.pod];
    values.resize(static_cast<std::size_t>(grid.count));
    for (const Sample& sample : answer.SamplesOf(series)) {
      const auto step = grid.IndexOfEnd(sample.time_ms);
      if (!step) {
        return Fail(ErrorCode::kInvalidArgument,
                    fmt::format("pod '{}' has a sample at {} ms, where none was asked for",
                                series.pod,
                                sample.time_ms));
      }
      values[*step] = sample.value;
    }
  }
  return {};
}

RolesOfTarget RolesFrom(const PodValues& values, const PodValues& newest, const Grid& grid) {
  RolesOfTarget out;
  for (const auto& [pod, steps] : values) {
    RoleTrack& track = out.pods[pod];
    track.roles.assign(steps.size(), Role::kUnknown);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (!steps[i]) {
        continue;
      }
      const double value = *steps[i];
      if (value == 1) {
        track.roles[i] = Role::kReplica;
      } else if (value == 0) {
        track.roles[i] = Role::kPrimary;
      } else if (!out.fault) {
        const auto problem = ProblemOf(value);
        out.fault = problem ? ValueFault(*problem, pod, grid.End(i), value)
                            : Reason{ReasonCode::kMalformedAnswer,
                                     fmt::format("pod '{}' has {} at {}, expected 0 or 1",
                                                 pod,
                                                 value,
                                                 FormatRfc3339(grid.End(i)))};
        out.fault->message = "role: " + out.fault->message;
      }
    }
    const auto times = newest.find(pod);
    if (times != newest.end()) {
      for (const auto& time : times->second) {
        // Server times only: anything else leaves the instance without a newest sample.
        if (time && *time > 0 && *time < 253402300800.0) {
          track.newest = std::max(track.newest.value_or(SysSeconds{}), SecondsFrom(*time));
        }
      }
    }
  }
  return out;
}

SignalWindow JoinWindow(Signal signal,
                        const Grid& grid,
                        const PodRoles& roles,
                        const PodValues& values) {
  const Role counted = CountedRole(signal);
  std::vector<SignalStep> steps(static_cast<std::size_t>(grid.count));
  bool is_expected = false;
  bool has_series = false;
  for (const auto& [pod, track] : roles) {
    const auto series = values.find(pod);
    const StepValues* const found = series != values.end() ? &series->second : nullptr;
    if (std::ranges::find(track.roles, counted) == track.roles.end()) {
      continue;
    }
    is_expected = true;
    has_series = has_series || found != nullptr;
    if (auto fault = JoinInstance(counted, grid, pod, track, found, steps)) {
      return FaultyWindow(signal, grid, std::move(*fault));
    }
  }
  if (is_expected && !has_series) {
    return FaultyWindow(
        signal, grid, {ReasonCode::kNoSeries, "the instances report their role, but not this"});
  }
  SignalWindow window = EmptyWindow(grid);
  window.steps = std::move(steps);
  window.newest_samples = NewestSamples(roles, counted, grid);
  return window;
}

SignalWindow FaultyWindow(Signal signal, const Grid& grid, Reason fault) {
  SignalWindow window = EmptyWindow(grid);
  fault.message = fmt::format("{}: {}", SignalName(signal), fault.message);
  window.fault = std::move(fault);
  return window;
}

}  // namespace gitscale
