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

/// What the targets of a run share.
struct SharedRoom {
  std::map<RoomKey, QuotaState> quotas;      ///< a namespace that is not here has no quota
  std::int32_t scale_ups_per_namespace = 2;  ///< open flights up at once, >= 1
  std::int32_t scale_ups_per_endpoint = 10;  ///< likewise, >= 1
};

/// What one target that was allocated before holds of the room: nobody takes it back.
struct Grant {
  TargetKey key;
  SharedFacts facts;
  std::int32_t added = 0;   ///< instances that its change adds; 0: no change up
  bool keeps_down = false;  ///< its change down was kept

  bool operator==(const Grant&) const = default;
};

[[nodiscard]] Grant GrantOf(const Proposal& allocated);

/// What all targets of a wave do together: the proposals in target order, after the guardrails that
/// they share, in this order: Quota, CloneLimit, BlastRadius. Each may hold or shrink a change,
/// never enlarge one. A floor raise knows the quota alone, and takes its room before the others do.
/// A change that is held holds nothing of the room. What each change was given is added to its
/// inputs.
///
/// Pure; the order of the arguments does not matter. REQUIRES: one proposal per key; no grant has
/// the key of a proposal.
[[nodiscard]] std::vector<Proposal> Allocate(std::vector<Proposal> proposals,
                                             const SharedRoom& room,
                                             const std::vector<Grant>& granted = {});

}  // namespace gitscale
