// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "policies/instance_cost.h"

namespace gitscale {

/// Adds up what containers, volumes and objects take. One unknown summand makes the sum unknown.
class CostSum {
 public:
  /// Of a ResourceQuota resource, in milli-units; a sum that does not fit is the largest there is.
  void Add(std::string_view resource, std::int64_t milli);

  void AddOne(std::string_view resource) { Add(resource, 1000); }

  void Unknown(std::string_view resource) { unknown_.emplace(resource); }

  /// A sentence about what is unknown; each is told once.
  void Fault(std::string why);

  /// A claim. storage_class: empty when the document names none, which is the cluster's default.
  void AddVolume(std::int64_t milli_bytes, const std::string& storage_class);
  void UnknownVolume();

  /// Adds the other names of each resource.
  [[nodiscard]] InstanceCost Total() const;

 private:
  std::map<std::string, std::int64_t, std::less<>> amounts_;
  std::map<std::string, std::int64_t, std::less<>> by_class_;
  std::set<std::string, std::less<>> unknown_;
  std::vector<std::string> faults_;
  bool all_classes_named_ = true;
};

}  // namespace gitscale
