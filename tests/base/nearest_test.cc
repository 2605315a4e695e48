// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/nearest.h"

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace gitscale {
namespace {

constexpr std::array<std::string_view, 4> kKnown = {
    "minReplicas", "maxReplicas", "metrics", "dryRun"};

TEST(NearestNameTest, Table) {
  EXPECT_EQ(NearestName("minReplica", kKnown), "minReplicas");
  EXPECT_EQ(NearestName("MAXREPLICAS", kKnown), "maxReplicas");
  EXPECT_EQ(NearestName("metric", kKnown), "metrics");
  EXPECT_EQ(NearestName("dry-run", kKnown), "dryRun");
  EXPECT_EQ(NearestName("mxnReplicas", kKnown), "minReplicas") << "ties go to the earlier one";
  EXPECT_EQ(NearestName("mterics", kKnown), "metrics");
  EXPECT_EQ(NearestName("rnu", std::array<std::string_view, 1>{"run"}), "run");
  EXPECT_EQ(NearestName("suspend", kKnown), std::nullopt);
  EXPECT_EQ(NearestName("", kKnown), std::nullopt);
  EXPECT_EQ(NearestName("x", kKnown), std::nullopt);
  EXPECT_EQ(NearestName(std::string(100'000, 'm'), kKnown), std::nullopt);
  EXPECT_EQ(NearestName("metrics", {}), std::nullopt);
}

}  // namespace
}  // namespace gitscale
