// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/allocate.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "reconciler/decide.h"
#include "tests/support/builders.h"

namespace gitscale {
namespace {

using testing::APolicy;
using testing::ATarget;
using testing::kNow;
using testing::Seen;

constexpr std::int64_t kCpu = 500;  // limits.cpu of one instance, in thousandths

/// A proposal of tenant-acme/<name>; load in connections over all standbys.
Proposal Of(const std::string& name,
            std::int32_t replicas,
            std::int64_t load,
            const std::function<void(ScalingPolicy&, Target&, Observation&)>& change = {}) {
  ScalingPolicy policy = APolicy();
  policy.name = name;
  Target target = ATarget(replicas);
  target.key.name = "postgres-" + name;
  target.instance_cost = {{"limits.cpu", kCpu}, {"requests.cpu", kCpu / 10}, {"pods", 1000}};
  Observation seen = Seen(policy, target, {load * 1000});
  if (change) {
    change(policy, target, seen);
  }
  return Decide(policy, target, seen, History{}, kNow);
}

SharedRoom WithCpu(std::int64_t hard, std::int64_t used) {
  SharedRoom room;
  room.quotas[{"prod", "tenant-acme"}].items["limits.cpu"] = {hard, used};
  return room;
}

TEST(Quota, ScaleUpThatFitsGoesThrough) {
  const auto out = Allocate({Of("a", 3, 420)}, WithCpu(2000, 1500));
  EXPECT_EQ(out[0].desired, 4);
  EXPECT_EQ(out[0].outcome, Outcome::kChanged);
}

TEST(Quota, ScaleUpThatDoesNotFitIsHeld) {
  const auto out = Allocate({Of("a", 3, 420)}, WithCpu(1999, 1500));
  EXPECT_EQ(out[0].desired, 3);
  EXPECT_EQ(out[0].outcome, Outcome::kHeld);
  EXPECT_EQ(out[0].reason.code, ReasonCode::kQuotaExceeded);
  EXPECT_EQ(out[0].reason.message, "one instance takes 0.5 of limits.cpu, 0.499 of 1.999 are left");
  EXPECT_TRUE(out[0].inputs.empty());
}

TEST(Quota, WideStepIsClampedToWhatFits) {
  const auto wide = [](ScalingPolicy& policy, Target&, Observation&) { policy.scale_up.step = 3; };
  const auto out = Allocate({Of("a", 3, 3000, wide)}, WithCpu(2600, 1500));
  EXPECT_EQ(out[0].desired, 5);
  EXPECT_EQ(out[0].outcome, Outcome::kChanged);
  EXPECT_EQ(out[0].trace.back().rule, Rule::kQuota);
}

TEST(Quota, ClampedCountMustBeAllowed) {
  const auto wide = [](ScalingPolicy&, Target& target, Observation&) {
    target.allowed_counts = {3, 5, 7};
  };
  EXPECT_EQ(Allocate({Of("a", 3, 3000, wide)}, WithCpu(2100, 1500))[0].desired, 3);
  EXPECT_EQ(Allocate({Of("a", 3, 3000, wide)}, WithCpu(2500, 1500))[0].desired, 5);
}

TEST(Quota, SiblingsShareWhatIsLeft) {
  const auto out = Allocate({Of("b", 3, 420), Of("a", 3, 420)}, WithCpu(2000, 1500));
  EXPECT_EQ(out[0].key.name, "postgres-a");
  EXPECT_EQ(out[0].desired, 4);
  EXPECT_EQ(out[1].desired, 3);
  EXPECT_EQ(out[1].reason.code, ReasonCode::kQuotaExceeded);
}

TEST(Quota, OpenFlightsAreReservedFirst) {
  Proposal flying = Of("z", 3, 300);
  flying.shared.arriving = 1;
  EXPECT_EQ(Allocate({Of("a", 3, 420), flying}, WithCpu(2000, 1500))[0].desired, 3);
}

TEST(Quota, RequestsAndLimitsAreApart) {
  SharedRoom room;
  room.quotas[{"prod", "tenant-acme"}].items = {{"limits.cpu", {9000, 0}},
                                                {"requests.cpu", {49, 0}}};
  EXPECT_EQ(Allocate({Of("a", 3, 420)}, room)[0].desired, 3);
  room.quotas[{"prod", "tenant-acme"}].items["requests.cpu"] = {50, 0};
  EXPECT_EQ(Allocate({Of("a", 3, 420)}, room)[0].desired, 4);
}

TEST(Quota, UsageAboveHardShrinksNothing) {
  const auto out = Allocate({Of("a", 3, 300), Of("b", 3, 420), Of("c", 3, 0)}, WithCpu(1000, 4500));
  EXPECT_EQ(out[0].desired, 3);
  EXPECT_EQ(out[1].reason.code, ReasonCode::kQuotaBelowUsage);
  EXPECT_EQ(out[2].desired, 2) << "a scale-down the metrics ask for is not the quota's business";
}

TEST(Quota, UnreadableAllowsNoIncrease) {
  SharedRoom room;
  room.quotas[{"prod", "tenant-acme"}].fault =
      Reason{ReasonCode::kClusterStateUnknown, "forbidden"};
  const auto out = Allocate({Of("a", 3, 420), Of("b", 3, 0)}, room);
  EXPECT_EQ(out[0].reason.code, ReasonCode::kQuotaUnknown);
  EXPECT_EQ(out[1].desired, 2);
}

/// Leaves a resource out of what an instance is known to take.
auto Without(const std::string& resource, const std::string& fault) {
  return [=](ScalingPolicy&, Target& target, Observation&) {
    target.instance_cost.erase(resource);
    target.cost_fault = fault;
  };
}

SharedRoom WithItem(const std::string& resource) {
  SharedRoom room;
  room.quotas[{"prod", "tenant-acme"}].items[resource] = {9'000'000, 0};
  return room;
}

TEST(Quota, UnknownCostAllowsNoIncreaseUnderAQuota) {
  const auto unknown = Without("limits.cpu", "preset 'x9' is unknown");
  const auto out = Allocate({Of("a", 3, 420, unknown)}, WithCpu(9000, 0));
  EXPECT_EQ(out[0].desired, 3);
  EXPECT_EQ(out[0].reason.code, ReasonCode::kQuotaUnknown);
  EXPECT_EQ(out[0].reason.message,
            "the quota limits limits.cpu, and how much of it an instance takes is unknown: preset "
            "'x9' is unknown");
  EXPECT_EQ(Allocate({Of("a", 3, 420, unknown)}, SharedRoom{})[0].desired, 4);
}

TEST(Quota, AnUnknownCostMattersOnlyToAQuotaOnIt) {
  const auto unknown = Without("limits.cpu", "preset 'x9' is unknown");
  EXPECT_EQ(Allocate({Of("a", 3, 420, unknown)}, WithItem("pods"))[0].desired, 4);
}

TEST(Quota, WhatAnyInstanceMayTakeIsNeverFree) {
  for (const std::string resource : {"cpu",
                                     "memory",
                                     "ephemeral-storage",
                                     "limits.memory",
                                     "requests.memory",
                                     "limits.ephemeral-storage",
                                     "requests.ephemeral-storage",
                                     "requests.storage",
                                     "persistentvolumeclaims",
                                     "count/persistentvolumeclaims",
                                     "count/pods",
                                     "fast.storageclass.storage.k8s.io/requests.storage"}) {
    const auto out = Allocate({Of("a", 3, 420)}, WithItem(resource));
    EXPECT_EQ(out[0].desired, 3) << resource;
    EXPECT_EQ(out[0].reason.code, ReasonCode::kQuotaUnknown) << resource;
  }
}

TEST(Quota, WhatNoInstanceTakesIsFree) {
  for (const std::string resource :
       {"services", "services.nodeports", "requests.nvidia.com/gpu", "secrets"}) {
    EXPECT_EQ(Allocate({Of("a", 3, 420)}, WithItem(resource))[0].desired, 4) << resource;
  }
}

TEST(Quota, StorageOfAnotherClassIsFree) {
  const std::string slow = "slow.storageclass.storage.k8s.io/requests.storage";
  const auto named = [](ScalingPolicy&, Target& target, Observation&) {
    target.instance_cost["fast.storageclass.storage.k8s.io/requests.storage"] = 1000;
  };
  const auto none = [](ScalingPolicy&, Target& target, Observation&) {
    target.instance_cost["requests.storage"] = 0;
  };
  EXPECT_EQ(Allocate({Of("a", 3, 420, named)}, WithItem(slow))[0].desired, 4);
  EXPECT_EQ(Allocate({Of("a", 3, 420, none)}, WithItem(slow))[0].desired, 4);
}

TEST(Quota, AnInstanceOnItsWayOfUnknownCostLeavesNoKnownRest) {
  Proposal flying = Of("z", 3, 300, [](ScalingPolicy&, Target& target, Observation&) {
    target.instance_cost.clear();
    target.cost_fault = "preset 'x9' is unknown";
  });
  flying.shared.arriving = 1;
  const auto out = Allocate({Of("a", 3, 420), flying}, WithCpu(9000, 1500));
  EXPECT_EQ(out[0].reason.code, ReasonCode::kQuotaUnknown) << out[0].reason.message;
}

TEST(Quota, FloorRaiseTakesItsRoomFirst) {
  const auto raise = [](ScalingPolicy&, Target& target, Observation&) { target.quorum_floor = 4; };
  const auto out = Allocate({Of("a", 3, 420), Of("z", 3, 0, raise)}, WithCpu(2000, 1500));
  EXPECT_EQ(out[0].reason.code, ReasonCode::kQuotaExceeded);
  EXPECT_EQ(out[1].desired, 4);
}

TEST(Quota, AChangeHeldByTheCloneLimitHoldsNoRoom) {
  Proposal flying = Of("m", 3, 300);
  flying.key.ns = "tenant-blue";
  flying.shared.flight_up = true;
  SharedRoom room = WithCpu(2000, 1500);
  room.scale_ups_per_endpoint = 1;
  const auto elsewhere = [](ScalingPolicy&, Target& target, Observation&) {
    target.metrics = "other";
  };
  const auto out = Allocate({flying, Of("a", 3, 420), Of("b", 3, 420, elsewhere)}, room);
  EXPECT_EQ(out[0].reason.code, ReasonCode::kCloneLimit);
  EXPECT_EQ(out[1].desired, 4) << out[1].reason.message;
}

TEST(Grants, HoldTheirRoomAndTheirClones) {
  const auto first = Allocate({Of("b", 3, 420)}, WithCpu(2000, 1500));
  const std::vector<Grant> granted = {GrantOf(first[0])};
  EXPECT_EQ(granted[0].added, 1);
  EXPECT_EQ(Allocate({Of("a", 3, 420)}, WithCpu(2000, 1500), granted)[0].reason.code,
            ReasonCode::kQuotaExceeded);
  SharedRoom room;
  room.scale_ups_per_namespace = 1;
  EXPECT_EQ(Allocate({Of("a", 3, 420)}, room, granted)[0].reason.code, ReasonCode::kCloneLimit);
}

TEST(Quota, FloorRaiseThatDoesNotFitFreezes) {
  const auto raise = [](ScalingPolicy&, Target& target, Observation&) { target.quorum_floor = 5; };
  const auto out = Allocate({Of("a", 3, 0, raise)}, WithCpu(2000, 1500));
  EXPECT_EQ(out[0].desired, 3);
  EXPECT_EQ(out[0].reason.code, ReasonCode::kQuorumExceedsQuota);
}

TEST(CloneLimit, PerNamespace) {
  const auto out = Allocate({Of("a", 3, 420), Of("b", 3, 420), Of("c", 3, 420)}, SharedRoom{});
  EXPECT_EQ(out[1].desired, 4);
  EXPECT_EQ(out[2].desired, 3);
  EXPECT_EQ(out[2].reason.code, ReasonCode::kCloneLimit);
}

TEST(CloneLimit, OpenFlightsCount) {
  Proposal flying = Of("z", 3, 300);
  flying.shared.flight_up = true;
  SharedRoom room;
  room.scale_ups_per_namespace = 1;
  EXPECT_EQ(Allocate({Of("a", 3, 420), flying}, room)[0].reason.code, ReasonCode::kCloneLimit);
}

TEST(CloneLimit, PerEndpoint) {
  SharedRoom room;
  room.scale_ups_per_namespace = 100;
  room.scale_ups_per_endpoint = 1;
  const auto elsewhere = [](ScalingPolicy&, Target& target, Observation&) {
    target.metrics = "other";
  };
  const auto out = Allocate({Of("a", 3, 420), Of("b", 3, 420), Of("c", 3, 420, elsewhere)}, room);
  EXPECT_EQ(out[0].desired, 4);
  EXPECT_EQ(out[1].desired, 3);
  EXPECT_EQ(out[2].desired, 4);
}

TEST(CloneLimit, DoesNotStopAFloorRaise) {
  SharedRoom room;
  room.scale_ups_per_namespace = 1;
  const auto raise = [](ScalingPolicy&, Target& target, Observation&) { target.quorum_floor = 5; };
  EXPECT_EQ(Allocate({Of("a", 3, 420), Of("b", 3, 0, raise)}, room)[1].desired, 5);
}

std::vector<Proposal> Quiet(int count, bool for_twice_the_window) {
  std::vector<Proposal> proposals;
  for (int i = 0; i < count; ++i) {
    proposals.push_back(Of(std::string(1, static_cast<char>('a' + i)),
                           3,
                           0,
                           [&](ScalingPolicy&, Target&, Observation& seen) {
                             if (!for_twice_the_window) {
                               seen.metrics[0].twice.steps[3].sum_milli = 300'000;
                             }
                           }));
  }
  return proposals;
}

int Shrunk(const std::vector<Proposal>& proposals) {
  return static_cast<int>(
      std::ranges::count_if(proposals, [](const Proposal& p) { return p.desired < p.current; }));
}

TEST(BlastRadius, AllAtOnceZeroShrinksNobody) {
  const auto out = Allocate(Quiet(10, false), SharedRoom{});
  EXPECT_EQ(Shrunk(out), 0);
  EXPECT_EQ(out[4].reason.code, ReasonCode::kBlastRadius);
}

TEST(BlastRadius, AQuietEveningShrinksOneByOne) {
  EXPECT_EQ(Shrunk(Allocate(Quiet(10, true), SharedRoom{})), 1);
  EXPECT_EQ(Shrunk(Allocate(Quiet(26, true), SharedRoom{})), 2);
}

TEST(BlastRadius, FourTargetsAreTooFewToSuspect) {
  EXPECT_EQ(Shrunk(Allocate(Quiet(4, false), SharedRoom{})), 4);
}

TEST(BlastRadius, WhatOthersWantedAndKeptCounts) {
  auto out = Allocate(Quiet(10, true), SharedRoom{});
  std::vector<Grant> granted;
  for (std::size_t i = 0; i + 1 < out.size(); ++i) {
    granted.push_back(GrantOf(out[i]));
  }
  // The last one is decided again, beside nine of which one may shrink already.
  const auto again = Allocate({Quiet(10, true).back()}, SharedRoom{}, granted);
  EXPECT_EQ(again[0].reason.code, ReasonCode::kBlastRadius) << again[0].desired;
}

TEST(BlastRadius, ThoseThatMayNotBeWrittenAreOfTheCrowd) {
  std::vector<Proposal> proposals;
  for (char name = 'a'; name < 'k'; ++name) {
    proposals.push_back(
        Of(std::string(1, name), 3, 0, [&](ScalingPolicy& policy, Target&, Observation& seen) {
          seen.metrics[0].twice.steps[3].sum_milli = 300'000;
          policy.approve_scale_down = name < 'd' ? Approval::kPullRequest : Approval::kAutomatic;
          policy.dry_run = name == 'd' || name == 'e';
          policy.suspend = name == 'f';
        }));
  }
  for (const Proposal& proposal : Allocate(proposals, SharedRoom{})) {
    EXPECT_NE(proposal.outcome, Outcome::kChanged) << proposal.key.name;
  }
}

TEST(BlastRadius, ALoweredMaximumIsNoCrowd) {
  std::vector<Proposal> proposals;
  for (char name = 'a'; name < 'k'; ++name) {
    proposals.push_back(
        Of(std::string(1, name), 6, 750, [](ScalingPolicy& policy, Target&, Observation&) {
          policy.max_replicas = 4;
        }));
  }
  EXPECT_EQ(Shrunk(Allocate(proposals, SharedRoom{})), 10);
}

TEST(BlastRadius, HalfOfThemIsNoCrowd) {
  std::vector<Proposal> proposals = Quiet(5, false);
  for (char name = 'p'; name < 'u'; ++name) {
    proposals.push_back(Of(std::string(1, name), 3, 300));
  }
  EXPECT_EQ(Shrunk(Allocate(proposals, SharedRoom{})), 5);
}

RC_GTEST_PROP(Quota, NeverHandsOutMoreThanThereIs, ()) {
  const auto hard = *rc::gen::inRange<std::int64_t>(0, 8000);
  const auto used = *rc::gen::inRange<std::int64_t>(0, 8000);
  std::vector<Proposal> proposals;
  std::int64_t reserved = 0;
  const auto count = *rc::gen::inRange<int>(1, 9);
  for (int i = 0; i < count; ++i) {
    const auto step = *rc::gen::inRange<std::int32_t>(1, 5);
    proposals.push_back(
        Of(std::string(1, static_cast<char>('a' + i)),
           *rc::gen::inRange<std::int32_t>(2, 5),
           *rc::gen::inRange<std::int64_t>(0, 3000),
           [&](ScalingPolicy& policy, Target&, Observation&) { policy.scale_up.step = step; }));
    proposals.back().shared.arriving = *rc::gen::inRange<std::int32_t>(0, 2);
    reserved += proposals.back().shared.arriving * kCpu;
  }
  SharedRoom room = WithCpu(hard, used);
  room.scale_ups_per_namespace = 100;
  const auto out = Allocate(proposals, room);
  std::int64_t taken = 0;
  for (const Proposal& proposal : out) {
    taken += std::max(0, proposal.desired - proposal.current) * kCpu;
  }
  RC_ASSERT(taken == 0 || used + reserved + taken <= hard);
}

}  // namespace
}  // namespace gitscale
