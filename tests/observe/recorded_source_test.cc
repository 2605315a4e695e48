// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/recorded_source.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "observe/csv.h"
#include "observe/recording.h"
#include "tests/observe/temporary_folder.h"

namespace gitscale {
namespace {

using std::chrono::seconds;

constexpr std::string_view kHeader = "time,namespace,application,pod,role,signal,value\n";

class Recorded : public testing::Test {
 protected:
  std::unique_ptr<MetricSource> Load(std::string_view rows, std::optional<SysSeconds> now = {}) {
    const std::string path = folder_.path() + "/day.csv";
    std::ofstream(path, std::ios::binary) << kHeader << rows;
    auto source = LoadRecordedSource({path, seconds{30}, seconds{0}, now});
    EXPECT_TRUE(source) << source.error().message;
    return source ? *std::move(source) : nullptr;
  }

  static SignalWindow ReadOne(MetricSource& source,
                              Signal signal,
                              int window,
                              Fold fold = Fold::kLargest,
                              const std::string& name = "postgres-db") {
    const MetricReading reading = source.Read(
        {{{"prod", Engine::kPostgres, "acme", name}, {{signal, seconds{window}, fold}}}});
    return reading.windows.at(0).at(0);
  }

  TemporaryFolder folder_;
};

TEST_F(Recorded, ReadsRolesAndGaps) {
  // Unsorted, with CRLF, quotes and blank lines.
  const auto source = Load(
      "2026-08-21T09:01:00Z,acme,db,postgres-db-2,replica,ReadConnections,7\r\n"
      "\r\n"
      "2026-08-21T09:00:30Z,acme,db,postgres-db-2,replica,ReplicationLagSeconds,0.5\n"
      "\"2026-08-21T09:00:30Z\",\"acme\",\"the \"\"db\"\"\",postgres-db-1,primary,"
      "WriteBytesPerSecond,1e3\n"
      "2026-08-21T09:01:00Z,acme,db,postgres-db-1,primary,ReadConnections,90\n"
      "2026-08-21T09:01:00Z,other,db,postgres-db-3,replica,ReadConnections,50\n"
      "2026-08-21T09:01:00Z,acme,db,postgres-db-extra,replica,ReadConnections,50\n");
  ASSERT_NE(source, nullptr);
  const SignalWindow connections = ReadOne(*source, Signal::kReadConnections, 90);
  ASSERT_FALSE(connections.fault) << connections.fault->message;
  EXPECT_EQ(FormatRfc3339(connections.first_end), "2026-08-21T09:00:00Z");
  EXPECT_EQ(connections.step, seconds{30});
  // A missing row is a missing sample, also where the pod's other rows say that it was there.
  EXPECT_EQ(connections.steps, (std::vector<SignalStep>{{0, 0, 0}, {0, 0, 0}, {7000, 7000, 1}}));
  ASSERT_EQ(connections.newest_samples.size(), 1U);
  EXPECT_EQ(FormatRfc3339(connections.newest_samples[0]), "2026-08-21T09:01:00Z");
  EXPECT_EQ(ReadOne(*source, Signal::kReplicationLagSeconds, 90).steps,
            (std::vector<SignalStep>{{0, 0, 0}, {500, 500, 1}, {0, 0, 0}}));
  EXPECT_EQ(ReadOne(*source, Signal::kWriteBytesPerSecond, 90).steps,
            (std::vector<SignalStep>{{0, 0, 0}, {1000000, 1000000, 1}, {0, 0, 0}}));
  EXPECT_EQ(ReadOne(*source, Signal::kWalReceiverUp, 90).steps,
            (std::vector<SignalStep>{{0, 0, 0}, {1000, 1000, 1}, {0, 0, 0}}));
}

TEST_F(Recorded, FoldsScrapes) {
  std::string rows;
  const SysSeconds start = *ParseRfc3339("2026-08-21T09:00:00Z");
  for (int i = 1; i <= 120; ++i) {
    const std::string time = FormatRfc3339(start + seconds{30} * i);
    rows += fmt::format(
        "{},acme,db,postgres-db-2,replica,ReadConnections,{}\n", time, i % 2 == 0 ? 9 : 0);
  }
  const auto source = Load(rows);
  ASSERT_NE(source, nullptr);
  const SignalWindow up = ReadOne(*source, Signal::kReadConnections, 3600, Fold::kSmallest);
  const SignalWindow down = ReadOne(*source, Signal::kReadConnections, 3600, Fold::kLargest);
  ASSERT_EQ(up.steps.size(), 60U);
  ASSERT_EQ(down.steps.size(), 60U);
  EXPECT_EQ(up.step, seconds{60});
  for (std::size_t i = 0; i < 60; ++i) {
    EXPECT_EQ(up.steps[i], (SignalStep{0, 0, 1})) << i;
    EXPECT_EQ(down.steps[i], (SignalStep{9000, 9000, 1})) << i;
  }
}

TEST_F(Recorded, AnUnusableNumberIsNotFoldedAway) {
  std::string rows = "2026-08-21T09:00:30Z,acme,db,postgres-db-2,replica,ReadConnections,NaN\n";
  const SysSeconds start = *ParseRfc3339("2026-08-21T08:01:00Z");
  for (int i = 0; i < 118; ++i) {
    rows += fmt::format("{},acme,db,postgres-db-2,replica,ReadConnections,1\n",
                        FormatRfc3339(start + seconds{30} * i));
  }
  rows += "2026-08-21T09:01:00Z,acme,db,postgres-db-2,replica,ReadConnections,1\n";
  const auto source = Load(rows);
  ASSERT_NE(source, nullptr);
  for (const Fold fold : {Fold::kLargest, Fold::kSmallest}) {
    const SignalWindow window = ReadOne(*source, Signal::kReadConnections, 3600, fold);
    ASSERT_TRUE(window.fault);
    EXPECT_EQ(window.fault->code, ReasonCode::kNotANumber);
  }
}

TEST_F(Recorded, FaultsAreNeverZero) {
  const auto with_value = [&](std::string_view value) {
    return Load(fmt::format(
        "2026-08-21T09:00:30Z,acme,db,postgres-db-2,replica,ReadConnections,{}\n", value));
  };
  EXPECT_EQ(ReadOne(*with_value("NaN"), Signal::kReadConnections, 30).fault->code,
            ReasonCode::kNotANumber);
  EXPECT_EQ(ReadOne(*with_value("+Inf"), Signal::kReadConnections, 30).fault->code,
            ReasonCode::kInfinite);
  EXPECT_EQ(ReadOne(*with_value("-3"), Signal::kReadConnections, 30).fault->code,
            ReasonCode::kNegative);
  const SignalWindow other =
      ReadOne(*with_value("1"), Signal::kReadConnections, 30, Fold::kLargest, "postgres-x");
  EXPECT_EQ(other.fault->code, ReasonCode::kNoSeries);
  EXPECT_EQ(other.fault->message,
            fmt::format("ReadConnections: '{}/day.csv' has no rows of 'acme/postgres-x' between "
                        "2026-08-21T09:00:00Z and 2026-08-21T09:00:30Z",
                        folder_.path()));
  const auto late = Load("2026-08-21T09:00:30Z,acme,db,postgres-db-2,replica,ReadConnections,1\n",
                         *ParseRfc3339("2026-08-22T09:00:30Z"));
  EXPECT_EQ(ReadOne(*late, Signal::kReadConnections, 30).fault->code, ReasonCode::kEmptyAnswer);
}

TEST_F(Recorded, NowIsTheNewestSampleOrTheOneGiven) {
  const std::string_view rows =
      "2026-08-21T09:00:30Z,acme,db,postgres-db-2,replica,ReadConnections,1\n"
      "2026-08-21T09:01:10Z,acme,db,postgres-db-2,replica,ReadConnections,2\n";
  EXPECT_EQ(FormatRfc3339(Load(rows)->Read({}).now), "2026-08-21T09:01:10Z");
  const auto given = Load(rows, *ParseRfc3339("2026-08-21T09:00:59Z"));
  EXPECT_EQ(FormatRfc3339(given->Read({}).now), "2026-08-21T09:00:59Z");
  EXPECT_EQ(given->Read({}).queries, 0);
  const SignalWindow window = ReadOne(*given, Signal::kReadConnections, 30);
  EXPECT_EQ(window.steps, (std::vector<SignalStep>{{1000, 1000, 1}}));
  EXPECT_EQ(FormatRfc3339(window.newest_samples.at(0)), "2026-08-21T09:00:30Z");
}

TEST_F(Recorded, FileErrors) {
  const auto missing = LoadRecordedSource({folder_.path() + "/none.csv", seconds{30}, {}, {}});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  const std::string path = folder_.path() + "/empty.csv";
  std::ofstream(path, std::ios::binary) << kHeader;
  const auto empty = LoadRecordedSource({path, seconds{30}, {}, {}});
  ASSERT_FALSE(empty);
  EXPECT_EQ(
      empty.error().message,
      fmt::format("cannot use '{}': expected at least one row, or a time given for now", path));
}

TEST(Recording, ByteOrderMarkIsSkipped) {
  EXPECT_TRUE(ParseRecording("\xEF\xBB\xBF" + std::string(kHeader), "day.csv"));
}

struct BadRecording {
  std::string text;
  std::string message;
};

TEST(Recording, BadFilesNameLineAndExpectation) {
  const std::string head(kHeader);
  const std::string good = "2026-08-21T09:00:30Z,acme,db,db-2,replica,ReadConnections,1\n";
  const BadRecording bad[] = {
      {"",
       "day.csv:1: expected the header 'time,namespace,application,pod,role,signal,value', found "
       "an empty file"},
      {"time,namespace,pod\n",
       "day.csv:1: expected the header 'time,namespace,application,pod,role,signal,value', found "
       "'time,namespace,pod'"},
      {good,
       "day.csv:1: expected the header 'time,namespace,application,pod,role,signal,value', found "
       "'2026-08-21T09:00:30Z,acme,db,db-2,replica,ReadConnections,1'"},
      {head + "a,b\n", "day.csv:2: expected 7 fields, found 2"},
      {head + "\n\n" + "a,b,c,d,e,f,g,h\n", "day.csv:4: expected 7 fields, found 8"},
      {head + "yesterday,acme,db,db-2,replica,ReadConnections,1\n",
       "day.csv:2: expected an RFC 3339 time, as in 2026-08-21T09:30:00Z, found 'yesterday'"},
      {head + "2026-08-21T09:00:30Z,,db,db-2,replica,ReadConnections,1\n",
       "day.csv:2: expected a value for namespace, found none"},
      {head + "2026-08-21T09:00:30Z,acme,db,,replica,ReadConnections,1\n",
       "day.csv:2: expected a value for pod, found none"},
      {head + "2026-08-21T09:00:30Z,acme,db,db-2,replicas,ReadConnections,1\n",
       "day.csv:2: expected role primary or replica, found 'replicas', did you mean 'replica'?"},
      {head + "2026-08-21T09:00:30Z,acme,db,db-2,slave,ReadConnections,1\n",
       "day.csv:2: expected role primary or replica, found 'slave'"},
      {head + "2026-08-21T09:00:30Z,acme,db,db-2,replica,ReadConnection,1\n",
       "day.csv:2: expected a signal, found 'ReadConnection', did you mean 'ReadConnections'?"},
      {head + "2026-08-21T09:00:30Z,acme,db,db-2,replica,Temperature,1\n",
       "day.csv:2: expected a signal, found 'Temperature'"},
      {head + "2026-08-21T09:00:30Z,acme,db,db-2,replica,ReadConnections,\n",
       "day.csv:2: expected a number, NaN, +Inf or -Inf, found ''"},
      {head + "2026-08-21T09:00:30Z,acme,db,db-2,replica,ReadConnections,many\n",
       "day.csv:2: expected a number, NaN, +Inf or -Inf, found 'many'"},
      {head + "2026-08-21T09:00:30Z,\"acme,db,db-2\n",
       "day.csv:2: expected a closing quote, found the end of the file"},
      {head + "2026-08-21T09:00:30Z,\"acme\"x,db,db-2,replica,ReadConnections,1\n",
       "day.csv:2: expected a comma after the closing quote"},
      {head + good + "2026-08-21T09:01:00Z,ac\"me,db,db-2,replica,ReadConnections,1\n",
       "day.csv:3: expected the whole field in quotes, found a quote inside it"},
      {head + good + "2026-08-21T09:01:00Z,acme,db,db-2,replica,ReadConnections,1\n" + good,
       "day.csv:4: expected one value of ReadConnections for pod 'db-2' at 2026-08-21T09:00:30Z, "
       "found another in line 2"},
      {head + "2026-08-21T09:00:30Z,acme,\"a\nb\",db-2,primary,ReadConnections,1\n" +
           "2026-08-21T09:00:30Z,acme,db,db-2,replica,ReplicationLagSeconds,1\n",
       "day.csv:4: expected one role of pod 'db-2' at 2026-08-21T09:00:30Z, found another in line "
       "2"},
  };
  for (const BadRecording& one : bad) {
    const auto recording = ParseRecording(one.text, "day.csv");
    ASSERT_FALSE(recording) << one.text;
    EXPECT_EQ(recording.error().code, ErrorCode::kInvalidArgument) << one.text;
    EXPECT_EQ(recording.error().message, one.message) << one.text;
    EXPECT_EQ(recording.error().subject, "day.csv");
  }
}

}  // namespace
}  // namespace gitscale
