// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "reconciler/allocate.h"
#include "tests/fleet/subject.h"

namespace gitscale::fleet {

/// What one instance of every simulated target takes of limits.cpu, in milli-units.
inline constexpr std::int64_t kInstanceCpu = 2000;

/// One metrics server.
struct Endpoint {
  std::string name;
  SysSeconds down_until{};
  SysSeconds skewed_until{};
  SysSeconds zero_until{};  ///< everything it serves is zero
};

/// One tenant: a namespace, and the repository that declares its targets.
struct Tenant {
  std::string cluster;
  std::string ns;
  std::vector<std::size_t> members;  ///< indexes of its targets
  std::int64_t hard_cpu = 0;         ///< 0: no quota
  SysSeconds quota_unreadable_until{};
};

/// What targets have in common.
struct Surroundings {
  std::vector<Endpoint> endpoints;
  std::vector<Tenant> tenants;
  std::map<std::string, std::string> ledger;  ///< text by path
};

/// Why nothing of the endpoint can be believed at `now`, or nothing.
[[nodiscard]] std::optional<Reason> FaultOf(const Endpoint& endpoint, SysSeconds now);

/// Quotas as a run at `now` reads them.
[[nodiscard]] SharedRoom RoomAt(const Surroundings& around,
                                const std::vector<Subject>& subjects,
                                SysSeconds now);

/// `count` targets of all engines with loads of all kinds; tenants of eight, endpoints of twenty.
void Populate(std::vector<Subject>& subjects,
              Surroundings& around,
              const Curves& curves,
              std::size_t count,
              std::uint64_t seed);

/// One postgres target with `replicas` instances, in order, on endpoint 0 of the first tenant,
/// under a constant load of `standbys`; for scenarios. Only the plainest habits.
[[nodiscard]] Subject PlainSubject(const std::string& name, std::int32_t replicas, double standbys);

/// Adds it to the first tenant and endpoint, which are made when there are none.
void Settle(std::vector<Subject>& subjects, Surroundings& around, Subject subject);

}  // namespace gitscale::fleet
