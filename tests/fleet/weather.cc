// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fleet/weather.h"

#include <algorithm>

namespace gitscale::fleet {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

constexpr double kRunsPerDay = 288;

/// Whether something that happens `per_day` times a day begins before this run.
bool Begins(Random& random, double per_day) {
  return random.Chance(per_day / kRunsPerDay);
}

/// Until when something lasts that begins now.
SysSeconds For(Random& random, SysSeconds now, minutes least, minutes most) {
  return now + random.Between(seconds{least}, seconds{most});
}

Pod* AnyPod(Subject& subject) {
  auto& pods = subject.cluster.pods;
  return pods.empty() ? nullptr : &pods[subject.random.Next() % pods.size()];
}

void OnExporters(Subject& subject, const Climate& climate, SysSeconds now) {
  Random& random = subject.random;
  if (Begins(random, climate.lag)) {
    const auto limit = static_cast<std::int32_t>(subject.policy.max_replication_lag.count());
    subject.lag_milli = random.Between(limit * 800, limit * 3000);
    subject.lag_until = For(random, now, minutes{2}, minutes{60});
    subject.lag_tail_until = subject.lag_until + random.Between(seconds{0}, seconds{1500});
  }
  Pod* const pod = AnyPod(subject);
  if (pod != nullptr && Begins(random, climate.exporter_lost)) {
    pod->dark_until = For(random, now, minutes{3}, minutes{360});
  }
  if (pod != nullptr && Begins(random, climate.silent_receiver)) {
    pod->silent_until = For(random, now, minutes{3}, minutes{60});
  }
  if (Begins(random, climate.scrapes_lost)) {
    subject.scrapes_lost_until = For(random, now, minutes{3}, minutes{120});
  }
  if (Begins(random, climate.not_a_number)) {
    subject.nan_until = For(random, now, minutes{1}, minutes{10});
  }
}

void OnCluster(Subject& subject, const Climate& climate, SysSeconds now) {
  Random& random = subject.random;
  Cluster& cluster = subject.cluster;
  if (Begins(random, climate.fail_over)) {
    cluster.FailOver(now);
  }
  if (Begins(random, climate.pod_lost)) {
    cluster.LosePod(For(random, now, minutes{4}, minutes{90}), random.Chance(0.3));
  }
  if (Begins(random, climate.flux_suspended)) {
    cluster.suspended_until = For(random, now, minutes{5}, minutes{300});
  }
  if (Begins(random, climate.apply_fails)) {
    cluster.apply_fails_until = For(random, now, minutes{5}, minutes{180});
  }
  if (Begins(random, climate.clones_break)) {
    cluster.clones_break_until = For(random, now, minutes{30}, minutes{480});
  }
  if (Begins(random, climate.cluster_unreadable)) {
    cluster.unreadable_until = For(random, now, minutes{3}, minutes{40});
  }
}

void OnEndpoint(Endpoint& endpoint, const Climate& climate, Random& random, SysSeconds now) {
  if (Begins(random, climate.endpoint_down)) {
    endpoint.down_until = For(random, now, minutes{3}, minutes{40});
  }
  if (Begins(random, climate.endpoint_skewed)) {
    endpoint.skewed_until = For(random, now, minutes{3}, minutes{60});
  }
  if (Begins(random, climate.endpoint_zero)) {
    endpoint.zero_until = For(random, now, minutes{10}, minutes{180});
  }
}

void OnTenant(Tenant& tenant, const Climate& climate, Random& random, SysSeconds now) {
  if (tenant.hard_cpu == 0) {
    return;
  }
  if (Begins(random, climate.quota_changes)) {
    const auto members = static_cast<std::int64_t>(tenant.members.size());
    tenant.hard_cpu = members * kInstanceCpu * random.Between(5, 12) / 2;
  }
  if (Begins(random, climate.quota_unreadable)) {
    tenant.quota_unreadable_until = For(random, now, minutes{3}, minutes{60});
  }
}

}  // namespace

void Weather(std::vector<Subject>& subjects,
             Surroundings& around,
             const Climate& climate,
             Random& random,
             SysSeconds now) {
  for (Endpoint& endpoint : around.endpoints) {
    OnEndpoint(endpoint, climate, random, now);
  }
  for (Tenant& tenant : around.tenants) {
    OnTenant(tenant, climate, random, now);
  }
  for (Subject& subject : subjects) {
    OnExporters(subject, climate, now);
    OnCluster(subject, climate, now);
  }
}

}  // namespace gitscale::fleet
