// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/allocate.h"

#include <algorithm>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "reconciler/inputs.h"
#include "reconciler/shared_guardrails.h"
#include "reconciler/shared_view.h"
#include "reconciler/stage_facts.h"

namespace gitscale {
namespace {

using Amounts = std::map<std::string, std::int64_t>;

/// What one endpoint's targets ask for together.
struct Crowd {
  std::int32_t clones = 0;
  std::int32_t judged = 0;
  std::int32_t wanting = 0;
  std::int32_t kept = 0;
};

/// The books of the shared room while a wave is handed out.
class Books {
 public:
  explicit Books(const SharedRoom& room) : room_(room) {}

  /// Before anything is handed out: what a target holds and wants anyway.
  void Enter(const TargetKey& key, const SharedFacts& facts) {
    Reserve(key, facts, facts.arriving);
    Crowd& crowd = crowds_[facts.endpoint];
    crowd.judged += facts.window_complete ? 1 : 0;
    crowd.wanting += facts.wants_down ? 1 : 0;
    if (facts.flight_up) {
      CountClone(key, facts);
    }
  }

  void Add(const Grant& grant) {
    Reserve(grant.key, grant.facts, grant.added);
    // A floor raise may supersede a flight that is counted already.
    if (grant.added > 0 && !grant.facts.flight_up) {
      CountClone(grant.key, grant.facts);
    }
    crowds_[grant.facts.endpoint].kept += grant.keeps_down ? 1 : 0;
  }

  [[nodiscard]] SharedView ViewFor(const Proposal& proposal) {
    const RoomKey key{proposal.key.cluster, proposal.key.ns};
    const Crowd& crowd = crowds_[proposal.shared.endpoint];
    SharedView view;
    view.namespace_clones = namespace_clones_[key];
    view.namespace_limit = room_.scale_ups_per_namespace;
    view.endpoint_clones = crowd.clones;
    view.endpoint_limit = room_.scale_ups_per_endpoint;
    view.judged = crowd.judged;
    view.wanting = crowd.wanting;
    view.kept_downs = crowd.kept;
    const auto quota = room_.quotas.find(key);
    if (quota != room_.quotas.end()) {
      view.quota_fault = quota->second.fault ? quota->second.fault : UncountedIn(key);
      for (const auto& [resource, item] : quota->second.items) {
        view.quota[resource] = {item.hard_milli, item.used_milli, reserved_[key][resource]};
      }
    }
    return view;
  }

 private:
  void Reserve(const TargetKey& key, const SharedFacts& facts, std::int32_t instances) {
    if (instances > 0 && !facts.cost_fault.empty()) {
      uncounted_.try_emplace({key.cluster, key.ns},
                             fmt::format("an instance of '{}' is on its way, and what it takes is "
                                         "unknown: {}",
                                         key.name,
                                         facts.cost_fault));
    }
    Amounts& reserved = reserved_[{key.cluster, key.ns}];
    for (const auto& [resource, cost] : facts.instance_cost) {
      std::int64_t amount = 0;
      std::int64_t& sum = reserved[resource];
      if (__builtin_mul_overflow(cost, std::int64_t{instances}, &amount) ||
          __builtin_add_overflow(sum, amount, &sum)) {
        sum = std::numeric_limits<std::int64_t>::max();
      }
    }
  }

  /// Instances on their way of which nobody knows what they take: the rest is not known either.
  [[nodiscard]] std::optional<Reason> UncountedIn(const RoomKey& key) const {
    const auto found = uncounted_.find(key);
    return found == uncounted_.end() || room_.quotas.at(key).items.empty()
               ? std::nullopt
               : std::optional(Reason{ReasonCode::kQuotaUnknown, found->second});
  }

  void CountClone(const TargetKey& key, const SharedFacts& facts) {
    ++namespace_clones_[{key.cluster, key.ns}];
    ++crowds_[facts.endpoint].clones;
  }

  const SharedRoom& room_;
  std::map<RoomKey, Amounts> reserved_;
  std::map<RoomKey, std::string> uncounted_;
  std::map<RoomKey, std::int32_t> namespace_clones_;
  std::map<std::string, Crowd> crowds_;
};

/// What the guardrails over the wave looked at, down to the one that held the change.
void AddStages(Proposal& proposal, const SharedView& view) {
  for (const Rule rule : {Rule::kQuota, Rule::kCloneLimit, Rule::kBlastRadius}) {
    proposal.stages.push_back({rule, SharedFactsOf(rule, proposal, view)});
    if (proposal.outcome != Outcome::kChanged && proposal.trace.back().rule == rule) {
      return;
    }
  }
}

void Give(Proposal& proposal, Books& books) {
  const SharedView view = books.ViewFor(proposal);
  ApplyShared(proposal, view);
  if (!proposal.stages.empty()) {
    AddStages(proposal, view);
  }
  if (proposal.outcome == Outcome::kChanged) {
    proposal.inputs = JoinInputs(proposal.inputs, proposal.shared, view);
    books.Add(GrantOf(proposal));
  }
}

}  // namespace

Grant GrantOf(const Proposal& allocated) {
  Grant grant;
  grant.key = allocated.key;
  grant.facts = allocated.shared;
  if (allocated.outcome == Outcome::kChanged) {
    grant.added = std::max(0, allocated.desired - allocated.current);
    grant.keeps_down = allocated.shared.wants_down;
  }
  return grant;
}

std::vector<Proposal> Allocate(std::vector<Proposal> proposals,
                               const SharedRoom& room,
                               const std::vector<Grant>& granted) {
  std::ranges::sort(proposals, {}, &Proposal::key);
  Books books(room);
  for (const Grant& grant : granted) {
    books.Enter(grant.key, grant.facts);
    books.Add(grant);
  }
  for (const Proposal& proposal : proposals) {
    books.Enter(proposal.key, proposal.shared);
  }
  for (const bool floor_raises : {true, false}) {
    for (Proposal& proposal : proposals) {
      if (proposal.outcome == Outcome::kChanged && proposal.shared.floor_raise == floor_raises) {
        Give(proposal, books);
      }
    }
  }
  return proposals;
}

}  // namespace gitscale
