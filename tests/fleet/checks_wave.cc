// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "tests/fleet/checks.h"

/// What targets share, recomputed from instances and open flights.
namespace gitscale::fleet {
namespace {

bool FliesUp(const Subject& subject) {
  return subject.truth.flight_open && subject.truth.flight_to > subject.truth.flight_from;
}

/// Instances that exist, and those of open flights that still have to come.
std::int64_t Committed(const Subject& subject) {
  const auto existing = static_cast<std::int64_t>(subject.cluster.pods.size());
  return FliesUp(subject) ? std::max<std::int64_t>(existing, subject.truth.flight_to) : existing;
}

void CheckTenant(Checks& checks,
                 const std::vector<Subject>& subjects,
                 const Tenant& tenant,
                 const SharedRoom& room,
                 const std::vector<Considered>& runs,
                 const std::set<std::size_t>& grown) {
  std::optional<std::size_t> newest;
  std::int64_t instances = 0;
  std::int32_t flights = 0;
  bool only_floors = true;
  for (const std::size_t member : tenant.members) {
    instances += Committed(subjects[member]);
    flights += FliesUp(subjects[member]) ? 1 : 0;
    if (grown.contains(member)) {
      newest = member;
      only_floors = only_floors && runs[member].given.shared.floor_raise;
    }
  }
  if (!newest) {
    return;
  }
  if (tenant.hard_cpu != 0 && instances * kInstanceCpu > tenant.hard_cpu) {
    checks.Fail("NeverAboveQuota",
                subjects[*newest],
                runs[*newest],
                fmt::format("{} instances of {} with open flights, the quota fits {}",
                            instances,
                            tenant.ns,
                            tenant.hard_cpu / kInstanceCpu));
  }
  if (!only_floors && flights > room.scale_ups_per_namespace) {
    checks.Fail("FewClonesAtOnce",
                subjects[*newest],
                runs[*newest],
                fmt::format("{} flights up in {}", flights, tenant.ns));
  }
}

void CheckEndpoint(Checks& checks,
                   const std::vector<Subject>& subjects,
                   std::size_t endpoint,
                   const std::vector<Considered>& runs,
                   const std::vector<std::size_t>& changed) {
  std::int32_t judged = 0;
  std::int32_t wanted = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (subjects[i].endpoint == endpoint) {
      judged += runs[i].decided.shared.window_complete ? 1 : 0;
      wanted += runs[i].decided.desired < runs[i].decided.current ? 1 : 0;
    }
  }
  std::optional<std::size_t> newest;
  std::int32_t shrunk = 0;
  for (const std::size_t i : changed) {
    if (subjects[i].endpoint == endpoint && runs[i].given.desired < runs[i].given.current &&
        runs[i].given.reason.code != ReasonCode::kRolledBack) {
      newest = i;
      ++shrunk;
    }
  }
  if (newest && judged >= 5 && wanted * 2 > judged && shrunk > std::max(1, judged / 10)) {
    checks.Fail("FewShrinkAtOnce",
                subjects[*newest],
                runs[*newest],
                fmt::format("{} of {} shrink in one run", shrunk, judged));
  }
}

}  // namespace

void CheckWave(Checks& checks,
               const std::vector<Subject>& subjects,
               const Surroundings& around,
               const SharedRoom& room,
               const std::vector<Considered>& runs,
               const std::vector<std::size_t>& changed) {
  std::set<std::size_t> grown;
  std::set<std::size_t> endpoints;
  for (const std::size_t i : changed) {
    if (runs[i].given.desired > runs[i].given.current) {
      grown.insert(i);
    } else {
      endpoints.insert(subjects[i].endpoint);
    }
  }
  if (!grown.empty()) {
    for (const Tenant& tenant : around.tenants) {
      CheckTenant(checks, subjects, tenant, room, runs, grown);
    }
  }
  for (const std::size_t endpoint : endpoints) {
    CheckEndpoint(checks, subjects, endpoint, runs, changed);
  }
}

void CheckOrder(Checks& checks,
                const std::vector<Subject>& subjects,
                const std::vector<Considered>& runs,
                const SharedRoom& room) {
  std::vector<Proposal> proposals;
  for (std::size_t i = runs.size(); i-- > 0;) {
    proposals.push_back(runs[i].decided);
  }
  std::map<TargetKey, Proposal> allocated;
  for (Proposal& proposal : Allocate(std::move(proposals), room)) {
    TargetKey key = proposal.key;
    allocated.emplace(std::move(key), std::move(proposal));
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (allocated.at(runs[i].decided.key) != runs[i].given) {
      checks.Fail("OrderDoesNotMatter", subjects[i], runs[i], "allocated in reverse order");
    }
  }
}

}  // namespace gitscale::fleet
