// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/quantity.h"
#include "reconciler/counts.h"
#include "reconciler/shared_guardrails.h"

namespace gitscale {
namespace {

/// left - taken, and a least value when that does not fit: full is the safe side.
std::int64_t Less(std::int64_t left, std::int64_t taken) {
  std::int64_t difference = 0;
  return __builtin_sub_overflow(left, taken, &difference) ? std::numeric_limits<std::int64_t>::min()
                                                          : difference;
}

std::int64_t Left(const QuotaShare& share) {
  return Less(Less(share.hard_milli, share.used_milli), share.reserved_milli);
}

/// Resources that any instance may take some of: a cost that says nothing about one is not zero. Of
/// the rest (devices, Services, Secrets) an instance takes what its engine is known to take, or
/// none.
constexpr auto kTakenByAny = std::to_array<std::string_view>({"cpu",
                                                              "memory",
                                                              "ephemeral-storage",
                                                              "requests.cpu",
                                                              "requests.memory",
                                                              "requests.ephemeral-storage",
                                                              "requests.storage",
                                                              "limits.cpu",
                                                              "limits.memory",
                                                              "limits.ephemeral-storage",
                                                              "persistentvolumeclaims",
                                                              "count/persistentvolumeclaims",
                                                              "pods",
                                                              "count/pods"});

/// In the name of a resource that counts the volumes of one storage class only.
constexpr std::string_view kOfClass = ".storageclass.storage.k8s.io/";

/// Whether it is known how much of a resource an instance takes. A cost that names the class of its
/// volumes takes nothing of the other classes.
bool IsKnown(const std::map<std::string, std::int64_t>& cost, const std::string& resource) {
  if (cost.contains(resource)) {
    return true;
  }
  if (resource.find(kOfClass) == std::string::npos) {
    return std::ranges::find(kTakenByAny, resource) == kTakenByAny.end();
  }
  const auto storage = cost.find("requests.storage");
  return (storage != cost.end() && storage->second == 0) ||
         std::ranges::any_of(cost, [](const auto& amount) {
           return amount.first.find(kOfClass) != std::string::npos;
         });
}

/// Why the quota cannot be compared with the cost, or nothing.
std::string WhyUnknown(const Proposal& proposal, const SharedView& view) {
  if (view.quota_fault) {
    return "the quota cannot be read: " + view.quota_fault->message;
  }
  for (const auto& [resource, share] : view.quota) {
    if (!IsKnown(proposal.shared.instance_cost, resource)) {
      return fmt::format("the quota limits {}, and how much of it an instance takes is unknown{}{}",
                         resource,
                         proposal.shared.cost_fault.empty() ? "" : ": ",
                         proposal.shared.cost_fault);
    }
  }
  return {};
}

/// How many instances fit, at most `wanted`, and the resource that limits them.
struct Fit {
  std::int32_t instances = 0;
  std::string scarce;
};

Fit FitInto(const Proposal& proposal, const SharedView& view, std::int32_t wanted) {
  std::int64_t fit = wanted;
  std::string scarce;
  for (const auto& [resource, share] : view.quota) {
    const auto cost = proposal.shared.instance_cost.find(resource);
    if (cost == proposal.shared.instance_cost.end() || cost->second <= 0) {
      continue;
    }
    const std::int64_t here = std::max<std::int64_t>(0, Left(share)) / cost->second;
    if (here < fit) {
      fit = here;
      scarce = resource;
    }
  }
  return {static_cast<std::int32_t>(fit), std::move(scarce)};
}

std::string Shortage(const Proposal& proposal,
                     const std::string& resource,
                     const QuotaShare& share) {
  return fmt::format("one instance takes {} of {}, {} of {} are left",
                     FormatQuantity({proposal.shared.instance_cost.at(resource)}),
                     resource,
                     FormatQuantity({std::max<std::int64_t>(0, Left(share))}),
                     FormatQuantity({share.hard_milli}));
}

/// The largest count the engine can run that is not above `most`, or the present one.
std::int32_t AllowedUpTo(const Proposal& proposal, std::int32_t most) {
  const AllowedCounts& allowed = proposal.shared.allowed_counts;
  while (most > proposal.current && !IsAllowed(allowed, most)) {
    --most;
  }
  return std::max(most, proposal.current);
}

}  // namespace

void LimitToQuota(Proposal& proposal, const SharedView& view) {
  if (proposal.desired <= proposal.current) {
    return;
  }
  const std::int32_t wanted = proposal.desired - proposal.current;
  const auto shrink_to = [&](std::int32_t after, ReasonCode code, std::string message) {
    Shrink(proposal, Rule::kQuota, after, {code, std::move(message)});
  };
  if (std::string why = WhyUnknown(proposal, view); !why.empty()) {
    shrink_to(proposal.current, ReasonCode::kQuotaUnknown, std::move(why));
    return;
  }
  const Fit fit = FitInto(proposal, view, wanted);
  if (fit.instances >= wanted) {
    return;
  }
  const QuotaShare& share = view.quota.at(fit.scarce);
  const std::string why = Shortage(proposal, fit.scarce, share);
  if (proposal.shared.floor_raise) {
    shrink_to(proposal.current,
              ReasonCode::kQuorumExceedsQuota,
              fmt::format("the quorum needs {} instances: {}", proposal.desired, why));
  } else if (share.used_milli > share.hard_milli) {
    shrink_to(proposal.current,
              ReasonCode::kQuotaBelowUsage,
              fmt::format("{}: {} used of {}",
                          fit.scarce,
                          FormatQuantity({share.used_milli}),
                          FormatQuantity({share.hard_milli})));
  } else {
    shrink_to(
        AllowedUpTo(proposal, proposal.current + fit.instances), ReasonCode::kQuotaExceeded, why);
  }
}

}  // namespace gitscale
