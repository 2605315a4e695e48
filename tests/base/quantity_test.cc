// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/quantity.h"

#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace gitscale {
namespace {

struct GoodQuantity {
  std::string name;
  std::string text;
  std::int64_t milli;
  std::string shown;
};

class ParseQuantityTest : public testing::TestWithParam<GoodQuantity> {};

TEST_P(ParseQuantityTest, ReadsAndShows) {
  const auto& [name, text, milli, shown] = GetParam();
  const Result<MilliQuantity> read = ParseQuantity(text);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->milli, milli);
  EXPECT_EQ(FormatQuantity(*read), shown);
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    ParseQuantityTest,
    testing::Values(GoodQuantity{"Integer", "150", 150'000, "150"},
                    GoodQuantity{"Zero", "0", 0, "0"},
                    GoodQuantity{"Fraction", "0.5", 500, "0.5"},
                    GoodQuantity{"LeadingPoint", ".5", 500, "0.5"},
                    GoodQuantity{"TrailingPoint", "5.", 5'000, "5"},
                    GoodQuantity{"Plus", "+2", 2'000, "2"},
                    GoodQuantity{"Negative", "-2.5", -2'500, "-2.5"},
                    GoodQuantity{"Milli", "500m", 500, "0.5"},
                    GoodQuantity{"MicroRoundsUp", "1u", 1, "0.001"},
                    GoodQuantity{"NanoRoundsUp", "1n", 1, "0.001"},
                    GoodQuantity{"FinerThanMilliRoundsUp", "1.0001", 1'001, "1.001"},
                    GoodQuantity{"NegativeRoundsAwayFromZero", "-1.0001", -1'001, "-1.001"},
                    GoodQuantity{"Kilo", "2k", 2'000'000, "2000"},
                    GoodQuantity{"Kibi", "2Ki", 2'048'000, "2048"},
                    GoodQuantity{"HalfGibi", "0.5Gi", 536'870'912'000, "536870912"},
                    GoodQuantity{"Exponent", "1e3", 1'000'000, "1000"},
                    GoodQuantity{"CapitalExponent", "1E3", 1'000'000, "1000"},
                    GoodQuantity{"NegativeExponent", "5e-1", 500, "0.5"},
                    GoodQuantity{"PlusExponent", "5e+1", 50'000, "50"},
                    GoodQuantity{"MostDigits",
                                 "999999999999999.999",
                                 999'999'999'999'999'999,
                                 "999999999999999.999"},
                    GoodQuantity{"Peta", "9P", 9'000'000'000'000'000'000, "9000000000000000"}),
    [](const auto& row) { return row.param.name; });

TEST(ParseQuantityTest, RefusesOtherText) {
  for (const std::string text : {"",
                                 " ",
                                 "x",
                                 " 1",
                                 "1 ",
                                 "1,5",
                                 "1..5",
                                 "1.5.0",
                                 "-",
                                 ".",
                                 "+-1",
                                 "0x10",
                                 "1K",
                                 "1ki",
                                 "1mi",
                                 "1e",
                                 "1e+",
                                 "1e+-3",
                                 "1e3m",
                                 "1e99",
                                 "NaN",
                                 "inf",
                                 "1E",
                                 "10P",
                                 "9Ei",
                                 "9223372036854775.808",
                                 "12345678901234567890",
                                 "99999999999999999999999999"}) {
    const Result<MilliQuantity> read = ParseQuantity(text);
    ASSERT_FALSE(read) << "'" << text << "' was read as " << read->milli;
    EXPECT_EQ(read.error().code, ErrorCode::kInvalidArgument) << text;
  }
}

TEST(FormatQuantityTest, TheSmallestValueDoesNotOverflow) {
  EXPECT_EQ(FormatQuantity(MilliQuantity{INT64_MIN}), "-9223372036854775.808");
}

TEST(QuantityFromDoubleTest, RoundsToTheNearestAndRefusesWhatDoesNotFit) {
  EXPECT_EQ(QuantityFromDouble(1.0004)->milli, 1'000);
  EXPECT_EQ(QuantityFromDouble(1.0006)->milli, 1'001);
  EXPECT_EQ(QuantityFromDouble(-2.5)->milli, -2'500);
  EXPECT_EQ(QuantityFromDouble(0.9999999999999999)->milli, 1'000);
  for (const double bad : {std::nan(""),
                           std::numeric_limits<double>::infinity(),
                           -std::numeric_limits<double>::infinity(),
                           1e16,
                           -1e16}) {
    EXPECT_EQ(QuantityFromDouble(bad), std::nullopt) << bad;
  }
}

}  // namespace
}  // namespace gitscale
