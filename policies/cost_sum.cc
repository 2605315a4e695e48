// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/cost_sum.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace gitscale {
namespace {

constexpr std::string_view kStorage = "requests.storage";
constexpr std::string_view kClaims = "persistentvolumeclaims";

/// A quota may call a resource by either name.
/// Source: Kubernetes, "Resource Quotas": compute resources, object count.
constexpr auto kAliases = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"requests.cpu", "cpu"},
     {"requests.memory", "memory"},
     {"requests.ephemeral-storage", "ephemeral-storage"},
     {"pods", "count/pods"},
     {kClaims, "count/persistentvolumeclaims"},
     {"services", "count/services"}});

std::int64_t Sum(std::int64_t left, std::int64_t right) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(left, right, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

}  // namespace

void CostSum::Add(std::string_view resource, std::int64_t milli) {
  std::int64_t& amount = amounts_[std::string(resource)];
  amount = Sum(amount, milli);
}

void CostSum::Fault(std::string why) {
  if (std::ranges::find(faults_, why) == faults_.end()) {
    faults_.push_back(std::move(why));
  }
}

void CostSum::AddVolume(std::int64_t milli_bytes, const std::string& storage_class) {
  Add(kStorage, milli_bytes);
  AddOne(kClaims);
  if (storage_class.empty()) {
    all_classes_named_ = false;
    return;
  }
  const std::string prefix = storage_class + ".storageclass.storage.k8s.io/";
  std::int64_t& storage = by_class_[prefix + std::string(kStorage)];
  storage = Sum(storage, milli_bytes);
  by_class_[prefix + std::string(kClaims)] += 1000;
}

void CostSum::UnknownVolume() {
  Unknown(kStorage);
  AddOne(kClaims);
  all_classes_named_ = false;
}

InstanceCost CostSum::Total() const {
  InstanceCost cost;
  for (const auto& [resource, amount] : amounts_) {
    if (!unknown_.contains(resource)) {
      cost.amounts.emplace(resource, amount);
    }
  }
  // What no container and no volume takes is known to be nothing.
  for (const std::string_view resource : {kStorage, kClaims}) {
    if (!unknown_.contains(resource)) {
      cost.amounts.try_emplace(std::string(resource), 0);
    }
  }
  if (all_classes_named_) {
    cost.amounts.insert(by_class_.begin(), by_class_.end());
  }
  for (const auto& [resource, alias] : kAliases) {
    if (const auto found = cost.amounts.find(std::string(resource)); found != cost.amounts.end()) {
      std::int64_t& amount = cost.amounts[std::string(alias)];
      amount = Sum(amount, found->second);
    }
  }
  cost.fault = fmt::format("{}", fmt::join(faults_, "; "));
  return cost;
}

}  // namespace gitscale
