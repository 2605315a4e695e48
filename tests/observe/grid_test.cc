// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/grid.h"

#include <gtest/gtest.h>

namespace gitscale {
namespace {

using std::chrono::seconds;

SysSeconds At(std::int64_t unix_time) {
  return SysSeconds{seconds{unix_time}};
}

TEST(Grid, EndsAtTheLastMultipleThatIsOldEnough) {
  const Grid grid = GridFor(At(1'700'000'105), seconds{30}, seconds{300}, seconds{30});
  EXPECT_EQ(grid.step, seconds{30});
  EXPECT_EQ(grid.count, 10);
  EXPECT_EQ(grid.LastEnd(), At(1'700'000'070));
  EXPECT_EQ(grid.first_end, At(1'700'000'070 - 270));
}

TEST(Grid, IsAlignedAndNeverHasMoreThanSixtySteps) {
  for (const int scrape : {1, 7, 15, 30, 60, 600}) {
    for (const int window : {0, 1, 29, 30, 300, 1800, 1801, 3600, 86400}) {
      for (const int now : {1'700'000'000, 1'700'000'001, 1'700'000'029, 100}) {
        const Grid grid = GridFor(At(now), seconds{30}, seconds{window}, seconds{scrape});
        EXPECT_GE(grid.count, 1);
        EXPECT_LE(grid.count, 60);
        EXPECT_GE(grid.step * grid.count, seconds{window});
        EXPECT_EQ(grid.step % seconds{scrape}, seconds{0});
        EXPECT_EQ(grid.first_end.time_since_epoch() % grid.step, seconds{0});
        EXPECT_LE(grid.LastEnd(), At(now - 30));
        EXPECT_GT(grid.LastEnd() + grid.step, At(now - 30));
      }
    }
  }
}

TEST(Grid, AStepHoldsItsEndAndNotItsStart) {
  const Grid grid{At(100), seconds{20}, 3};
  EXPECT_EQ(grid.IndexOf(At(80)), std::nullopt);
  EXPECT_EQ(grid.IndexOf(At(81)), 0U);
  EXPECT_EQ(grid.IndexOf(At(100)), 0U);
  EXPECT_EQ(grid.IndexOf(At(101)), 1U);
  EXPECT_EQ(grid.IndexOf(At(140)), 2U);
  EXPECT_EQ(grid.IndexOf(At(141)), std::nullopt);
  EXPECT_EQ(grid.IndexOfEnd(120'000), 1U);
  EXPECT_EQ(grid.IndexOfEnd(120'001), std::nullopt);
  EXPECT_EQ(grid.IndexOfEnd(160'000), std::nullopt);
  EXPECT_EQ(grid.IndexOfEnd(80'000), std::nullopt);
}

}  // namespace
}  // namespace gitscale
