// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/reconciler/hpa_vectors.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <numeric>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "reconciler/decide.h"
#include "reconciler/formula.h"
#include "tests/support/builders.h"

/// The HPA's published cases against our core. The HPA has no primary: cases that go through Decide
/// have a target without one, so that its counts and ours are the same.
namespace gitscale::testing {
namespace {

using std::chrono::seconds;

constexpr std::int64_t kTolerance = 100;      // 10 %, in every case
constexpr std::int64_t kPerStandby = 10'000;  // where a case only says what the metrics ask for
constexpr std::int32_t kAnyStep = 1'000'000;  // the HPA knows no steps unless told so

/// What our side says to one case, or why the case does not apply.
struct Answer {
  std::optional<std::int32_t> count;
  std::string not_applicable;
};

Answer Count(std::int32_t count) {
  return {count, ""};
}

Answer Not(std::string why) {
  return {std::nullopt, std::move(why)};
}

/// A case on its way through Decide.
struct Setup {
  ScalingPolicy policy;
  Target target;
  Observation seen;
};

Setup ForDecide(const HpaVector& vector, std::size_t metrics = 1) {
  Setup setup;
  setup.policy = APolicy();
  setup.policy.min_replicas = vector.min;
  setup.policy.max_replicas = vector.max;
  setup.policy.tolerance_milli = kTolerance;
  setup.policy.scale_up = {vector.up_window, kAnyStep};
  setup.policy.scale_down = {vector.down_window, kAnyStep, false};
  setup.policy.metrics = {{Signal::kReadConnections, {kPerStandby}}};
  if (metrics > 1) {
    setup.policy.metrics.push_back({Signal::kReadQueriesPerSecond, {kPerStandby}});
  }
  setup.target = ATarget(vector.current);
  setup.target.primary_count = 0;
  setup.seen = Seen(setup.policy, setup.target, std::vector<std::int64_t>(metrics, 0));
  return setup;
}

/// Every step of every window asks for `count`.
void AskFor(MetricObservation& metric, std::int32_t count) {
  for (SignalWindow* window : {&metric.up, &metric.down, &metric.twice}) {
    for (SignalStep& step : window->steps) {
      step.sum_milli = std::int64_t{count} * kPerStandby;
      step.hottest_milli = 0;
    }
  }
}

void MakeUnreadable(MetricObservation& metric) {
  for (SignalWindow* window : {&metric.up, &metric.down, &metric.twice}) {
    *window = SignalWindow{};
    window->fault = Reason{ReasonCode::kNoSeries, "no samples"};
  }
}

std::int32_t Decided(const Setup& setup) {
  return Decide(setup.policy, setup.target, setup.seen, History{}, kNow).desired;
}

/// Loads of the known pods in percent of one pod's request, summed.
MilliQuantity PercentSum(const HpaVector& vector) {
  const std::size_t pods = vector.request_milli.size();
  const auto known = static_cast<std::ptrdiff_t>(std::min(pods, vector.usage_milli.size()));
  const std::int64_t usage = std::accumulate(
      vector.usage_milli.begin(), vector.usage_milli.begin() + known, std::int64_t{0});
  const std::int64_t requests =
      std::accumulate(vector.request_milli.begin(), vector.request_milli.end(), std::int64_t{0});
  return {usage * 100'000 * static_cast<std::int64_t>(pods) / requests};
}

MilliQuantity Sum(const std::vector<MilliQuantity>& values) {
  MilliQuantity sum;
  for (const MilliQuantity value : values) {
    sum.milli += value.milli;
  }
  return sum;
}

Answer OfUnready(const HpaVector& vector) {
  Setup setup = ForDecide(vector);
  AskFor(setup.seen.metrics[0], *vector.expected);
  for (std::size_t i = 1; i < setup.seen.cluster.instances.size(); ++i) {
    setup.seen.cluster.instances[i].ready = false;
  }
  return Count(Decided(setup));
}

Answer OfValue(const HpaVector& vector) {
  if (vector.hazard) {
    return OfUnready(vector);
  }
  if (vector.current == 0) {
    return Not("a count of 0 in Git switches scaling off");
  }
  if (!vector.core) {
    return Not("decides while pods are not ready: ours freezes");
  }
  const MilliQuantity load{vector.values.at(0).milli * vector.ready};
  return Count(StandbysForLoad(load, vector.target, vector.ready, kTolerance));
}

Answer OfSum(const HpaVector& vector) {
  return Count(StandbysForLoad(Sum(vector.values), vector.target, vector.current, kTolerance));
}

Answer OfUtilization(const HpaVector& vector) {
  if (vector.hazard) {
    return OfUnready(vector);
  }
  if (!vector.core) {
    return Not("weighs single pods that are not ready or have no sample: ours freezes");
  }
  if (vector.usage_milli.empty() || vector.unknown_pods_only) {
    Setup setup = ForDecide(vector);
    MakeUnreadable(setup.seen.metrics[0]);
    return Count(Decided(setup));
  }
  return Count(StandbysForLoad(PercentSum(vector), vector.target, vector.current, kTolerance));
}

Answer OfUtilizationBounds(const HpaVector& vector) {
  Setup setup = ForDecide(vector);
  AskFor(setup.seen.metrics[0],
         StandbysForLoad(PercentSum(vector), vector.target, vector.current, kTolerance));
  return Count(Decided(setup));
}

Answer OfBounds(const HpaVector& vector) {
  if (vector.legacy_limit) {
    return Not("limits growth to a share of the count: ours has steps");
  }
  if (vector.desired == 0) {
    return Not("a recommendation of 0: ours is at least 1");
  }
  Setup setup = ForDecide(vector);
  if (vector.desired) {
    AskFor(setup.seen.metrics[0], *vector.desired);
  } else {
    MakeUnreadable(setup.seen.metrics[0]);
  }
  return Count(Decided(setup));
}

Answer OfMulti(const HpaVector& vector) {
  Setup setup = ForDecide(vector, vector.proposals.size());
  for (std::size_t i = 0; i < vector.proposals.size(); ++i) {
    if (vector.proposals[i]) {
      AskFor(setup.seen.metrics[i], *vector.proposals[i]);
    } else {
      MakeUnreadable(setup.seen.metrics[i]);
    }
  }
  return Count(Decided(setup));
}

Answer OfRate(const HpaVector& vector) {
  if (!vector.pods_step) {
    return Not("Percent policies, or a budget per period: ours has steps of counts");
  }
  Setup setup = ForDecide(vector);
  setup.policy.scale_up.step = *vector.pods_step;
  setup.policy.scale_down.step = *vector.pods_step;
  AskFor(setup.seen.metrics[0], *vector.desired);
  return Count(Decided(setup));
}

/// An earlier recommendation is what the step of its moment asks for.
void Remember(SignalWindow& window, const HpaVector& vector) {
  for (const auto& [age, value] : vector.recommendations) {
    for (std::size_t i = 0; i < window.steps.size(); ++i) {
      const SysSeconds end = window.first_end + window.step * static_cast<std::int64_t>(i);
      if (end == kNow - age) {
        window.steps[i].sum_milli = std::int64_t{value} * kPerStandby;
      }
    }
  }
}

Answer OfStabilize(const HpaVector& vector) {
  Setup setup = ForDecide(vector);
  MetricObservation& metric = setup.seen.metrics[0];
  AskFor(metric, *vector.desired);
  Remember(metric.up, vector);
  Remember(metric.down, vector);
  return Count(Decided(setup));
}

Answer Ours(const HpaVector& vector) {
  using Handler = Answer (*)(const HpaVector&);
  static const std::map<std::string, Handler> kHandlers = {
      {"value", OfValue},
      {"averageValue", OfSum},
      {"podsMean", OfSum},
      {"utilization", OfUtilization},
      {"utilizationBounds", OfUtilizationBounds},
      {"bounds", OfBounds},
      {"multi", OfMulti},
      {"rate", OfRate},
      {"stabilize", OfStabilize}};
  const auto found = kHandlers.find(vector.kind);
  return found == kHandlers.end() ? Not("a kind we do not know") : found->second(vector);
}

struct Tally {
  int same = 0;
  int different = 0;  // hazards
  int not_applicable = 0;
};

std::string VectorsPath() {
  const char* named = std::getenv("GITSCALE_SHARED");  // NOLINT(concurrency-mt-unsafe): one thread
  const std::string shared = named != nullptr ? named : GITSCALE_SOURCE_DIR "/../shared";
  return shared + "/data/vectors/hpa_vectors.json";
}

void Judge(const HpaVector& vector, Tally& tally) {
  const Answer ours = Ours(vector);
  if (!ours.count) {
    EXPECT_FALSE(vector.hazard) << vector.name << ": every hazard must be asserted";
    ++tally.not_applicable;
    fmt::print("  not applicable: {}: {}\n", vector.name, ours.not_applicable);
    return;
  }
  const std::int32_t theirs = vector.expected.value_or(vector.current);
  if (vector.hazard) {
    ++tally.different;
    EXPECT_NE(*ours.count, theirs) << vector.name;
  } else {
    ++tally.same;
    EXPECT_EQ(*ours.count, theirs) << vector.name;
  }
}

TEST(HpaVectors, CoreCasesAgreeAndHazardsDoNot) {
  const std::string path = VectorsPath();
  if (!std::filesystem::exists(path)) {
    GTEST_SKIP() << "no vectors at " << path << " (set GITSCALE_SHARED)";
  }
  const auto vectors = LoadHpaVectors(path);
  ASSERT_TRUE(vectors.has_value()) << vectors.error().message;
  std::map<std::string, Tally> tallies;
  for (const HpaVector& vector : *vectors) {
    Judge(vector, tallies[vector.kind]);
  }
  for (const auto& [kind, tally] : tallies) {
    fmt::print("{}: {} as the HPA, {} hazards unlike it, {} not applicable\n",
               kind,
               tally.same,
               tally.different,
               tally.not_applicable);
  }
}

}  // namespace
}  // namespace gitscale::testing
