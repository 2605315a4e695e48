// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/backoff.h"

namespace gitscale {
namespace {

using std::chrono::milliseconds;

constexpr std::uint64_t kMost = ~std::uint64_t{0};

TEST(Delay, WindowDoublesWithEachAttempt) {
  // window + 1 choices; `window` itself is the largest remainder.
  EXPECT_EQ(Delay(1, milliseconds(100), 100), milliseconds(100));
  EXPECT_EQ(Delay(2, milliseconds(100), 200), milliseconds(200));
  EXPECT_EQ(Delay(5, milliseconds(100), 1600), milliseconds(1600));
}

TEST(Delay, StaysInItsWindow) {
  for (int attempt = 1; attempt < 80; ++attempt) {
    for (const std::uint64_t random : {std::uint64_t{0}, std::uint64_t{12345678901}, kMost}) {
      const milliseconds delay = Delay(attempt, milliseconds(100), random);
      EXPECT_GE(delay, milliseconds(0)) << attempt;
      EXPECT_LE(delay, milliseconds(10'000)) << attempt;
      if (attempt == 1) {
        EXPECT_LE(delay, milliseconds(100)) << random;
      }
    }
  }
}

TEST(Delay, ReachesItsLimitAndSpreadsBelow) {
  EXPECT_EQ(Delay(60, milliseconds(100), 10'000), milliseconds(10'000));
  EXPECT_EQ(Delay(60, milliseconds(100), 10'001), milliseconds(0));
}

TEST(Delay, BaseZeroMeansNoWait) {
  EXPECT_EQ(Delay(3, milliseconds(0), kMost), milliseconds(0));
}

}  // namespace
}  // namespace gitscale
