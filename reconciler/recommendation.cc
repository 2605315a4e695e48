// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/recommendation.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/check.h"
#include "reconciler/formula.h"
#include "reconciler/window.h"

namespace gitscale {
namespace {

enum class Direction { kUp, kDown, kTwice };

const SignalWindow& WindowOf(const MetricObservation& metric, Direction direction) {
  switch (direction) {
    case Direction::kUp:
      return metric.up;
    case Direction::kDown:
      return metric.down;
    case Direction::kTwice:
      break;
  }
  return metric.twice;
}

/// load + missing * target, at most what 64 bits hold.
MilliQuantity LoadOf(const SignalStep& step,
                     MilliQuantity target,
                     std::int32_t standbys,
                     Direction direction) {
  const std::int64_t missing = std::max(0, standbys - step.present);
  std::int64_t load = step.sum_milli;
  std::int64_t assumed = 0;
  if (direction != Direction::kUp && (__builtin_mul_overflow(missing, target.milli, &assumed) ||
                                      __builtin_add_overflow(load, assumed, &load))) {
    load = std::numeric_limits<std::int64_t>::max();
  }
  return {std::max<std::int64_t>(0, load)};
}

/// Total instances each step of one window of one metric asks for.
std::vector<std::int32_t> PerStep(const SignalWindow& window,
                                  const MetricTarget& metric,
                                  const ScalingPolicy& policy,
                                  const Target& target,
                                  Direction direction) {
  const std::int32_t standbys = target.replicas - target.primary_count;
  std::vector<std::int32_t> wanted;
  wanted.reserve(window.steps.size());
  for (const SignalStep& step : window.steps) {
    const MilliQuantity load = LoadOf(step, metric.average, standbys, direction);
    wanted.push_back(target.primary_count +
                     StandbysForLoad(load, metric.average, standbys, policy.tolerance_milli));
  }
  return wanted;
}

bool SameGrid(const SignalWindow& a, const SignalWindow& b) {
  return a.first_end == b.first_end && a.step == b.step && a.steps.size() == b.steps.size();
}

/// One direction of the whole policy: per step the largest over the metrics that can be read.
struct Combined {
  std::vector<std::int32_t> wanted;
  const SignalWindow* grid = nullptr;
  std::optional<Reason> fault;  // of the first metric that cannot be read
  std::size_t readable = 0;
  std::size_t leading = 0;  // the metric that asks for most in the newest step
};

void Merge(Combined& all, const std::vector<std::int32_t>& wanted, std::size_t metric) {
  ++all.readable;
  if (all.wanted.empty()) {
    all.wanted = wanted;
    all.leading = metric;
    return;
  }
  if (wanted.back() > all.wanted.back()) {
    all.leading = metric;
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    all.wanted[i] = std::max(all.wanted[i], wanted[i]);
  }
}

Combined Combine(const ScalingPolicy& policy,
                 const Target& target,
                 const Observation& seen,
                 SysSeconds now,
                 Direction direction,
                 std::vector<MetricStatus>& statuses) {
  const std::int32_t standbys = target.replicas - target.primary_count;
  Combined all;
  for (std::size_t i = 0; i < policy.metrics.size(); ++i) {
    const SignalWindow& window = WindowOf(seen.metrics[i], direction);
    std::optional<Reason> fault =
        seen.endpoint_fault ? seen.endpoint_fault : WindowFault(window, standbys, now);
    if (!fault && all.grid != nullptr && !SameGrid(*all.grid, window)) {
      fault = Reason{ReasonCode::kMalformedAnswer, "its steps are not those of the other metrics"};
    }
    if (fault) {
      // A fault found while reading already names its signal.
      const std::string_view signal = SignalName(policy.metrics[i].signal);
      if (!fault->message.starts_with(signal)) {
        fault->message = fmt::format("{}: {}", signal, fault->message);
      }
      all.fault = all.fault ? all.fault : fault;
      if (direction != Direction::kTwice) {
        statuses[i].fault = statuses[i].fault ? statuses[i].fault : fault;
      }
      continue;
    }
    const std::vector<std::int32_t> wanted =
        PerStep(window, policy.metrics[i], policy, target, direction);
    if (direction == Direction::kUp) {
      statuses[i].recommended_up = std::ranges::min(wanted);
    } else if (direction == Direction::kDown) {
      statuses[i].recommended_down = std::ranges::max(wanted);
    }
    all.grid = &window;
    Merge(all, wanted, i);
  }
  return all;
}

/// The newest step that every standby reported in, per standby.
std::optional<MilliQuantity> CurrentPerStandby(const MetricObservation& metric,
                                               std::int32_t standbys) {
  const SignalWindow& window = metric.up.fault || metric.up.steps.empty() ? metric.down : metric.up;
  if (window.fault) {
    return std::nullopt;
  }
  const auto newest =
      std::find_if(window.steps.rbegin(), window.steps.rend(), [&](const SignalStep& step) {
        return step.present >= standbys;
      });
  if (newest == window.steps.rend()) {
    return std::nullopt;
  }
  return MilliQuantity{newest->sum_milli / standbys};
}

/// End of the newest step whose recommendation passes the test.
template <typename Test>
std::optional<SysSeconds> NewestStepWhere(const Combined& all, Test test) {
  for (std::size_t i = all.wanted.size(); i-- > 0;) {
    if (test(all.wanted[i])) {
      return StepEnd(*all.grid, i);
    }
  }
  return std::nullopt;
}

}  // namespace

Recommendation Recommend(const ScalingPolicy& policy,
                         const Target& target,
                         const Observation& seen,
                         SysSeconds now) {
  CHECK(target.replicas > target.primary_count && seen.metrics.size() == policy.metrics.size());
  Recommendation out;
  for (std::size_t i = 0; i < policy.metrics.size(); ++i) {
    MetricStatus status;
    status.signal = policy.metrics[i].signal;
    status.target = policy.metrics[i].average;
    if (!seen.endpoint_fault) {
      status.current = CurrentPerStandby(seen.metrics[i], target.replicas - target.primary_count);
    }
    out.metrics.push_back(std::move(status));
  }
  const Combined up = Combine(policy, target, seen, now, Direction::kUp, out.metrics);
  const Combined down = Combine(policy, target, seen, now, Direction::kDown, out.metrics);
  const Combined twice = Combine(policy, target, seen, now, Direction::kTwice, out.metrics);
  if (!twice.fault) {
    out.twice = std::ranges::max(twice.wanted);
  }
  out.up_fault = up.fault;
  out.down_fault = down.fault;
  if (up.readable > 0) {
    out.up = std::ranges::min(up.wanted);
    out.newest_up = up.wanted.back();
    out.leading = up.leading;
    out.last_enough =
        NewestStepWhere(up, [&](std::int32_t wanted) { return wanted <= target.replicas; });
  }
  if (!down.fault) {
    out.down = std::ranges::max(down.wanted);
    out.newest_down = down.wanted.back();
    out.leading = up.readable > 0 ? out.leading : down.leading;
    out.last_needed =
        NewestStepWhere(down, [&](std::int32_t wanted) { return wanted >= target.replicas; });
  }
  return out;
}

}  // namespace gitscale
