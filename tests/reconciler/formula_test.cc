// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/formula.h"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "reconciler/observation.h"

namespace gitscale {
namespace {

struct Case {
  std::string name;
  std::int64_t load_milli;
  std::int64_t target_milli;
  std::int32_t standbys;
  std::int64_t tolerance_milli;
  std::int32_t want;
};

class StandbysForLoadTest : public ::testing::TestWithParam<Case> {};

TEST_P(StandbysForLoadTest, Counts) {
  const Case& c = GetParam();
  EXPECT_EQ(StandbysForLoad({c.load_milli}, {c.target_milli}, c.standbys, c.tolerance_milli),
            c.want);
}

// The averageValue cases of the HPA's own tables (figures only), and ours for the edges they leave
// out.
INSTANTIATE_TEST_SUITE_P(
    Table,
    StandbysForLoadTest,
    ::testing::Values(
        Case{"hpa_up_20_at_5", 20'000, 5'000, 3, 100, 4},
        Case{"hpa_up_8_6_at_2_15", 8'600, 2'150, 3, 100, 4},
        Case{"hpa_down_6_at_2", 6'000, 2'000, 5, 100, 3},
        Case{"idle_is_one", 0, 5'000, 3, 100, 1},
        Case{"upper_edge_inclusive", 11'000, 10'000, 1, 100, 1},
        Case{"past_upper_edge", 11'001, 10'000, 1, 100, 2},
        Case{"lower_edge_inclusive", 18'000, 10'000, 2, 100, 2},
        Case{"past_lower_edge", 9'999, 10'000, 2, 0, 1},
        Case{"a_billionth_over_an_integer_is_it", 2'000'000'000'001, 1'000'000'000'000, 1, 0, 2},
        Case{"two_billionths_over_are_more", 2'000'000'002'000, 1'000'000'000'000, 1, 0, 3},
        Case{"tiny_target", 9'000'000'000'000'000'000, 1, 1, 100, 1'000'000},
        Case{"huge_both", 9'000'000'000'000'000'000, 9'000'000'000'000'000'000, 100, 100, 1}),
    [](const auto& param) { return param.param.name; });

RC_GTEST_PROP(StandbysForLoad, IsTheSmallestCountThatCarriesTheLoad, ()) {
  const auto load = *rc::gen::inRange<std::int64_t>(0, 1'000'000'000);
  const auto target = *rc::gen::inRange<std::int64_t>(1, 10'000'000);
  const auto standbys = *rc::gen::inRange<std::int32_t>(1, 100);
  const std::int32_t want = StandbysForLoad({load}, {target}, standbys, 0);
  RC_PRE(want < 1'000'000);
  RC_ASSERT(std::int64_t{want} * target + 1 >=
            load);  // the rounding guard is far below a thousandth
  RC_ASSERT(want == 1 || (std::int64_t{want} - 1) * target < load);
}

RC_GTEST_PROP(StandbysForLoad, MoreLoadNeverMeansFewer, ()) {
  const auto load = *rc::gen::inRange<std::int64_t>(0, 1'000'000'000);
  const auto more = *rc::gen::inRange<std::int64_t>(0, 1'000'000);
  const auto target = *rc::gen::inRange<std::int64_t>(1, 10'000'000);
  const auto standbys = *rc::gen::inRange<std::int32_t>(1, 100);
  RC_ASSERT(StandbysForLoad({load}, {target}, standbys, 100) <=
            StandbysForLoad({load + more}, {target}, standbys, 100));
}

TEST(UsageRatio, RoundsToTheNearestThousandth) {
  EXPECT_EQ(UsageRatioMilli({145'000}, {150'000}, 1), 967);
  EXPECT_EQ(UsageRatioMilli({300'000}, {150'000}, 2), 1000);
}

TEST(Steps, AreAlignedToScrapesAndAtMostSixty) {
  using std::chrono::seconds;
  EXPECT_EQ(StepFor(seconds{300}, seconds{30}), seconds{30});
  EXPECT_EQ(StepFor(seconds{1800}, seconds{30}), seconds{30});
  EXPECT_EQ(StepFor(seconds{1801}, seconds{30}), seconds{60});
  EXPECT_EQ(StepFor(seconds{0}, seconds{15}), seconds{15});
  EXPECT_EQ(StepFor(seconds{86400}, seconds{30}), seconds{1440});
  EXPECT_EQ(StepCount(seconds{300}, seconds{30}), 10);
  EXPECT_EQ(StepCount(seconds{0}, seconds{15}), 1);
  EXPECT_EQ(StepCount(seconds{86400}, seconds{1440}), 60);
  for (int window = 0; window <= 86400; window += 37) {
    for (const int scrape : {1, 7, 10, 15, 30, 60}) {
      const seconds step = StepFor(seconds{window}, seconds{scrape});
      const std::int32_t count = StepCount(seconds{window}, step);
      ASSERT_GE(step * count, seconds{window}) << window << " " << scrape;
      ASSERT_LE(count, 60);
      ASSERT_EQ(step.count() % scrape, 0);
    }
  }
}

}  // namespace
}  // namespace gitscale
