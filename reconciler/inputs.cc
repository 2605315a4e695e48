// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/inputs.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/json.h"
#include "reconciler/decide.h"

namespace gitscale {
namespace {

Json Seconds(std::chrono::seconds value) {
  return Json(std::int64_t{value.count()});
}

Json Stamp(SysSeconds time) {
  return Seconds(time.time_since_epoch());
}

std::string_view ApprovalName(Approval approval) {
  return approval == Approval::kAutomatic ? "Automatic" : "PullRequest";
}

Json EncodePolicy(const ScalingPolicy& policy) {
  Json::Array metrics;
  for (const MetricTarget& metric : policy.metrics) {
    metrics.emplace_back(Json::Array{Json(SignalName(metric.signal)), Json(metric.average.milli)});
  }
  return Json::Object{{"name", Json(policy.Key())},
                      {"min", Json(policy.min_replicas)},
                      {"max", Json(policy.max_replicas)},
                      {"metrics", Json(std::move(metrics))},
                      {"tolerance", Json(policy.tolerance_milli)},
                      {"upWindow", Seconds(policy.scale_up.stabilization_window)},
                      {"upStep", Json(policy.scale_up.step)},
                      {"downWindow", Seconds(policy.scale_down.stabilization_window)},
                      {"downStep", Json(policy.scale_down.step)},
                      {"downDisabled", Json(policy.scale_down.disabled)},
                      {"deadline", Seconds(policy.convergence_deadline)},
                      {"manualHold", Seconds(policy.manual_hold)},
                      {"maxLag", Seconds(policy.max_replication_lag)},
                      {"approveUp", Json(ApprovalName(policy.approve_scale_up))},
                      {"approveDown", Json(ApprovalName(policy.approve_scale_down))},
                      {"approveRollback", Json(ApprovalName(policy.approve_rollback))}};
}

Json EncodeAmounts(const std::map<std::string, std::int64_t>& amounts) {
  Json::Object object;
  for (const auto& [resource, milli] : amounts) {
    object.insert_or_assign(resource, Json(milli));
  }
  return object;
}

Json EncodeTarget(const Target& target) {
  Json::Array allowed;
  for (const std::int32_t count : target.allowed_counts) {
    allowed.emplace_back(count);
  }
  return Json::Object{
      {"cluster", Json(target.key.cluster)},
      {"engine", Json(EngineName(target.key.engine))},
      {"namespace", Json(target.key.ns)},
      {"name", Json(target.key.name)},
      {"declared", target.declared_replicas ? Json(*target.declared_replicas) : Json()},
      {"replicas", Json(target.replicas)},
      {"primaries", Json(target.primary_count)},
      {"floor", Json(target.quorum_floor)},
      {"allowed", Json(std::move(allowed))},
      {"byOrdinal", Json(target.removes_by_ordinal)},
      {"cost", EncodeAmounts(target.instance_cost)},
      {"costFault", Json(target.cost_fault)}};
}

Json EncodeFault(const std::optional<Reason>& fault) {
  return fault ? Json(Json::Array{Json(ReasonName(fault->code)), Json(fault->message)}) : Json();
}

/// Differences between neighbours; the first is the value itself.
template <typename Field>
Json Differences(const std::vector<SignalStep>& steps, Field field) {
  Json::Array out;
  std::int64_t before = 0;
  for (const SignalStep& step : steps) {
    out.emplace_back(step.*field - before);
    before = step.*field;
  }
  return out;
}

/// [count, value] per run of equal values: it hardly ever changes.
Json PresentRuns(const std::vector<SignalStep>& steps) {
  Json::Array out;
  for (std::size_t i = 0; i < steps.size();) {
    std::size_t end = i;
    while (end < steps.size() && steps[end].present == steps[i].present) {
      ++end;
    }
    out.emplace_back(Json::Array{Json(static_cast<std::int64_t>(end - i)), Json(steps[i].present)});
    i = end;
  }
  return out;
}

/// The hottest standby matters to a scale-down alone.
Json EncodeWindow(const SignalWindow& window, std::int32_t standbys, bool with_hottest) {
  Json::Array newest;
  const std::size_t judged =
      std::min(window.newest_samples.size(), static_cast<std::size_t>(std::max(0, standbys)));
  for (std::size_t i = 0; i < judged; ++i) {
    newest.emplace_back(Stamp(window.newest_samples[i]));
  }
  return Json::Object{
      {"first", Stamp(window.first_end)},
      {"step", Seconds(window.step)},
      {"offset", Seconds(window.latency_offset)},
      {"sum", Differences(window.steps, &SignalStep::sum_milli)},
      {"hottest", with_hottest ? Differences(window.steps, &SignalStep::hottest_milli) : Json()},
      {"present", PresentRuns(window.steps)},
      {"newest", Json(std::move(newest))},
      {"fault", EncodeFault(window.fault)}};
}

Json EncodeCluster(const ClusterState& cluster) {
  Json::Array instances;
  for (const Instance& instance : cluster.instances) {
    instances.emplace_back(Json::Array{
        Json(instance.pod), Json(static_cast<std::int32_t>(instance.role)), Json(instance.ready)});
  }
  Json::Array busy;
  for (const std::string& what : cluster.busy) {
    busy.emplace_back(what);
  }
  return Json::Object{
      {"fault", EncodeFault(cluster.fault)},
      {"requested", cluster.requested_replicas ? Json(*cluster.requested_replicas) : Json()},
      {"instances", Json(std::move(instances))},
      {"operational", cluster.operational ? Json(*cluster.operational) : Json()},
      {"suspended", cluster.suspended ? Json(*cluster.suspended) : Json()},
      {"applyFailed", cluster.apply_failed ? Json(*cluster.apply_failed) : Json()},
      {"busy", Json(std::move(busy))}};
}

}  // namespace

std::string EncodeInputs(const ScalingPolicy& policy,
                         const Target& target,
                         const Observation& seen,
                         const History& past,
                         SysSeconds now) {
  const std::int32_t standbys = target.replicas - target.primary_count;
  Json::Array metrics;
  for (const MetricObservation& metric : seen.metrics) {
    metrics.emplace_back(Json::Object{{"up", EncodeWindow(metric.up, standbys, false)},
                                      {"down", EncodeWindow(metric.down, standbys, true)}});
  }
  return WriteJson(
      Json::Object{{"rules", Json(kRulesVersion)},
                   {"now", Stamp(now)},
                   {"policy", EncodePolicy(policy)},
                   {"target", EncodeTarget(target)},
                   {"fault", EncodeFault(seen.endpoint_fault)},
                   {"metrics", Json(std::move(metrics))},
                   {"lag",
                    Json(Json::Array{EncodeWindow(seen.replication.lag, standbys, true),
                                     EncodeWindow(seen.replication.writes, 1, false),
                                     EncodeWindow(seen.replication.receivers, standbys, false)})},
                   {"past", past.entry ? Json(WriteLedgerEntry(*past.entry)) : Json()},
                   {"cluster", EncodeCluster(seen.cluster)}});
}

std::string JoinInputs(const std::string& decide,
                       const SharedFacts& facts,
                       const SharedView& view) {
  Json::Object quota;
  for (const auto& [resource, share] : view.quota) {
    quota.insert_or_assign(
        resource,
        Json(Json::Array{
            Json(share.hard_milli), Json(share.used_milli), Json(share.reserved_milli)}));
  }
  const Json allocate = Json::Object{
      {"quota", Json(std::move(quota))},
      {"quotaFault", EncodeFault(view.quota_fault)},
      {"clones",
       Json(Json::Array{Json(view.namespace_clones),
                        Json(view.namespace_limit),
                        Json(view.endpoint_clones),
                        Json(view.endpoint_limit)})},
      {"downs", Json(Json::Array{Json(view.judged), Json(view.wanting), Json(view.kept_downs)})},
      {"holdsTwice", Json(facts.holds_twice)}};
  // Both parts are canonical, and their keys are in order.
  return fmt::format(R"({{"allocate":{},"decide":{}}})", WriteJson(allocate), decide);
}

}  // namespace gitscale
