// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fleet/fleet.h"

#include <map>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace gitscale::fleet {
namespace {

/// What the core is known not to keep. Each is counted and printed, and to be taken off this list
/// with its repair.
const std::map<std::string, std::string> kKnown = {
    {"SeesEveryRevert",
     "a decision whose run was killed before the ledger, reverted before any run saw it: Git is as "
     "the ledger knows it"}};

void ExpectNoViolations(const Fleet& fleet) {
  for (const auto& [invariant, count] : fleet.checks.counts()) {
    const auto known = kKnown.find(invariant);
    if (known != kKnown.end()) {
      fmt::print("known: {} {} times: {}\n", invariant, count, known->second);
    } else {
      ADD_FAILURE() << invariant << " did not hold " << count << " times";
    }
  }
  for (const Violation& violation : fleet.checks.violations()) {
    if (!kKnown.contains(violation.invariant)) {
      ADD_FAILURE() << violation.text;
    }
  }
}

/// 200 targets over two weeks in which everything happens that we can think of.
class EverythingHappens : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(EverythingHappens, AndEveryInvariantHolds) {
  const Curves curves = LoadCurves();
  fmt::print("loads: {} {} curves, seed {}\n",
             curves.all.size(),
             curves.recorded ? "recorded" : "drawn (no traces; set GITSCALE_SHARED)",
             GetParam());
  Fleet fleet({.seed = GetParam(), .weather = true, .people = true, .mishaps = 0.1});
  Populate(fleet.subjects, fleet.around, curves, 200, GetParam());
  fleet.RunFor(std::chrono::days{14});
  fmt::print("{}", Table(fleet.figures));
  ExpectNoViolations(fleet);
}

INSTANTIATE_TEST_SUITE_P(Fleet, EverythingHappens, ::testing::Values(20260302));

}  // namespace
}  // namespace gitscale::fleet
