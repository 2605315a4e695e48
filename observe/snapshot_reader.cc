// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/snapshot_reader.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/file.h"
#include "base/json.h"
#include "base/quantity.h"
#include "base/time.h"
#include "observe/json_fields.h"

namespace gitscale {
namespace {

/// A target without its cluster: a file is one cluster.
struct SnapshotKey {
  Engine engine = Engine::kUnset;
  std::string ns;
  std::string name;

  auto operator<=>(const SnapshotKey&) const = default;
};

using States = std::map<SnapshotKey, ClusterState>;

Result<std::string> TextOf(const JsonPlace& place, std::string_view key) {
  TRY_ASSIGN(const JsonPlace member, place.Get(key));
  return member.Text();
}

Result<bool> BooleanOf(const JsonPlace& place, std::string_view key) {
  TRY_ASSIGN(const JsonPlace member, place.Get(key));
  return member.Boolean();
}

Result<std::optional<bool>> OptionalBooleanOf(const JsonPlace& place, std::string_view key) {
  if (!place.Has(key)) {
    return std::optional<bool>();
  }
  TRY_ASSIGN(const bool value, BooleanOf(place, key));
  return std::optional(value);
}

Result<Instance> ParseInstance(const JsonPlace& place) {
  TRY(place.CheckKeys({"pod", "role", "ready"}));
  Instance instance;
  TRY_ASSIGN(instance.pod, TextOf(place, "pod"));
  TRY_ASSIGN(const JsonPlace role_place, place.Get("role"));
  TRY_ASSIGN(const std::string role, role_place.Word({"primary", "replica", "unknown"}));
  instance.role = role == "primary"   ? Role::kPrimary
                  : role == "replica" ? Role::kReplica
                                      : Role::kUnknown;
  TRY_ASSIGN(instance.ready, BooleanOf(place, "ready"));
  return instance;
}

Result<std::vector<Instance>> ParseInstances(const JsonPlace& place) {
  TRY_ASSIGN(const std::vector<JsonPlace> elements, place.Elements());
  std::vector<Instance> instances;
  for (const JsonPlace& element : elements) {
    TRY_ASSIGN(Instance instance, ParseInstance(element));
    if (std::ranges::find(instances, instance.pod, &Instance::pod) != instances.end()) {
      return element.Refuse(fmt::format("pod '{}' stands twice", instance.pod));
    }
    instances.push_back(std::move(instance));
  }
  std::ranges::sort(instances, {}, &Instance::pod);
  return instances;
}

Status ParseWorkload(const JsonPlace& place, States& states) {
  TRY(place.CheckKeys({"engine",
                       "namespace",
                       "name",
                       "requestedReplicas",
                       "instances",
                       "operational",
                       "suspended"}));
  SnapshotKey key;
  TRY_ASSIGN(const JsonPlace engine_place, place.Get("engine"));
  TRY_ASSIGN(const std::string engine,
             engine_place.Word({"postgres", "mariadb", "redis", "mongodb", "gateway"}));
  key.engine = EngineFromName(engine).value_or(Engine::kUnset);
  TRY_ASSIGN(key.ns, TextOf(place, "namespace"));
  TRY_ASSIGN(key.name, TextOf(place, "name"));
  ClusterState state;
  if (place.Has("requestedReplicas")) {
    TRY_ASSIGN(const JsonPlace requested, place.Get("requestedReplicas"));
    TRY_ASSIGN(const std::int64_t count,
               requested.Integer(0, std::numeric_limits<std::int32_t>::max()));
    state.requested_replicas = static_cast<std::int32_t>(count);
  }
  TRY_ASSIGN(const JsonPlace instances_place, place.Get("instances"));
  TRY_ASSIGN(state.instances, ParseInstances(instances_place));
  TRY_ASSIGN(state.operational, OptionalBooleanOf(place, "operational"));
  TRY_ASSIGN(state.suspended, OptionalBooleanOf(place, "suspended"));
  if (!states.try_emplace(key, std::move(state)).second) {
    return place.Refuse(fmt::format("{} '{}/{}' stands twice", engine, key.ns, key.name));
  }
  return {};
}

Result<std::map<std::string, std::int64_t>> ParseAmounts(const JsonPlace& place,
                                                         std::string_view key) {
  TRY_ASSIGN(const JsonPlace amounts_place, place.Get(key));
  TRY_ASSIGN(const std::vector<std::string> resources, amounts_place.Keys());
  std::map<std::string, std::int64_t> amounts;
  for (const std::string& resource : resources) {
    TRY_ASSIGN(const JsonPlace amount_place, amounts_place.Get(resource));
    TRY_ASSIGN(const std::string text, amount_place.Text());
    const auto amount = ParseLimit(text);
    if (!amount || amount->milli < 0) {
      return amount_place.Refuse(fmt::format(
          "expected a quantity as Kubernetes writes it, such as \"8\" or \"500m\", found \"{}\"",
          text.substr(0, 64)));
    }
    amounts.emplace(resource, amount->milli);
  }
  return amounts;
}

/// Adds one ResourceQuota. Of several that limit a resource the one with the least room counts.
Status ParseQuota(const JsonPlace& place, std::map<std::string, QuotaState>& quotas) {
  TRY(place.CheckKeys({"namespace", "name", "hard", "used"}));
  TRY_ASSIGN(const std::string ns, TextOf(place, "namespace"));
  TRY_ASSIGN(const auto hard, ParseAmounts(place, "hard"));
  TRY_ASSIGN(const auto used, ParseAmounts(place, "used"));
  QuotaState& state = quotas[ns];
  for (const auto& [resource, allowed] : hard) {
    const auto taken = used.find(resource);
    if (taken == used.end()) {
      return place.Refuse(fmt::format("'{}' is in hard and not in used", resource));
    }
    AddQuotaItem(state, resource, {allowed, taken->second});
  }
  return {};
}

/// What a snapshot says besides the workloads.
struct SnapshotHead {
  SysSeconds time{};
  std::optional<std::map<std::string, QuotaState>> quotas;  ///< nothing: it does not say
};

Result<SnapshotHead> ParseHead(const JsonPlace& place) {
  TRY(place.CheckKeys({"apiVersion", "kind", "time", "workloads", "quotas"}));
  TRY_ASSIGN(const JsonPlace version, place.Get("apiVersion"));
  TRY(version.Word({"snapshot.gitscale.io/v1alpha1"}));
  TRY_ASSIGN(const JsonPlace kind, place.Get("kind"));
  TRY(kind.Word({"ClusterSnapshot"}));
  TRY_ASSIGN(const JsonPlace time_place, place.Get("time"));
  TRY_ASSIGN(const std::string time, time_place.Text());
  SnapshotHead head;
  if (const auto parsed = ParseRfc3339(time)) {
    head.time = *parsed;
  } else {
    return time_place.Refuse(fmt::format(
        "expected an RFC 3339 time, as in 2026-08-21T09:30:00Z, found \"{}\"", time.substr(0, 64)));
  }
  if (place.Has("quotas")) {
    TRY_ASSIGN(const JsonPlace quotas, place.Get("quotas"));
    TRY_ASSIGN(const std::vector<JsonPlace> elements, quotas.Elements());
    head.quotas.emplace();
    for (const JsonPlace& element : elements) {
      TRY(ParseQuota(element, *head.quotas));
    }
  }
  return head;
}

class SnapshotReader final : public ClusterReader {
 public:
  SnapshotReader(States states, SnapshotHead head, std::string path)
      : states_(std::move(states)), head_(std::move(head)), path_(std::move(path)) {}

  ClusterReading Read(const std::vector<TargetKey>& targets) override {
    ClusterReading reading;
    reading.as_of = head_.time;
    for (const TargetKey& target : targets) {
      AddQuota(target.ns, reading);
      const auto found = states_.find({target.engine, target.ns, target.name});
      if (found != states_.end()) {
        reading.states.push_back(found->second);
        continue;
      }
      ClusterState unknown;
      unknown.fault = Reason{ReasonCode::kClusterStateUnknown,
                             fmt::format("snapshot '{}' has no {} '{}/{}'",
                                         path_,
                                         EngineName(target.engine),
                                         target.ns,
                                         target.name)};
      reading.states.push_back(std::move(unknown));
    }
    return reading;
  }

 private:
  void AddQuota(const std::string& ns, ClusterReading& reading) const {
    if (!head_.quotas) {
      reading.quotas[ns].fault =
          Reason{ReasonCode::kQuotaUnknown,
                 fmt::format("snapshot '{}' does not say which quotas there are", path_)};
    } else if (const auto quota = head_.quotas->find(ns); quota != head_.quotas->end()) {
      reading.quotas.insert(*quota);
    }
  }

  States states_;
  SnapshotHead head_;
  std::string path_;
};

}  // namespace

Result<std::unique_ptr<ClusterReader>> ParseSnapshot(std::string_view text,
                                                     const std::string& path) {
  const auto document = ParseJson(text);
  if (!document) {
    return Fail(document.error().code, fmt::format("{}: {}", path, document.error().message), path);
  }
  const JsonPlace root(*document, path);
  TRY_ASSIGN(SnapshotHead head, ParseHead(root));
  TRY_ASSIGN(const JsonPlace list, root.Get("workloads"));
  TRY_ASSIGN(const std::vector<JsonPlace> workloads, list.Elements());
  States states;
  for (const JsonPlace& workload : workloads) {
    TRY(ParseWorkload(workload, states));
  }
  return std::make_unique<SnapshotReader>(std::move(states), std::move(head), path);
}

Result<std::unique_ptr<ClusterReader>> LoadSnapshotReader(const std::string& path) {
  TRY_ASSIGN(const std::string text, ReadFile(path));
  return ParseSnapshot(text, path);
}

}  // namespace gitscale
