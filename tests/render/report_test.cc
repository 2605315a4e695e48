// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "base/json.h"
#include "render/problem_report.h"
#include "render/report_json.h"
#include "render/report_table.h"
#include "tests/render/samples.h"
#include "tests/support/golden.h"

namespace gitscale {
namespace {

RunReport SamplePlan() {
  RunReport report = SampleReport();
  report.plan = true;
  report.targets = {report.targets.front(), report.targets[1]};
  report.targets.front().commit.clear();
  report.repositories = {report.repositories.front()};
  report.repositories.front().refused.clear();
  report.repositories.front().released.resize(1);
  report.repositories.front().released.front().commit.clear();
  report.repositories.front().diff = "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-replicas: 3\n+replicas: 4\n";
  return report;
}

TEST(ReportTable, OfARun) {
  ExpectGolden(GITSCALE_TESTDATA_DIR "/table_run.txt", ReportTable(SampleReport(), false));
}

TEST(ReportTable, OfARunInColor) {
  ExpectGolden(GITSCALE_TESTDATA_DIR "/table_color.txt", ReportTable(SampleReport(), true));
}

TEST(ReportTable, OfAPlan) {
  ExpectGolden(GITSCALE_TESTDATA_DIR "/table_plan.txt", ReportTable(SamplePlan(), false));
}

TEST(ReportTable, OfNothing) {
  EXPECT_EQ(ReportTable(RunReport{}, true),
            "0 targets; 0 metric queries, 0 cluster calls, 0.0 s\n");
}

TEST(ReportJson, OfARun) {
  ExpectGolden(GITSCALE_TESTDATA_DIR "/report_run.json", WriteReportJson(SampleReport()));
}

TEST(ReportJson, OfAPlan) {
  ExpectGolden(GITSCALE_TESTDATA_DIR "/report_plan.json", WriteReportJson(SamplePlan()));
}

TEST(ReportJson, IsUtf8WhateverAFileHeld) {
  RunReport report = SampleReport();
  report.repositories.front().diff = "-caf\xE9\n";
  const auto read = ParseJson(WriteReportJson(report));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read->Find("repositories")->AsArray()->front().Find("diff")->AsString(),
            "-caf\xEF\xBF\xBD\n");
}

TEST(ReportJson, ReadsBackAsTheSameValue) {
  EXPECT_EQ(ParseJson(WriteReportJson(SampleReport())).value(), ReportJson(SampleReport()));
}

/// Names of all members, however deep: records of one list have the same.
TEST(ReportJson, EveryRecordOfAListHasTheSameFields) {
  const Json report = ReportJson(SampleReport());
  for (const char* list : {"targets", "repositories"}) {
    const Json::Array& records = *report.Find(list)->AsArray();
    for (const Json& record : records) {
      ASSERT_EQ(record.AsObject()->size(), records.front().AsObject()->size());
    }
  }
}

const ValidationReport kProblems{
    3, 2, {{"a.yaml", 7, "unknown field 'maxReplica'"}, {"b.yaml", 0, "not\nYAML"}}};

TEST(ProblemReport, Text) {
  EXPECT_EQ(ProblemReportText(kProblems),
            FormatProblem(kProblems.problems[0]) + "\n" + "b.yaml" +
                FormatProblem({"", 0, "not YAML"}) + "\n2 policies in 3 files: 2 problems\n");
  EXPECT_EQ(ProblemReportText({1, 1, {}}), "1 policy in 1 file: no problem\n");
}

TEST(ProblemReport, Json) {
  ExpectGolden(GITSCALE_TESTDATA_DIR "/problems.json", ProblemReportJson(kProblems));
}

}  // namespace
}  // namespace gitscale
