// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <vector>

#include <rapidcheck/gtest.h>

#include "reconciler/decide.h"
#include "tests/support/builders.h"

/// Generators for properties of decisions.
namespace gitscale::testing {

/// Any policy, target and observation, faults and gaps included.
struct World {
  ScalingPolicy policy;
  Target target;
  Observation seen;
  History past;
};

inline SignalWindow AnyWindow(std::chrono::seconds length, std::int32_t standbys) {
  SignalWindow window = AWindow(length, 0, standbys);
  const auto base = *rc::gen::inRange<std::int64_t>(0, 2'000'000);
  const auto noise = *rc::gen::inRange<std::int64_t>(0, 200'000);
  const bool gaps = *rc::gen::weightedElement<bool>({{5, false}, {1, true}});
  std::int64_t state = *rc::gen::inRange<std::int64_t>(1, 1'000'000);
  for (SignalStep& step : window.steps) {
    state = (state * 48271) % 2147483647;
    step.sum_milli = base + (noise == 0 ? 0 : state % noise);
    step.present = gaps && state % 7 == 0 ? 0 : standbys;
  }
  if (*rc::gen::weightedElement<bool>({{8, false}, {1, true}})) {
    window.fault = Reason{ReasonCode::kNoSeries, "none"};
  }
  return window;
}

inline World AnyWorld() {
  World world;
  world.policy = APolicy();
  world.policy.min_replicas = *rc::gen::inRange<std::int32_t>(2, 6);
  world.policy.max_replicas = world.policy.min_replicas + *rc::gen::inRange<std::int32_t>(0, 6);
  world.policy.scale_up.step = *rc::gen::inRange<std::int32_t>(1, 4);
  world.policy.scale_down.step = *rc::gen::inRange<std::int32_t>(1, 4);
  world.policy.tolerance_milli = *rc::gen::inRange<std::int64_t>(0, 500);
  if (*rc::gen::arbitrary<bool>()) {
    world.policy.metrics.push_back({Signal::kReadQueriesPerSecond, {500'000}});
  }
  world.target = ATarget(*rc::gen::inRange<std::int32_t>(1, 14));
  world.target.quorum_floor = *rc::gen::inRange<std::int32_t>(1, 6);
  world.seen =
      Seen(world.policy, world.target, std::vector<std::int64_t>(world.policy.metrics.size(), 0));
  for (MetricObservation& metric : world.seen.metrics) {
    const std::int32_t standbys = world.target.replicas - 1;
    metric.up = AnyWindow(world.policy.scale_up.stabilization_window, standbys);
    metric.down = AnyWindow(world.policy.scale_down.stabilization_window, standbys);
  }
  return world;
}

}  // namespace gitscale::testing
