// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/log.h"

#include <string>

#include <gtest/gtest.h>

#include "base/json.h"
#include "base/secret.h"

namespace gitscale {
namespace {

TEST(FormatLogJsonTest, EscapesWhatStrangersWrote) {
  const std::string hostile = "a\"b\\c\nd\x01\t\xC3\xA9";
  const std::string line = FormatLogJson("2026-08-21T09:30:00Z",
                                         LogLevel::kWarn,
                                         "refused policy",
                                         "run-1",
                                         {{"target", hostile}, {"count", 3}, {"held", true}});
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const Result<Json> read = ParseJson(line);
  ASSERT_TRUE(read) << line;
  EXPECT_EQ(*read->Find("target")->AsString(), hostile);
  EXPECT_EQ(*read->Find("count")->AsInt(), 3);
  EXPECT_TRUE(*read->Find("held")->AsBool());
  EXPECT_EQ(*read->Find("level")->AsString(), "warn");
  EXPECT_EQ(*read->Find("message")->AsString(), "refused policy");
  EXPECT_EQ(*read->Find("run_id")->AsString(), "run-1");
}

TEST(FormatLogJsonTest, FieldsCannotReplaceTheFrame) {
  const Result<Json> read =
      ParseJson(FormatLogJson("t", LogLevel::kInfo, "m", "r", {{"message", std::string("other")}}));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read->Find("message")->AsString(), "m");
}

TEST(LogTest, WritesRedactedLinesToStandardErrorFromTheLevelOn) {
  ConfigureLog(LogLevel::kInfo, LogFormat::kJson, "run-2");
  RememberSecret(Secret("log-secret-value"));
  testing::internal::CaptureStderr();
  Log(LogLevel::kDebug, "not shown");
  Log(LogLevel::kInfo, "shown", {{"url", std::string("https://u:p@host/ log-secret-value")}});
  const std::string out = testing::internal::GetCapturedStderr();
  EXPECT_EQ(out.find("not shown"), std::string::npos);
  EXPECT_EQ(out.find("log-secret-value"), std::string::npos);
  const Result<Json> read = ParseJson(out);
  ASSERT_TRUE(read) << out;
  EXPECT_EQ(*read->Find("url")->AsString(), "https://***@host/ ***");
}

TEST(LogTest, TextQuotesWhatWouldBreakTheLine) {
  ConfigureLog(LogLevel::kInfo, LogFormat::kText, "run-3");
  testing::internal::CaptureStderr();
  Log(LogLevel::kError, "failed", {{"why", std::string("two\nlines")}, {"n", 4}});
  const std::string out = testing::internal::GetCapturedStderr();
  EXPECT_NE(out.find(" error failed why=\"two\\nlines\" n=4\n"), std::string::npos) << out;
}

}  // namespace
}  // namespace gitscale
