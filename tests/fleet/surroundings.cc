// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fleet/surroundings.h"

#include <algorithm>

#include <fmt/format.h>

namespace gitscale::fleet {
namespace {

using std::chrono::seconds;

constexpr std::size_t kTenantSize = 8;
constexpr std::size_t kEndpointSize = 20;

Engine EngineOf(std::size_t index) {
  switch (index % 10) {
    case 6:
    case 7:
      return Engine::kMariadb;
    case 8:
      return Engine::kRedis;
    case 9:
      return Engine::kMongodb;
    default:
      return Engine::kPostgres;
  }
}

/// What the engine's adapter would say.
void GiveEngine(Subject& subject, Engine engine) {
  Target& target = subject.target;
  target.key.engine = engine;
  target.removes_by_ordinal = engine == Engine::kMariadb || engine == Engine::kRedis;
  if (engine == Engine::kMongodb) {
    target.allowed_counts = {3, 5, 7};
    target.quorum_floor = 3;
  } else if (engine == Engine::kPostgres) {
    target.quorum_floor = subject.random.Between(1, 2);
  } else {
    target.quorum_floor = 2;
  }
}

void GivePolicy(Subject& subject) {
  Random& random = subject.random;
  ScalingPolicy& policy = subject.policy;
  policy.ns = subject.target.key.ns;
  policy.name = subject.target.key.name;
  policy.metrics = {{Signal::kReadConnections, {150'000}}};
  if (random.Chance(0.3)) {
    policy.metrics.push_back({Signal::kReadQueriesPerSecond, {400'000}});
  }
  const bool mongodb = subject.target.key.engine == Engine::kMongodb;
  policy.min_replicas = mongodb ? 3 : random.Between(2, 3);
  policy.max_replicas = mongodb ? 7 : policy.min_replicas + random.Between(2, 6);
  policy.scale_up.stabilization_window = seconds{random.Chance(0.2) ? 120 : 300};
  policy.scale_down.stabilization_window = seconds{900 * random.Between(1, 4)};
  if (random.Chance(0.15)) {
    policy.scale_up.step = 2;
    policy.scale_down.step = 2;
  }
  policy.convergence_deadline = seconds{random.Chance(0.2) ? 2700 : 900};
  policy.max_replication_lag = seconds{random.Chance(0.5) ? 30 : 60};
}

void GiveLoad(Subject& subject, const Curves& curves) {
  Random& random = subject.random;
  LoadNature& load = subject.load;
  load.curve = &curves.all[random.Next() % curves.all.size()];
  load.shift = kCurveStep * random.Between(0, 287);
  load.base = random.Unit() * 1.2;
  load.peak = 1.2 + random.Unit() * 5.5;
  load.noise = 0.01 + random.Unit() * 0.06;
  load.unevenness = random.Chance(0.1) ? 0.25 : 0;
  load.sticks = random.Chance(0.02);
  load.write_share = 0.5 + random.Unit() / 2;
}

void GiveCluster(Subject& subject) {
  Random& random = subject.random;
  ClusterNature nature;
  nature.prefix = subject.target.key.name;
  nature.by_ordinal = subject.target.removes_by_ordinal;
  nature.tells_requested = !random.Chance(0.1);
  nature.flux_delay = random.Between(seconds{20}, seconds{240});
  // A tenth are large: their clones take from half an hour to hours.
  nature.clone = random.Chance(0.1) ? random.Between(seconds{1800}, seconds{9000})
                                    : random.Between(seconds{60}, seconds{500});
  subject.git.declared = subject.policy.min_replicas;
  subject.git.declared = std::max(subject.git.declared, subject.target.quorum_floor);
  subject.git.written_at = kStart;
  subject.cluster = Cluster(nature, subject.git.declared, kStart);
}

}  // namespace

std::optional<Reason> FaultOf(const Endpoint& endpoint, SysSeconds now) {
  if (now < endpoint.down_until) {
    return Reason{ReasonCode::kMetricsUnavailable, "the metrics server does not answer"};
  }
  if (now < endpoint.skewed_until) {
    return Reason{ReasonCode::kClockSkew, "the clocks differ by 95 s"};
  }
  return std::nullopt;
}

SharedRoom RoomAt(const Surroundings& around,
                  const std::vector<Subject>& subjects,
                  SysSeconds now) {
  SharedRoom room;
  for (const Tenant& tenant : around.tenants) {
    if (tenant.hard_cpu == 0) {
      continue;
    }
    QuotaState& quota = room.quotas[{tenant.cluster, tenant.ns}];
    if (now < tenant.quota_unreadable_until) {
      quota.fault = Reason{ReasonCode::kQuotaUnknown, "the cluster does not answer"};
      continue;
    }
    std::int64_t used = 0;
    for (const std::size_t member : tenant.members) {
      used += static_cast<std::int64_t>(subjects[member].cluster.pods.size()) * kInstanceCpu;
    }
    quota.items["limits.cpu"] = {.hard_milli = tenant.hard_cpu, .used_milli = used};
  }
  return room;
}

void Populate(std::vector<Subject>& subjects,
              Surroundings& around,
              const Curves& curves,
              std::size_t count,
              std::uint64_t seed) {
  subjects.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    Subject& subject = subjects[i];
    subject.random = Random(seed * 1'000'003 + i);
    const std::size_t tenant = i / kTenantSize;
    subject.endpoint = i % ((count + kEndpointSize - 1) / kEndpointSize);
    subject.target.key = {fmt::format("prod-{}", tenant % 3),
                          Engine::kPostgres,
                          fmt::format("tenant-{}", tenant),
                          fmt::format("db-{}", i)};
    subject.target.display_name = fmt::format("tenant-{}/db-{}", tenant, i);
    subject.target.metrics = fmt::format("endpoint-{}", subject.endpoint);
    subject.target.instance_cost = {{"limits.cpu", kInstanceCpu}};
    GiveEngine(subject, EngineOf(i));
    GivePolicy(subject);
    GiveLoad(subject, curves);
    GiveCluster(subject);
    subject.latency_offset = seconds{i % 2 == 0 ? 0 : 30};
    subject.Prepare(seconds{i % 3 == 0 ? 60 : 30});
    around.endpoints.resize(std::max(around.endpoints.size(), subject.endpoint + 1));
    around.endpoints[subject.endpoint].name = subject.target.metrics;
    around.tenants.resize(std::max(around.tenants.size(), tenant + 1));
    around.tenants[tenant].cluster = subject.target.key.cluster;
    around.tenants[tenant].ns = subject.target.key.ns;
    around.tenants[tenant].members.push_back(i);
  }
  for (std::size_t i = 0; i < around.tenants.size(); i += 2) {
    // About four instances each: a peak of all at once does not fit.
    around.tenants[i].hard_cpu =
        static_cast<std::int64_t>(around.tenants[i].members.size()) * 4 * kInstanceCpu;
  }
}

Subject PlainSubject(const std::string& name, std::int32_t replicas, double standbys) {
  static const Curve kFlat{"flat", {1.0}};
  Subject subject;
  subject.random = Random(name.size() * 131 + static_cast<std::uint8_t>(name.back()));
  subject.target.key = {"prod", Engine::kPostgres, "tenant", name};
  subject.target.display_name = "tenant/" + name;
  subject.target.metrics = "endpoint";
  subject.target.instance_cost = {{"limits.cpu", kInstanceCpu}};
  subject.policy.ns = "tenant";
  subject.policy.name = name;
  subject.policy.max_replicas = 8;
  subject.policy.metrics = {{Signal::kReadConnections, {150'000}}};
  subject.load = {.curve = &kFlat, .base = standbys, .peak = standbys};
  subject.git.declared = replicas;
  subject.git.written_at = kStart;
  ClusterNature nature;
  nature.prefix = name;
  subject.cluster = Cluster(nature, replicas, kStart);
  subject.Prepare(seconds{30});
  return subject;
}

void Settle(std::vector<Subject>& subjects, Surroundings& around, Subject subject) {
  if (around.tenants.empty()) {
    around.tenants.push_back({.cluster = "prod", .ns = "tenant"});
    around.endpoints.push_back({.name = "endpoint"});
  }
  around.tenants.front().members.push_back(subjects.size());
  subjects.push_back(std::move(subject));
}

}  // namespace gitscale::fleet
