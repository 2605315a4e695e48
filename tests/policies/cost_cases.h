// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <map>
#include <string>

#include <gtest/gtest.h>

#include "base/quantity.h"
#include "tests/policies/engine_texts.h"

namespace gitscale {

/// Amounts as people write them; only the resources named are compared. "?" is unknown.
using Amounts = std::map<std::string, std::string>;

struct CostCase {
  std::string name;
  std::string text;  ///< name of an EngineTextCase
  std::string spec;  ///< below `spec:`
  Amounts want;
  std::string fault;
  AllocationRatios ratios;
};

/// Compares what one instance takes with what it should.
inline void CheckCost(const CostCase& row) {
  const EngineTextCase text = EngineText(row.text);
  const Target target = TargetOf(
      text, Document(text, row.spec), ScopeWith({.capabilities = {}, .ratios = row.ratios}));
  for (const auto& [resource, amount] : row.want) {
    const auto found = target.instance_cost.find(resource);
    if (amount == "?") {
      EXPECT_TRUE(found == target.instance_cost.end()) << resource;
    } else if (found == target.instance_cost.end()) {
      ADD_FAILURE() << resource << " is unknown, expected " << amount;
    } else {
      EXPECT_EQ(found->second, ParseQuantity(amount)->milli) << resource;
    }
  }
  EXPECT_EQ(target.cost_fault, row.fault);
}

/// Both names of a request, and its limit.
[[nodiscard]] inline Amounts Compute(const std::string& limit_cpu,
                                     const std::string& cpu,
                                     const std::string& limit_memory,
                                     const std::string& memory) {
  return {{"limits.cpu", limit_cpu},
          {"requests.cpu", cpu},
          {"cpu", cpu},
          {"limits.memory", limit_memory},
          {"requests.memory", memory},
          {"memory", memory}};
}

[[nodiscard]] inline Amounts With(Amounts base, const Amounts& more) {
  for (const auto& [resource, amount] : more) {
    base[resource] = amount;
  }
  return base;
}

inline const Amounts kUnknown = Compute("?", "?", "?", "?");
inline const Amounts kOneVolume10Gi = {{"requests.storage", "10Gi"},
                                       {"persistentvolumeclaims", "1"},
                                       {"count/persistentvolumeclaims", "1"},
                                       {"pods", "1"}};
inline const Amounts kEphemeral2Gi = {{"limits.ephemeral-storage", "2Gi"},
                                      {"requests.ephemeral-storage", "53687091200m"},
                                      {"ephemeral-storage", "53687091200m"}};

}  // namespace gitscale
