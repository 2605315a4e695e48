// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include <fmt/format.h>

#include "policies/policy_spec.h"
#include "policies/repository_path.h"
#include "policies/shown.h"

namespace gitscale {
namespace {

using std::chrono::seconds;

void ReadSeconds(
    FieldReader& fields, std::string_view key, std::int64_t min, std::int64_t max, seconds& into) {
  if (const auto value = fields.Int(key, min, max)) {
    into = seconds{*value};
  }
}

void ReadStep(FieldReader& fields, std::int32_t& into) {
  if (const auto value = fields.Int("step", 1, kLargestReplicas)) {
    into = static_cast<std::int32_t>(*value);
  }
}

void ReadMetric(FieldReader& metric, ScalingPolicy& policy) {
  // Larger than any count of connections or queries, and small enough to be multiplied by one.
  constexpr MilliQuantity kLargest{1'000'000'000'000};
  constexpr MilliQuantity kWholeLimit{100'000};
  metric.Require("type");
  metric.Require("target");
  MetricTarget target;
  if (const auto type = metric.OneOf("type",
                                     {SignalName(Signal::kReadConnections),
                                      SignalName(Signal::kReadActiveConnections),
                                      SignalName(Signal::kReadCpuUtilization),
                                      SignalName(Signal::kReadQueriesPerSecond)})) {
    target.signal = SignalFromName(*type).value_or(Signal::kUnset);
  }
  FieldReader value = metric.Mapping("target");
  value.Require("averageValue");
  if (const auto average = value.Quantity("averageValue", MilliQuantity{1}, kLargest)) {
    target.average = *average;
    if (target.signal == Signal::kReadCpuUtilization && *average > kWholeLimit) {
      value.Fail("averageValue",
                 fmt::format("expected at most 100 (percent of one instance's CPU limit), found {}",
                             FormatQuantity(*average)));
    }
  }
  value.Finish();
  metric.Finish();
  if (target.signal != Signal::kUnset &&
      std::ranges::find(policy.metrics, target.signal, &MetricTarget::signal) !=
          policy.metrics.end()) {
    metric.Fail("type",
                fmt::format("'{}' stands twice in spec.metrics", SignalName(target.signal)));
    return;
  }
  policy.metrics.push_back(target);
}

void ReadTrueOnly(FieldReader& fields, std::string_view key, std::string_view why) {
  if (fields.Bool(key) == false) {
    fields.Fail(key, fmt::format("expected true, found false: {}", why));
  }
}

}  // namespace

void ReadMetrics(FieldReader& spec, ScalingPolicy& policy) {
  constexpr std::size_t kMost = 4;
  spec.Require("metrics");
  const bool is_sequence = spec.Has("metrics");
  std::vector<FieldReader> metrics = spec.Mappings("metrics");
  if (metrics.size() > kMost) {
    spec.Fail("metrics", fmt::format("expected at most 4 metrics, found {}", metrics.size()));
    metrics.erase(metrics.begin() + kMost, metrics.end());
  }
  const YamlNode* node = spec.Raw("metrics");
  if (is_sequence && metrics.empty() && node->kind == YamlKind::kSequence) {
    spec.Fail("metrics", "expected at least one metric, found an empty sequence");
  }
  for (FieldReader& metric : metrics) {
    ReadMetric(metric, policy);
  }
}

void ReadBehavior(FieldReader behavior, ScalingPolicy& policy) {
  constexpr std::int64_t kDay = 86'400;
  constexpr MilliQuantity kMostTolerance{999};
  if (const auto tolerance = behavior.Quantity("tolerance", MilliQuantity{0}, kMostTolerance)) {
    policy.tolerance_milli = tolerance->milli;
  }
  FieldReader up = behavior.Mapping("scaleUp");
  ReadSeconds(up, "stabilizationWindowSeconds", 0, kDay, policy.scale_up.stabilization_window);
  ReadStep(up, policy.scale_up.step);
  up.Finish();
  FieldReader down = behavior.Mapping("scaleDown");
  ReadSeconds(down, "stabilizationWindowSeconds", 0, kDay, policy.scale_down.stabilization_window);
  ReadStep(down, policy.scale_down.step);
  policy.scale_down.disabled = down.Bool("disabled").value_or(policy.scale_down.disabled);
  down.Finish();
  ReadSeconds(behavior, "convergenceDeadlineSeconds", 60, kDay, policy.convergence_deadline);
  ReadSeconds(behavior, "manualHoldSeconds", 0, 7 * kDay, policy.manual_hold);
  behavior.Finish();
}

void ReadConstraints(FieldReader constraints, ScalingPolicy& policy) {
  ReadTrueOnly(constraints,
               "respectQuorum",
               "a count below the synchronous replicas is refused by the engine, so the quorum "
               "floor cannot be switched off");
  ReadTrueOnly(constraints,
               "gracefulScaleDown",
               "the engine's operator removes the instance, gitscale has no other way");
  ReadSeconds(constraints, "maxReplicationLagSeconds", 1, 86'400, policy.max_replication_lag);
  constraints.Finish();
}

void ReadWriteTo(FieldReader write_to, ScalingPolicy& policy) {
  const auto strategy = write_to.OneOf("strategy",
                                       {"Application",
                                        "HelmRelease",
                                        "Manifest",
                                        "HelmReleasePostRenderer",
                                        "ValuesFile",
                                        "KustomizePatch"});
  if (strategy == "HelmReleasePostRenderer" || strategy == "ValuesFile" ||
      strategy == "KustomizePatch") {
    write_to.Fail("strategy",
                  fmt::format("this version cannot write '{}' yet; expected Application, "
                              "HelmRelease or Manifest",
                              *strategy));
  }
  policy.write_strategy = strategy.value_or("");
  if (const auto path = write_to.String("path")) {
    policy.write_path = *path;
    if (!IsRepositoryPath(*path)) {
      write_to.Fail("path",
                    fmt::format("expected a file of this repository as 'folder/file.yaml' (no "
                                "leading '/', no '.' or '..'), found '{}'",
                                Printable(*path)));
    }
  }
  write_to.Finish();
}

}  // namespace gitscale
