// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/time.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace gitscale {
namespace {

using std::chrono::seconds;

TEST(ParseRfc3339Test, ReadsGoodTimes) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"2026-08-21T09:30:00Z", "2026-08-21T09:30:00Z"},
      {"2026-08-21t09:30:00z", "2026-08-21T09:30:00Z"},
      {"2026-08-21T09:30:00.999Z", "2026-08-21T09:30:00Z"},
      {"2026-08-21T09:30:00+02:00", "2026-08-21T07:30:00Z"},
      {"2026-08-21T09:30:00-00:30", "2026-08-21T10:00:00Z"},
      {"2024-02-29T23:59:59Z", "2024-02-29T23:59:59Z"},
      {"1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"},
      {"9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"},
  };
  for (const auto& [text, wanted] : rows) {
    const Result<SysSeconds> time = ParseRfc3339(text);
    ASSERT_TRUE(time) << text;
    EXPECT_EQ(FormatRfc3339(*time), wanted) << text;
  }
}

TEST(ParseRfc3339Test, RefusesBadTimes) {
  for (const std::string text : {"",
                                 "2026-08-21",
                                 "2026-08-21 09:30:00Z",
                                 "2026-08-21T09:30:00",
                                 "2026-08-21T09:30Z",
                                 "2026-13-01T00:00:00Z",
                                 "2026-02-29T00:00:00Z",
                                 "2026-00-10T00:00:00Z",
                                 "2026-08-21T24:00:00Z",
                                 "2026-08-21T09:60:00Z",
                                 "2016-12-31T23:59:60Z",
                                 "1969-12-31T23:59:59Z",
                                 "2026-08-21T09:30:00.Z",
                                 "2026-08-21T09:30:00+2:00",
                                 "2026-08-21T09:30:00+24:00",
                                 "2026-08-21T09:30:00Zx",
                                 " 2026-08-21T09:30:00Z",
                                 "+026-08-21T09:30:00Z"}) {
    const Result<SysSeconds> time = ParseRfc3339(text);
    ASSERT_FALSE(time) << text;
    EXPECT_EQ(time.error().code, ErrorCode::kInvalidArgument);
    EXPECT_NE(time.error().message.find("'" + text + "'"), std::string::npos) << text;
  }
}

TEST(ParseHttpDateTest, ReadsImfFixdateOnly) {
  const Result<SysSeconds> time = ParseHttpDate("Sun, 06 Nov 1994 08:49:37 GMT");
  ASSERT_TRUE(time);
  EXPECT_EQ(FormatRfc3339(*time), "1994-11-06T08:49:37Z");
  for (const std::string text : {"",
                                 "Sunday, 06-Nov-94 08:49:37 GMT",
                                 "Sun Nov  6 08:49:37 1994",
                                 "Sun, 06 Nov 1994 08:49:37 UTC",
                                 "Sun, 06 Foo 1994 08:49:37 GMT",
                                 "Sun, 31 Feb 1994 08:49:37 GMT",
                                 "Sun, 06 Nov 1994 08:49:37 GMT "}) {
    EXPECT_FALSE(ParseHttpDate(text)) << text;
  }
}

TEST(FormatDurationTest, UsesTheLargestUnitThatIsWhole) {
  const std::vector<std::pair<seconds, std::string>> rows = {{seconds{0}, "0 s"},
                                                             {seconds{45}, "45 s"},
                                                             {seconds{90}, "90 s"},
                                                             {seconds{1800}, "30 min"},
                                                             {seconds{3720}, "62 min"},
                                                             {seconds{7200}, "2 h"},
                                                             {seconds{172'800}, "2 d"}};
  for (const auto& [duration, wanted] : rows) {
    EXPECT_EQ(FormatDuration(duration), wanted);
  }
}

}  // namespace
}  // namespace gitscale
