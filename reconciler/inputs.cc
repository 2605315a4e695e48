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
      {"decision", target.decision ? Json(*target.decision) : Json()},
      {"cost", EncodeAmounts(target.instance_cost)},
      {"costFault", Json(target.cost_fault)}};
}

Json EncodeFault(const std::optional<Reason>& fault) {
  return fault ? Json(Json::Array{Json(ReasonName(fault->code)), Json(fault->message)}) : Json();
}

// Windows are most of the text, so they are written as text at once. Keys are in order, as
// WriteJson would have them.

void AppendInt(std::string& out, std::int64_t value) {
  const fmt::format_int text(value);
  out.append(text.data(), text.size());
}

/// Differences between neighbours; the first is the value itself.
template <typename Field>
void AppendDifferences(std::string& out, const std::vector<SignalStep>& steps, Field field) {
  std::int64_t before = 0;
  out += '[';
  for (const SignalStep& step : steps) {
    out += out.back() == '[' ? "" : ",";
    AppendInt(out, step.*field - before);
    before = step.*field;
  }
  out += ']';
}

/// [count, value] per run of equal values: it hardly ever changes.
void AppendPresentRuns(std::string& out, const std::vector<SignalStep>& steps) {
  out += '[';
  for (std::size_t i = 0; i < steps.size();) {
    std::size_t end = i;
    while (end < steps.size() && steps[end].present == steps[i].present) {
      ++end;
    }
    out += i == 0 ? "[" : ",[";
    AppendInt(out, static_cast<std::int64_t>(end - i));
    out += ',';
    AppendInt(out, steps[i].present);
    out += ']';
    i = end;
  }
  out += ']';
}

/// The hottest standby matters to a scale-down and to the lag alone.
void AppendWindow(std::string& out,
                  const SignalWindow& window,
                  std::int32_t standbys,
                  bool with_hottest) {
  out += R"({"fault":)" + WriteJson(EncodeFault(window.fault)) + R"(,"first":)";
  AppendInt(out, window.first_end.time_since_epoch().count());
  out += R"(,"hottest":)";
  if (with_hottest) {
    AppendDifferences(out, window.steps, &SignalStep::hottest_milli);
  } else {
    out += "null";
  }
  out += R"(,"newest":[)";
  const std::size_t judged =
      std::min(window.newest_samples.size(), static_cast<std::size_t>(std::max(0, standbys)));
  for (std::size_t i = 0; i < judged; ++i) {
    out += i == 0 ? "" : ",";
    AppendInt(out, window.newest_samples[i].time_since_epoch().count());
  }
  out += R"(],"offset":)";
  AppendInt(out, window.latency_offset.count());
  out += R"(,"present":)";
  AppendPresentRuns(out, window.steps);
  out += R"(,"step":)";
  AppendInt(out, window.step.count());
  out += R"(,"sum":)";
  AppendDifferences(out, window.steps, &SignalStep::sum_milli);
  out += '}';
}

std::string EncodeMetrics(const std::vector<MetricObservation>& metrics, std::int32_t standbys) {
  std::string out = "[";
  for (const MetricObservation& metric : metrics) {
    out += out.size() == 1 ? R"({"down":)" : R"(,{"down":)";
    AppendWindow(out, metric.down, standbys, true);
    out += R"(,"up":)";
    AppendWindow(out, metric.up, standbys, false);
    out += '}';
  }
  return out + "]";
}

std::string EncodeLag(const ReplicationObservation& replication, std::int32_t standbys) {
  std::string out = "[";
  AppendWindow(out, replication.lag, standbys, true);
  out += ',';
  AppendWindow(out, replication.writes, 1, false);
  out += ',';
  AppendWindow(out, replication.receivers, standbys, false);
  return out + "]";
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
  return fmt::format(
      R"({{"cluster":{},"fault":{},"lag":{},"metrics":{},"now":{},"past":{},"policy":{},)"
      R"("rules":{},"target":{}}})",
      WriteJson(EncodeCluster(seen.cluster)),
      WriteJson(EncodeFault(seen.endpoint_fault)),
      EncodeLag(seen.replication, standbys),
      EncodeMetrics(seen.metrics, standbys),
      now.time_since_epoch().count(),
      WriteJson(past.entry ? Json(WriteLedgerEntry(*past.entry)) : Json()),
      WriteJson(EncodePolicy(policy)),
      kRulesVersion,
      WriteJson(EncodeTarget(target)));
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
