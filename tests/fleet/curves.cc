// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fleet/curves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numbers>
#include <optional>

#include <fmt/format.h>

namespace gitscale::fleet {
namespace {

constexpr std::size_t kLongest = 28 * 288;

/// Traces of loads (not of capacities) that are at least days long.
constexpr auto kTraces =
    std::to_array<const char*>({"nab_nyc_taxi",           "worldcup98_requests_60s",
                                "nasa_http_requests_60s", "twitter_stream_msgs_60s",
                                "alibaba2018_cpu_30s",    "google2019_cpu_300s",
                                "azure2019_vm_cpu_300s",  "nab_rds_cpu_cc0c53",
                                "nab_rds_cpu_e47b3b",     "nab_elb_requests_8c0756",
                                "nab_ec2_cpu_ac20cd",     "nab_ec2_cpu_825cc2",
                                "nab_ec2_cpu_fe7f93",     "nab_ec2_cpu_77c1ca",
                                "nab_ec2_cpu_24ae8d",     "nab_asg_grok",
                                "nab_asg_misconfig",      "nab_net_in_5abac7",
                                "nab_tweets_aapl",        "nab_tweets_amzn"});

void Normalize(std::vector<double>& values) {
  std::vector<double> sorted = values;
  std::ranges::sort(sorted);
  const double peak = std::max(1e-9, sorted[sorted.size() * 99 / 100]);
  for (double& value : values) {
    value = std::clamp(value / peak, 0.0, 1.3);
  }
}

/// Means per kCurveStep; where there is no sample, the value before.
std::optional<Curve> ReadTrace(const std::string& folder, const std::string& name) {
  std::ifstream file(folder + "/" + name + ".csv");
  std::string line;
  if (!std::getline(file, line)) {
    return std::nullopt;
  }
  std::vector<double> sums(kLongest);
  std::vector<int> counts(kLongest);
  std::optional<double> first;
  double time = 0;
  double value = 0;
  char comma = ',';
  while (file >> time >> comma >> value) {
    first = first.value_or(time);
    const double bin = (time - *first) / static_cast<double>(kCurveStep.count());
    if (bin >= static_cast<double>(kLongest)) {
      break;
    }
    sums[static_cast<std::size_t>(bin)] += value;
    ++counts[static_cast<std::size_t>(bin)];
  }
  while (!counts.empty() && counts.back() == 0) {
    counts.pop_back();
  }
  Curve curve{name, {}};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double before = curve.values.empty() ? 0 : curve.values.back();
    curve.values.push_back(counts[i] == 0 ? before : sums[i] / counts[i]);
  }
  if (curve.values.empty()) {
    return std::nullopt;
  }
  Normalize(curve.values);
  return curve;
}

}  // namespace

double Curve::At(std::chrono::seconds since_start) const {
  const auto step = static_cast<std::size_t>(since_start / kCurveStep);
  const double within = static_cast<double>((since_start % kCurveStep).count()) /
                        static_cast<double>(kCurveStep.count());
  const double here = values[step % values.size()];
  const double next = values[(step + 1) % values.size()];
  return here + (next - here) * within;
}

Curves DrawnCurves() {
  Curves curves;
  for (int kind = 0; kind < 6; ++kind) {
    Curve curve{fmt::format("drawn-{}", kind), {}};
    for (int i = 0; i < 14 * 288; ++i) {
      const double hour = i % 288 / 12.0;
      const bool weekend = i / 288 % 7 >= 5;
      const double day = 0.5 - 0.5 * std::cos((hour - 3.0) / 12.0 * std::numbers::pi);
      const double ripple = 0.05 * std::sin(i * 0.7 * (kind + 1));
      curve.values.push_back(
          std::clamp(std::pow(day, 1 + kind) * (weekend ? 0.6 : 1.0) + ripple, 0.0, 1.3));
    }
    curves.all.push_back(std::move(curve));
  }
  return curves;
}

Curves LoadCurves() {
  const char* named = std::getenv("GITSCALE_SHARED");  // NOLINT(concurrency-mt-unsafe): one thread
  const std::string shared = named != nullptr ? named : GITSCALE_SOURCE_DIR "/../shared";
  Curves curves;
  for (const char* name : kTraces) {
    if (auto curve = ReadTrace(shared + "/data/traces", name)) {
      curves.all.push_back(*std::move(curve));
    }
  }
  curves.recorded = !curves.all.empty();
  return curves.recorded ? curves : DrawnCurves();
}

}  // namespace gitscale::fleet
