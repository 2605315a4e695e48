// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/shared_guardrails.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace gitscale {
namespace {

bool Wants(const Proposal& proposal, bool up) {
  return proposal.outcome == Outcome::kChanged && (proposal.desired > proposal.current) == up;
}

/// What one endpoint's targets ask for together.
struct Tally {
  std::int32_t judged = 0;  // with a complete scale-down window
  std::int32_t down = 0;
  std::int32_t kept = 0;
};

}  // namespace

void Shrink(Proposal& proposal, Rule rule, std::int32_t after, Reason reason) {
  proposal.trace.push_back({.rule = rule,
                            .before = proposal.desired,
                            .after = after,
                            .reason = reason,
                            .until = std::nullopt});
  proposal.desired = after;
  for (Condition& condition : proposal.conditions) {
    if (condition.type == ConditionType::kScalingLimited) {
      condition.status = true;
      condition.reason = reason;
    }
  }
  if (after == proposal.current) {
    proposal.outcome = Outcome::kHeld;
    proposal.reason = std::move(reason);
    proposal.inputs.clear();
  }
}

void ApplyCloneLimit(std::vector<Proposal>& proposals, const SharedRoom& room) {
  std::map<RoomKey, std::int32_t> per_namespace;
  std::map<std::string, std::int32_t> per_endpoint;
  const auto count = [&](const Proposal& proposal) {
    ++per_namespace[{proposal.key.cluster, proposal.key.ns}];
    ++per_endpoint[proposal.shared.endpoint];
  };
  for (const Proposal& proposal : proposals) {
    if (proposal.shared.flight_up || (Wants(proposal, true) && proposal.shared.floor_raise)) {
      count(proposal);
    }
  }
  for (Proposal& proposal : proposals) {
    if (!Wants(proposal, true) || proposal.shared.floor_raise) {
      continue;
    }
    const std::int32_t here = per_namespace[{proposal.key.cluster, proposal.key.ns}];
    const std::int32_t there = per_endpoint[proposal.shared.endpoint];
    if (here >= room.scale_ups_per_namespace) {
      Shrink(proposal,
             Rule::kCloneLimit,
             proposal.current,
             {ReasonCode::kCloneLimit,
              fmt::format("{} scale-ups are under way in the namespace, at most {} at once",
                          here,
                          room.scale_ups_per_namespace)});
    } else if (there >= room.scale_ups_per_endpoint) {
      Shrink(proposal,
             Rule::kCloneLimit,
             proposal.current,
             {ReasonCode::kCloneLimit,
              fmt::format("{} scale-ups are under way on the endpoint, at most {} at once",
                          there,
                          room.scale_ups_per_endpoint)});
    } else {
      count(proposal);
    }
  }
}

void ApplyBlastRadius(std::vector<Proposal>& proposals) {
  std::map<std::string, Tally> tallies;
  for (const Proposal& proposal : proposals) {
    Tally& tally = tallies[proposal.shared.endpoint];
    tally.judged += proposal.shared.window_complete ? 1 : 0;
    tally.down += Wants(proposal, false) ? 1 : 0;
  }
  for (Proposal& proposal : proposals) {
    Tally& tally = tallies[proposal.shared.endpoint];
    if (!Wants(proposal, false) || proposal.reason.code == ReasonCode::kRolledBack ||
        tally.judged < kBlastRadiusTargets || tally.down * 2 <= tally.judged) {
      continue;
    }
    const std::int32_t most = std::max(1, tally.judged * kBlastRadiusPercent / 100);
    const std::string crowd =
        fmt::format("{} of {} targets want fewer at once", tally.down, tally.judged);
    if (!proposal.shared.holds_twice) {
      Shrink(proposal,
             Rule::kBlastRadius,
             proposal.current,
             {ReasonCode::kBlastRadius, crowd + ": this one not for twice its window yet"});
    } else if (tally.kept >= most) {
      Shrink(proposal,
             Rule::kBlastRadius,
             proposal.current,
             {ReasonCode::kBlastRadius, fmt::format("{}: at most {} per run", crowd, most)});
    } else {
      ++tally.kept;
    }
  }
}

}  // namespace gitscale
