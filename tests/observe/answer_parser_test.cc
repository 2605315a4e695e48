// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/answer_parser.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

namespace gitscale {
namespace {

std::string Success(const std::string& result) {
  return R"({"status":"success","data":{"resultType":"matrix","result":)" + result + "}}";
}

std::string OneSample(const std::string& sample) {
  return Success(R"([{"metric":{"namespace":"a","pod":"p-1"},"values":[)" + sample + "]}]");
}

TEST(AnswerParser, ReadsSeriesInAnyOrderOfKeys) {
  const auto answer = ParseAnswer(
      R"({"isPartial":false,"data":{"result":[)"
      R"({"values":[[1700000000,"1.5"],[1.70000003e9,"2"]],"metric":{"pod":"p-1","namespace":"a"}},)"
      R"({"metric":{"namespace":"b","pod":"q-2","other":"x"},"values":[[1700000000.781,"-0"]]})"
      R"(],"resultType":"matrix"},"status":"success","stats":{"n":[1,{"m":null}]},"warnings":[]})");
  ASSERT_TRUE(answer) << answer.error().message;
  ASSERT_EQ(answer->series.size(), 2U);
  EXPECT_EQ(answer->series[0].ns, "a");
  EXPECT_EQ(answer->series[0].pod, "p-1");
  const auto first = answer->SamplesOf(answer->series[0]);
  ASSERT_EQ(first.size(), 2U);
  EXPECT_EQ(first[0].time_ms, 1700000000000);
  EXPECT_EQ(first[0].value, 1.5);
  EXPECT_EQ(first[1].time_ms, 1700000030000);
  const auto second = answer->SamplesOf(answer->series[1]);
  ASSERT_EQ(second.size(), 1U);
  EXPECT_EQ(second[0].time_ms, 1700000000781);
  EXPECT_FALSE(answer->is_partial);
  EXPECT_EQ(answer->warning, "");
}

TEST(AnswerParser, KeepsWhatIsNoNumber) {
  const auto answer = ParseAnswer(OneSample(
      R"([1,"NaN"],[2,"+Inf"],[3,"-Inf"],[4,"1e999"],[5,"-1e999"],[6,"Inf"],[7,"1e-3"])"));
  ASSERT_TRUE(answer) << answer.error().message;
  ASSERT_EQ(answer->samples.size(), 7U);
  EXPECT_TRUE(std::isnan(answer->samples[0].value));
  EXPECT_EQ(answer->samples[1].value, HUGE_VAL);
  EXPECT_EQ(answer->samples[2].value, -HUGE_VAL);
  EXPECT_EQ(answer->samples[3].value, HUGE_VAL);
  EXPECT_EQ(answer->samples[4].value, -HUGE_VAL);
  EXPECT_EQ(answer->samples[5].value, HUGE_VAL);
  EXPECT_EQ(answer->samples[6].value, 0.001);
}

TEST(AnswerParser, TellsPartialAnswersAndErrors) {
  const auto partial = ParseAnswer(
      R"({"status":"success","isPartial":true,"data":{"resultType":"matrix","result":[]}})");
  ASSERT_TRUE(partial);
  EXPECT_TRUE(partial->is_partial);
  const auto warned = ParseAnswer(
      R"({"status":"success","warnings":["remote read: refused","b"],"data":{"resultType":"matrix","result":[]}})");
  ASSERT_TRUE(warned);
  EXPECT_EQ(warned->warning, "remote read: refused");
  const auto failed =
      ParseAnswer(R"({"status":"error","errorType":"422","error":"too long","data":null})");
  ASSERT_TRUE(failed);
  EXPECT_FALSE(failed->is_success);
  EXPECT_EQ(failed->error, "too long");
  const auto empty = ParseAnswer(Success("[]"));
  ASSERT_TRUE(empty);
  EXPECT_TRUE(empty->series.empty());
}

struct BadAnswer {
  std::string body;
  std::string want;
};

TEST(AnswerParser, RefusesEverythingElse) {
  const std::string deep_arrays(100'000, '[');
  std::string deep_objects;
  for (int i = 0; i < 100'000; ++i) {
    deep_objects += R"({"a":)";
  }
  const std::string nul_after = Success("[]") + std::string("\0x", 2);
  const BadAnswer bad[] = {
      {"", "no JSON"},
      {"<html>502 Bad Gateway</html>", "no JSON"},
      {"{", "no JSON"},
      {Success("[").substr(0, 60), "no JSON"},
      {OneSample(R"([1,"2"])").substr(0, 90), "no JSON"},
      {Success("[]") + "x", "no JSON"},
      {nul_after, "text after the end"},
      {"[]", "the answer is no object"},
      {"null", "the answer is no object"},
      {"17", "the answer is no object"},
      {"{}", "'status' is missing"},
      {R"({"status":"success"})", "'data.result' is missing"},
      {R"({"status":"success","data":null})", "'data.result' is missing"},
      {R"({"status":"success","data":{}})", "'data.result' is missing"},
      {R"({"status":"success","data":[]})", "'data' is of the wrong type"},
      {R"({"status":"success","data":{"result":{}}})", "'result' is of the wrong type"},
      {R"({"status":"success","data":{"result":null}})", "'result' is of the wrong type"},
      {R"({"status":"perhaps"})", "'status' is 'perhaps'"},
      {R"({"status":1})", "'status' is of the wrong type"},
      {R"({"status":"success","isPartial":"no"})", "'isPartial' is of the wrong type"},
      {R"({"status":"success","warnings":"w"})", "'warnings' is of the wrong type"},
      {R"({"status":"success","warnings":[1]})", "a warning is no text"},
      {R"({"status":"success","data":{"resultType":"vector","result":[]}})",
       "'resultType' is 'vector', not 'matrix'"},
      {R"({"status":"success","data":{"result":[],"result":[]}})", "'result' stands twice"},
      {Success("[1]"), "a series is no object"},
      {Success("[[]]"), "a series is no object"},
      {Success(R"([{"metric":[]}])"), "'metric' is of the wrong type"},
      {Success(R"([{"metric":{"pod":1}}])"), "'pod' is of the wrong type"},
      {Success(R"([{"values":{}}])"), "'values' is of the wrong type"},
      {Success(R"([{"values":[1]}])"), "a sample is no pair"},
      {OneSample("[]"), "a sample is no pair"},
      {OneSample("[1]"), "a sample is no pair"},
      {OneSample(R"([1,"2","3"])"), "a sample has the value '3'"},
      {OneSample(R"(["1","2"])"), "a sample has the value '1'"},
      {OneSample("[1,2]"), "a sample has no usable time"},
      {OneSample(R"([-1,"2"])"), "a sample has no usable time"},
      {OneSample(R"([1e300,"2"])"), "a sample has no usable time"},
      {OneSample(R"([[1],"2"])"), "a sample is no pair"},
      {OneSample(R"([1,null])"), "a sample is no pair"},
      {OneSample(R"([1,""])"), "a sample has the value ''"},
      {OneSample(R"([1,"nan"])"), "a sample has the value 'nan'"},
      {OneSample(R"([1,"infinity"])"), "a sample has the value 'infinity'"},
      {OneSample(R"([1,"+1"])"), "a sample has the value '+1'"},
      {OneSample(R"([1,"1 "])"), "a sample has the value '1 '"},
      {OneSample(R"([1,"0x10"])"), "a sample has the value '0x10'"},
      {R"({"a":)" + deep_arrays, "nested deeper than 16 levels"},
      {deep_objects, "nested deeper than 16 levels"},
  };
  for (const BadAnswer& one : bad) {
    const auto answer = ParseAnswer(one.body);
    const std::string shown = one.body.substr(0, 120);
    ASSERT_FALSE(answer) << shown;
    EXPECT_EQ(answer.error().code, ErrorCode::kInvalidArgument) << shown;
    EXPECT_NE(answer.error().message.find(one.want), std::string::npos)
        << shown << " -> " << answer.error().message;
  }
}

TEST(AnswerParser, EveryCutOfAGoodAnswerIsRefused) {
  const std::string good = OneSample(R"([1700000000,"1.5"],[1700000030,"+Inf"])");
  ASSERT_TRUE(ParseAnswer(good));
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_FALSE(ParseAnswer(good.substr(0, size))) << size;
  }
}

}  // namespace
}  // namespace gitscale
