// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <limits>
#include <map>
#include <string>

#include <fmt/format.h>

#include "base/quantity.h"
#include "reconciler/counts.h"
#include "reconciler/shared_guardrails.h"

namespace gitscale {
namespace {

using Amounts = std::map<std::string, std::int64_t>;

/// left - taken, and a least value when that does not fit: full is the safe side.
std::int64_t Less(std::int64_t left, std::int64_t taken) {
  std::int64_t difference = 0;
  return __builtin_sub_overflow(left, taken, &difference) ? std::numeric_limits<std::int64_t>::min()
                                                          : difference;
}

std::int64_t Times(std::int64_t amount, std::int64_t count) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(amount, count, &product) ? std::numeric_limits<std::int64_t>::max()
                                                         : product;
}

/// What is left of one namespace's quota while a wave is handed out.
class Room {
 public:
  explicit Room(const QuotaState& quota) : quota_(&quota) {
    for (const auto& [resource, item] : quota.items) {
      left_[resource] = Less(item.hard_milli, item.used_milli);
    }
  }

  void Reserve(const Amounts& cost, std::int32_t instances) {
    for (auto& [resource, left] : left_) {
      if (const auto found = cost.find(resource); found != cost.end()) {
        left = Less(left, Times(found->second, instances));
      }
    }
  }

  /// How many instances of that cost fit, at most `wanted`; `scarce` names the resource that limits
  /// them.
  std::int32_t Fit(const Amounts& cost, std::int32_t wanted, std::string& scarce) const {
    std::int64_t fit = wanted;
    for (const auto& [resource, left] : left_) {
      const auto found = cost.find(resource);
      if (found == cost.end() || found->second <= 0) {
        continue;
      }
      const std::int64_t here = left < 0 ? 0 : left / found->second;
      if (here < fit) {
        fit = here;
        scarce = resource;
      }
    }
    return static_cast<std::int32_t>(fit);
  }

  [[nodiscard]] const QuotaState& quota() const { return *quota_; }

  [[nodiscard]] std::int64_t Left(const std::string& resource) const {
    const auto found = left_.find(resource);
    return found == left_.end() ? 0 : found->second;
  }

 private:
  const QuotaState* quota_;
  Amounts left_;
};

std::string Shortage(const Room& room, const Proposal& proposal, const std::string& resource) {
  const QuotaItem& item = room.quota().items.at(resource);
  return fmt::format("one instance takes {} of {}, {} of {} are left",
                     FormatQuantity({proposal.shared.instance_cost.at(resource)}),
                     resource,
                     FormatQuantity({std::max<std::int64_t>(0, room.Left(resource))}),
                     FormatQuantity({item.hard_milli}));
}

/// The largest count the engine can run that is not above `most`, or the present one.
std::int32_t AllowedUpTo(const Proposal& proposal, std::int32_t most) {
  const AllowedCounts& allowed = proposal.shared.allowed_counts;
  while (most > proposal.current && !IsAllowed(allowed, most)) {
    --most;
  }
  return std::max(most, proposal.current);
}

void FitOne(Proposal& proposal, Room& room) {
  const auto& facts = proposal.shared;
  if (room.quota().fault) {
    Shrink(proposal,
           Rule::kQuota,
           proposal.current,
           {ReasonCode::kQuotaUnknown, "the quota cannot be read: " + room.quota().fault->message});
    return;
  }
  if (!facts.cost_fault.empty()) {
    Shrink(
        proposal,
        Rule::kQuota,
        proposal.current,
        {ReasonCode::kQuotaUnknown,
         "the namespace has a quota, and the cost of an instance is unknown: " + facts.cost_fault});
    return;
  }
  std::string scarce;
  const std::int32_t wanted = proposal.desired - proposal.current;
  const std::int32_t fit = room.Fit(facts.instance_cost, wanted, scarce);
  if (fit < wanted) {
    const std::string why = Shortage(room, proposal, scarce);
    const QuotaItem& item = room.quota().items.at(scarce);
    if (facts.floor_raise) {
      Shrink(proposal,
             Rule::kQuota,
             proposal.current,
             {ReasonCode::kQuorumExceedsQuota,
              fmt::format("the quorum needs {} instances: {}", proposal.desired, why)});
    } else if (item.used_milli > item.hard_milli) {
      Shrink(proposal,
             Rule::kQuota,
             proposal.current,
             {ReasonCode::kQuotaBelowUsage,
              fmt::format("{}: {} used of {}",
                          scarce,
                          FormatQuantity({item.used_milli}),
                          FormatQuantity({item.hard_milli}))});
    } else {
      Shrink(proposal,
             Rule::kQuota,
             AllowedUpTo(proposal, proposal.current + fit),
             {ReasonCode::kQuotaExceeded, why});
    }
  }
  if (proposal.outcome == Outcome::kChanged) {
    room.Reserve(facts.instance_cost, proposal.desired - proposal.current);
  }
}

}  // namespace

void ApplyQuota(std::vector<Proposal>& proposals, const SharedRoom& room) {
  std::map<RoomKey, Room> rooms;
  for (const auto& [key, quota] : room.quotas) {
    rooms.emplace(key, Room(quota));
  }
  const auto room_of = [&](const Proposal& proposal) {
    const auto found = rooms.find({proposal.key.cluster, proposal.key.ns});
    return found == rooms.end() ? nullptr : &found->second;
  };
  // What open flights still have to take comes first, whatever the order of targets.
  for (const Proposal& proposal : proposals) {
    if (Room* const own = room_of(proposal)) {
      own->Reserve(proposal.shared.instance_cost, proposal.shared.arriving);
    }
  }
  for (Proposal& proposal : proposals) {
    Room* const own = room_of(proposal);
    if (own != nullptr && proposal.outcome == Outcome::kChanged &&
        proposal.desired > proposal.current) {
      FitOne(proposal, *own);
    }
  }
}

}  // namespace gitscale
