// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/recorded_inputs.h"

#include <limits>
#include <utility>

#include "base/json.h"
#include "reconciler/json_members.h"
#include "reconciler/shared_guardrails.h"

namespace gitscale {
namespace {

/// In seconds: far beyond every time and window, and small enough to multiply.
constexpr std::int64_t kLatest = std::int64_t{1} << 40U;

/// A part of the document; the first thing wrong anywhere is kept with its path.
class Part {
 public:
  Part(const Json& json, std::string path, std::string& wrong)
      : members(json), path_(std::move(path)), wrong_(wrong) {}

  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;

  ~Part() {
    if (!members.wrong().empty() && wrong_.empty()) {
      wrong_ = path_ + members.wrong();
    }
  }

  std::chrono::seconds Seconds(std::string_view key) {
    return std::chrono::seconds{members.Int(key, kLatest)};
  }

  SysSeconds Stamp(std::string_view key) { return SysSeconds{Seconds(key)}; }

  JsonMembers members;

 private:
  std::string path_;
  std::string& wrong_;
};

std::int64_t IntAt(const Json& json,
                   std::size_t index,
                   JsonMembers& members,
                   std::string_view key) {
  const Json::Array* array = json.AsArray();
  if (array == nullptr || index >= array->size() || (*array)[index].AsInt() == nullptr) {
    members.Wrong(key);
    return 0;
  }
  return *(*array)[index].AsInt();
}

std::int32_t CountAt(const Json& json,
                     std::size_t index,
                     JsonMembers& members,
                     std::string_view key) {
  const std::int64_t value = IntAt(json, index, members, key);
  if (value < 0 || value > std::numeric_limits<std::int32_t>::max()) {
    members.Wrong(key);
    return 0;
  }
  return static_cast<std::int32_t>(value);
}

std::string TextAt(const Json& json,
                   std::size_t index,
                   JsonMembers& members,
                   std::string_view key) {
  const Json::Array* array = json.AsArray();
  if (array == nullptr || index >= array->size() || (*array)[index].AsString() == nullptr) {
    members.Wrong(key);
    return {};
  }
  return *(*array)[index].AsString();
}

std::optional<Reason> ReadFault(JsonMembers& members, std::string_view key) {
  const Json* fault = members.Find(key);
  if (fault == nullptr || fault->IsNull()) {
    return std::nullopt;
  }
  const auto code = ReasonFromName(TextAt(*fault, 0, members, key));
  if (!code) {
    members.Wrong(key);
  }
  return Reason{code.value_or(ReasonCode::kUnset), TextAt(*fault, 1, members, key)};
}

Signal ReadSignal(const std::string& name, JsonMembers& members, std::string_view key) {
  const auto signal = SignalFromName(name);
  if (!signal) {
    members.Wrong(key);
  }
  return signal.value_or(Signal::kUnset);
}

Approval ReadApproval(JsonMembers& members, std::string_view key) {
  const std::string name = members.Text(key);
  if (name != "Automatic" && name != "PullRequest") {
    members.Wrong(key);
  }
  return name == "PullRequest" ? Approval::kPullRequest : Approval::kAutomatic;
}

ScalingPolicy ReadPolicy(const Json& json, std::string& wrong) {
  Part part(json, "decide.policy.", wrong);
  JsonMembers& members = part.members;
  ScalingPolicy policy;
  const std::string name = members.Text("name");
  const std::size_t slash = name.find('/');
  policy.ns = name.substr(0, slash);
  policy.name = slash == std::string::npos ? "" : name.substr(slash + 1);
  policy.min_replicas = members.Count("min");
  policy.max_replicas = members.Count("max");
  if (policy.min_replicas < 2 || policy.max_replicas > kLargestReplicas) {
    members.Wrong("min");
  }
  for (const Json& metric : members.List("metrics")) {
    policy.metrics.push_back({ReadSignal(TextAt(metric, 0, members, "metrics"), members, "metrics"),
                              {IntAt(metric, 1, members, "metrics")}});
    if (policy.metrics.back().average.milli <= 0) {
      members.Wrong("metrics");
    }
  }
  policy.tolerance_milli = members.Int("tolerance", 999);
  policy.scale_up.stabilization_window = part.Seconds("upWindow");
  policy.scale_up.step = static_cast<std::int32_t>(members.Int("upStep", kLargestReplicas));
  policy.scale_down.stabilization_window = part.Seconds("downWindow");
  policy.scale_down.step = static_cast<std::int32_t>(members.Int("downStep", kLargestReplicas));
  policy.scale_down.disabled = members.Flag("downDisabled");
  policy.convergence_deadline = part.Seconds("deadline");
  policy.manual_hold = part.Seconds("manualHold");
  policy.max_replication_lag = part.Seconds("maxLag");
  policy.approve_scale_up = ReadApproval(members, "approveUp");
  policy.approve_scale_down = ReadApproval(members, "approveDown");
  policy.approve_rollback = ReadApproval(members, "approveRollback");
  return policy;
}

std::map<std::string, std::int64_t> ReadAmounts(JsonMembers& members, std::string_view key) {
  std::map<std::string, std::int64_t> amounts;
  const Json* object = members.Find(key);
  if (object == nullptr || object->AsObject() == nullptr) {
    members.Wrong(key);
    return amounts;
  }
  for (const auto& [resource, amount] : *object->AsObject()) {
    if (amount.AsInt() == nullptr) {
      members.Wrong(key);
      continue;
    }
    amounts[resource] = *amount.AsInt();
  }
  return amounts;
}

Target ReadTarget(const Json& json, std::string& wrong) {
  Part part(json, "decide.target.", wrong);
  JsonMembers& members = part.members;
  Target target;
  target.key.cluster = members.Text("cluster");
  const auto engine = EngineFromName(members.Text("engine"));
  if (!engine) {
    members.Wrong("engine");
  }
  target.key.engine = engine.value_or(Engine::kUnset);
  target.key.ns = members.Text("namespace");
  target.key.name = members.Text("name");
  target.declared_replicas = members.OptionalCount("declared");
  target.replicas = members.Count("replicas");
  target.primary_count = members.Count("primaries");
  if (target.primary_count > 1) {
    members.Wrong("primaries");
  }
  target.quorum_floor = members.Count("floor");
  for (const Json& count : members.List("allowed")) {
    const std::int64_t* value = count.AsInt();
    if (value == nullptr || *value < 0 || *value > std::numeric_limits<std::int32_t>::max()) {
      members.Wrong("allowed");
    } else {
      target.allowed_counts.push_back(static_cast<std::int32_t>(*value));
    }
  }
  target.removes_by_ordinal = members.Flag("byOrdinal");
  if (const Json* decision = members.Find("decision"); decision != nullptr && !decision->IsNull()) {
    target.decision = members.Text("decision");
  }
  target.instance_cost = ReadAmounts(members, "cost");
  target.cost_fault = members.Text("costFault");
  return target;
}

/// The steps of a window from differences and runs.
std::vector<SignalStep> ReadSteps(JsonMembers& members) {
  std::vector<SignalStep> steps;
  const Json::Array& sums = members.List("sum");
  std::int64_t sum = 0;
  for (const Json& difference : sums) {
    if (difference.AsInt() == nullptr || __builtin_add_overflow(sum, *difference.AsInt(), &sum)) {
      members.Wrong("sum");
      break;
    }
    steps.push_back({.sum_milli = sum, .hottest_milli = 0, .present = 0});
  }
  if (const Json* hottest = members.Find("hottest"); hottest != nullptr && !hottest->IsNull()) {
    const Json::Array& differences = members.List("hottest");
    std::int64_t value = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const std::int64_t* difference = i < differences.size() ? differences[i].AsInt() : nullptr;
      if (difference == nullptr || __builtin_add_overflow(value, *difference, &value)) {
        members.Wrong("hottest");
        break;
      }
      steps[i].hottest_milli = value;
    }
  }
  std::size_t next = 0;
  for (const Json& run : members.List("present")) {
    const std::int32_t length = CountAt(run, 0, members, "present");
    const std::int32_t present = CountAt(run, 1, members, "present");
    for (std::int32_t i = 0; i < length && next < steps.size(); ++i) {
      steps[next++].present = present;
    }
  }
  if (next != steps.size()) {
    members.Wrong("present");
  }
  return steps;
}

SignalWindow ReadWindow(const Json& json, const std::string& path, std::string& wrong) {
  Part part(json, path, wrong);
  SignalWindow window;
  window.first_end = part.Stamp("first");
  window.step = part.Seconds("step");
  window.latency_offset = part.Seconds("offset");
  window.steps = ReadSteps(part.members);
  for (const Json& stamp : part.members.List("newest")) {
    if (stamp.AsInt() == nullptr || *stamp.AsInt() < 0 || *stamp.AsInt() > kLatest) {
      part.members.Wrong("newest");
      continue;
    }
    window.newest_samples.emplace_back(std::chrono::seconds{*stamp.AsInt()});
  }
  window.fault = ReadFault(part.members, "fault");
  return window;
}

ClusterState ReadCluster(const Json& json, std::string& wrong) {
  Part part(json, "decide.cluster.", wrong);
  JsonMembers& members = part.members;
  ClusterState cluster;
  cluster.fault = ReadFault(members, "fault");
  cluster.requested_replicas = members.OptionalCount("requested");
  for (const Json& item : members.List("instances")) {
    Instance instance;
    instance.pod = TextAt(item, 0, members, "instances");
    const std::int32_t role = CountAt(item, 1, members, "instances");
    const Json::Array* fields = item.AsArray();
    if (role > static_cast<std::int32_t>(Role::kReplica) || fields == nullptr ||
        fields->size() != 3 || (*fields)[2].AsBool() == nullptr) {
      members.Wrong("instances");
      continue;
    }
    instance.role = static_cast<Role>(role);
    instance.ready = *(*fields)[2].AsBool();
    cluster.instances.push_back(std::move(instance));
  }
  cluster.operational = members.OptionalFlag("operational");
  cluster.suspended = members.OptionalFlag("suspended");
  cluster.apply_failed = members.OptionalFlag("applyFailed");
  for (const Json& what : members.List("busy")) {
    cluster.busy.push_back(what.AsString() == nullptr ? "" : *what.AsString());
  }
  return cluster;
}

SharedView ReadView(const Json& json, bool& holds_twice, std::string& wrong) {
  Part part(json, "allocate.", wrong);
  JsonMembers& members = part.members;
  SharedView view;
  view.quota_fault = ReadFault(members, "quotaFault");
  const Json* quota = members.Find("quota");
  if (quota == nullptr || quota->AsObject() == nullptr) {
    members.Wrong("quota");
  } else {
    for (const auto& [resource, share] : *quota->AsObject()) {
      view.quota[resource] = {IntAt(share, 0, members, "quota"),
                              IntAt(share, 1, members, "quota"),
                              IntAt(share, 2, members, "quota")};
    }
  }
  const Json clones = Json(members.List("clones"));
  view.namespace_clones = CountAt(clones, 0, members, "clones");
  view.namespace_limit = CountAt(clones, 1, members, "clones");
  view.endpoint_clones = CountAt(clones, 2, members, "clones");
  view.endpoint_limit = CountAt(clones, 3, members, "clones");
  const Json downs = Json(members.List("downs"));
  view.judged = CountAt(downs, 0, members, "downs");
  view.wanting = CountAt(downs, 1, members, "downs");
  view.kept_downs = CountAt(downs, 2, members, "downs");
  holds_twice = members.Flag("holdsTwice");
  return view;
}

Observation ReadObservation(JsonMembers& decide, const ScalingPolicy& policy, std::string& wrong) {
  static const Json nothing;
  Observation seen;
  seen.endpoint_fault = ReadFault(decide, "fault");
  const Json::Array& metrics = decide.List("metrics");
  if (metrics.size() != policy.metrics.size()) {
    decide.Wrong("metrics");
    return seen;
  }
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    JsonMembers metric(metrics[i]);
    const std::string path = "decide.metrics[" + std::to_string(i) + "].";
    const Json* up = metric.Find("up");
    const Json* down = metric.Find("down");
    MetricObservation& observed = seen.metrics.emplace_back();
    observed.signal = policy.metrics[i].signal;
    observed.up = ReadWindow(up == nullptr ? nothing : *up, path + "up.", wrong);
    observed.down = ReadWindow(down == nullptr ? nothing : *down, path + "down.", wrong);
    observed.twice.fault = Reason{ReasonCode::kIncompleteWindow, "not recorded"};
  }
  const Json::Array& lag = decide.List("lag");
  if (lag.size() != 3) {
    decide.Wrong("lag");
    return seen;
  }
  seen.replication.lag = ReadWindow(lag[0], "decide.lag[0].", wrong);
  seen.replication.writes = ReadWindow(lag[1], "decide.lag[1].", wrong);
  seen.replication.receivers = ReadWindow(lag[2], "decide.lag[2].", wrong);
  return seen;
}

History ReadPast(JsonMembers& decide) {
  const Json* past = decide.Find("past");
  if (past == nullptr || past->IsNull()) {
    return {};
  }
  auto entry = ParseLedgerEntry(past->AsString() == nullptr ? "" : *past->AsString());
  if (!entry) {
    decide.Wrong("past");
    return {};
  }
  return {*std::move(entry)};
}

}  // namespace

Result<RecordedInputs> ParseInputs(std::string_view text) {
  TRY_ASSIGN(const Json json, ParseJson(text));
  static const Json nothing;
  std::string wrong;
  RecordedInputs inputs;
  {
    JsonMembers root(json);
    const Json* decide_json = root.Find("decide");
    const Json* allocate_json = root.Find("allocate");
    Part part(decide_json == nullptr ? nothing : *decide_json, "decide.", wrong);
    JsonMembers& decide = part.members;
    const auto member = [&](std::string_view key) -> const Json& {
      const Json* found = decide.Find(key);
      return found == nullptr ? nothing : *found;
    };
    inputs.rules = decide.Count("rules");
    inputs.now = part.Stamp("now");
    inputs.policy = ReadPolicy(member("policy"), wrong);
    inputs.target = ReadTarget(member("target"), wrong);
    inputs.seen = ReadObservation(decide, inputs.policy, wrong);
    inputs.seen.cluster = ReadCluster(member("cluster"), wrong);
    inputs.past = ReadPast(decide);
    inputs.view =
        ReadView(allocate_json == nullptr ? nothing : *allocate_json, inputs.holds_twice, wrong);
  }
  if (!wrong.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "not the inputs of a decision: '" + wrong + "' is missing or malformed");
  }
  return inputs;
}

Proposal DecideAgain(const RecordedInputs& inputs) {
  Proposal proposal = Decide(inputs.policy, inputs.target, inputs.seen, inputs.past, inputs.now);
  proposal.shared.holds_twice = inputs.holds_twice;
  ApplyShared(proposal, inputs.view);
  return proposal;
}

}  // namespace gitscale
