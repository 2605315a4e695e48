// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/json.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace gitscale {
namespace {

TEST(ParseJsonTest, ReadsAndWritesCanonically) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {R"( {"b": 1, "a": [true, null, "x"]} )", R"({"a":[true,null,"x"],"b":1})"},
      {R"({"n":-9223372036854775808,"m":9223372036854775807})",
       R"({"m":9223372036854775807,"n":-9223372036854775808})"},
      {R"("\u00e9\ud83d\ude00")", "\"\xC3\xA9\xF0\x9F\x98\x80\""},
      {R"("a\"\\\/\b\n\u0001")", R"("a\"\\/\b\n\u0001")"},
      {"[]", "[]"},
      {"{}", "{}"},
      {"null", "null"},
      {R"({"":{"":[]}})", R"({"":{"":[]}})"},
  };
  for (const auto& [text, canonical] : rows) {
    const Result<Json> value = ParseJson(text);
    ASSERT_TRUE(value) << text << ": " << value.error().message;
    EXPECT_EQ(WriteJson(*value), canonical);
    EXPECT_EQ(*ParseJson(WriteJsonPretty(*value)), *value);
  }
}

TEST(ParseJsonTest, RefusesWhatOurFormatsNeverHold) {
  for (const std::string text : {"",
                                 "{",
                                 "[1,]",
                                 "{} {}",
                                 "{}x",
                                 "1.0",
                                 "1e3",
                                 "01",
                                 "+1",
                                 "9223372036854775808",
                                 "NaN",
                                 "'a'",
                                 "{a:1}",
                                 "// c\n1",
                                 R"({"a":1,"a":2})",
                                 R"({"x":{"a":1,"a":1}})",
                                 R"({"a":1,"\u0061":2})",
                                 "\"\xFF\"",
                                 R"("\ud800")",
                                 "\"\n\"",
                                 "\"\\x\"",
                                 "truth"}) {
    const Result<Json> value = ParseJson(text);
    ASSERT_FALSE(value) << text;
    EXPECT_EQ(value.error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(value.error().message.rfind("line ", 0), 0U) << value.error().message;
  }
}

TEST(ParseJsonTest, SaysWhere) {
  const Result<Json> value = ParseJson("{\"a\": 1,\n \"a\": 2}");
  ASSERT_FALSE(value);
  EXPECT_NE(value.error().message.find("line 2"), std::string::npos) << value.error().message;
  EXPECT_NE(value.error().message.find("key 'a' stands twice"), std::string::npos);
}

TEST(ParseJsonTest, BoundsTheDepth) {
  const auto nested = [](std::size_t levels) {
    return std::string(levels, '[') + std::string(levels, ']');
  };
  EXPECT_TRUE(ParseJson(nested(64)));
  EXPECT_FALSE(ParseJson(nested(65)));
  EXPECT_FALSE(ParseJson(std::string(1'000'000, '[')));
}

TEST(JsonTest, FindLooksOnlyIntoObjects) {
  const Json value(Json::Object{{"a", Json(1)}});
  ASSERT_NE(value.Find("a"), nullptr);
  EXPECT_EQ(*value.Find("a")->AsInt(), 1);
  EXPECT_EQ(value.Find("b"), nullptr);
  EXPECT_EQ(Json("text").Find("a"), nullptr);
  EXPECT_EQ(value.AsArray(), nullptr);
  EXPECT_TRUE(Json().IsNull());
}

TEST(WriteJsonPrettyTest, IsForPeople) {
  EXPECT_EQ(WriteJsonPretty(Json(Json::Object{{"b", Json(true)}, {"a", Json(1)}})),
            "{\n  \"a\": 1,\n  \"b\": true\n}\n");
}

}  // namespace
}  // namespace gitscale
