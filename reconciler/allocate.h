// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "reconciler/observation.h"
#include "reconciler/proposal.h"

namespace gitscale {

/// Cluster name and namespace.
using RoomKey = std::pair<std::string, std::string>;

/// What the targets of a wave share.
struct SharedRoom {
  std::map<RoomKey, QuotaState> quotas;      ///< a namespace that is not here has no quota
  std::int32_t scale_ups_per_namespace = 2;  ///< open flights up at once, >= 1
  std::int32_t scale_ups_per_endpoint = 10;  ///< likewise, >= 1
};

/// What all targets of a wave do together: the proposals in target order, after the guardrails that
/// they share, in this order: Quota, CloneLimit, BlastRadius. Each may hold or shrink a change,
/// never enlarge one; a floor raise knows the quota alone. Pure; the order of the argument does not
/// matter. REQUIRES: one proposal per key.
[[nodiscard]] std::vector<Proposal> Allocate(std::vector<Proposal> proposals,
                                             const SharedRoom& room);

}  // namespace gitscale
