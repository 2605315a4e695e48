// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/run.h"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/log.h"
#include "tests/cli/run_fixture.h"

namespace gitscale {
namespace {

using std::chrono::seconds;
using testing::FakeRepository;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::RunFixture;
using ::testing::SizeIs;

TEST(Run, WritesADecision) {
  RunFixture run;
  const FakeRepository& acme = run.Add("acme");
  const RunReport report = run.Go();
  ASSERT_THAT(report.targets, SizeIs(1));
  const TargetReport& target = report.targets[0];
  EXPECT_EQ(target.proposal.outcome, Outcome::kChanged) << target.proposal.reason.message;
  EXPECT_FALSE(target.failure);
  ASSERT_TRUE(target.record);
  EXPECT_EQ(target.record->to, 3);
  EXPECT_EQ(target.path, "db.yaml");
  EXPECT_EQ(target.commit, std::string(39, '0') + "2");
  EXPECT_THAT(acme.File("db.yaml"), HasSubstr("  replicas: 3   # kept by gitscale\n"));
  EXPECT_EQ(report.repositories.at(0).push_attempts, 1);
  EXPECT_EQ(ExitCodeOf(report), ExitCode::kComplete);
}

TEST(Run, OneReadPerEndpointAndClusterForAllRepositories) {
  RunFixture run;
  run.Add("acme");
  run.Add("blue");
  const RunReport report = run.Go();
  EXPECT_THAT(report.targets, SizeIs(2));
  EXPECT_THAT(run.metrics->asked, SizeIs(1));
  EXPECT_THAT(run.cluster->asked, SizeIs(1));
  EXPECT_EQ(report.metric_queries, 1);
  EXPECT_EQ(report.cluster_calls, 1);
}

TEST(Run, NothingToDoWritesNothingAndLogsOneLine) {
  RunFixture run;
  FakeRepository& acme = run.Add("acme");
  run.metrics->load = 150;
  static_cast<void>(run.Go());  // the first one gets to know the target
  const int publishes = acme.publishes;
  ConfigureLog(LogLevel::kInfo, LogFormat::kText, "run-1");
  ::testing::internal::CaptureStderr();
  const RunReport report = run.Go();
  LogSummary(report);
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(report.targets.at(0).proposal.outcome, Outcome::kNotNeeded);
  EXPECT_EQ(acme.publishes, publishes);
  EXPECT_EQ(report.repositories.at(0).push_attempts, 0);
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 1) << log;
  EXPECT_THAT(log, HasSubstr("run complete"));
}

TEST(Run, ABadRepositoryDoesNotTouchAnother) {
  RunFixture run;
  run.Add("acme").fetch_error = Error{ErrorCode::kUnavailable, "cannot reach it", "acme"};
  const FakeRepository& blue = run.Add("blue");
  const RunReport report = run.Go();
  EXPECT_EQ(report.repositories.at(0).failure->message, "cannot reach it");
  EXPECT_FALSE(report.repositories.at(1).failure);
  EXPECT_THAT(blue.pushed, SizeIs(1));
  EXPECT_EQ(ExitCodeOf(report), ExitCode::kPartial);
}

TEST(Run, ARefusedPolicyDoesNotTouchAnother) {
  RunFixture run;
  run.Add("acme",
          FakeRepository::Files{{"db.yaml", testing::DatabaseFile("tenant-acme", "db", 2)},
                                {"policy.yaml", testing::PolicyFile("tenant-acme", "db", 6)},
                                {"bad.yaml", testing::PolicyFile("tenant-else", "x", 6)}});
  const RunReport report = run.Go();
  ASSERT_THAT(report.repositories.at(0).refused, SizeIs(1));
  EXPECT_EQ(report.repositories[0].refused[0].code, RefusalCode::kForbiddenNamespace);
  EXPECT_EQ(report.targets.at(0).proposal.outcome, Outcome::kChanged);
  EXPECT_EQ(ExitCodeOf(report), ExitCode::kPartial);
}

TEST(Run, AFailedPushFailsItsTargetsOnly) {
  RunFixture run;
  run.Add("acme").push_error = Error{ErrorCode::kPermissionDenied, "read-only", "acme"};
  run.Add("blue");
  const RunReport report = run.Go();
  EXPECT_EQ(report.targets.at(0).failure->message, "read-only");
  EXPECT_FALSE(report.targets.at(0).record);
  EXPECT_FALSE(report.targets.at(1).failure);
  EXPECT_EQ(ExitCodeOf(report), ExitCode::kPartial);
}

TEST(Run, ATargetOfTwoRepositoriesIsRefusedInBoth) {
  RunFixture run;
  run.Add("acme");
  run.Add("blue",
          FakeRepository::Files{{"db.yaml", testing::DatabaseFile("tenant-acme", "db", 2)},
                                {"policy.yaml", testing::PolicyFile("tenant-acme", "db", 6)}});
  run.configuration.repositories[1].scope.namespaces = {"tenant-acme"};
  const RunReport report = run.Go();
  EXPECT_THAT(report.targets, IsEmpty());
  for (const RepositoryReport& repository : report.repositories) {
    ASSERT_THAT(repository.refused, SizeIs(1));
    EXPECT_EQ(repository.refused[0].code, RefusalCode::kAmbiguousPolicy);
  }
  EXPECT_EQ(ExitCodeOf(report), ExitCode::kInvalid);
}

TEST(Run, ApprovalIsAsStrictAsTheOperatorWants) {
  RunFixture run;
  const FakeRepository& acme = run.Add("acme");
  run.configuration.repositories[0].approval_at_least.scale_up = Approval::kPullRequest;
  const RunReport report = run.Go();
  EXPECT_EQ(report.targets.at(0).proposal.reason.code, ReasonCode::kApprovalRequired);
  EXPECT_THAT(acme.File("db.yaml"), HasSubstr("replicas: 2 "));
}

TEST(RunPlan, ShowsAndWritesNothing) {
  RunFixture run;
  const FakeRepository& acme = run.Add("acme");
  const auto recorder = std::make_shared<RecordingPublisher>();
  run.ports.repositories["acme"].publisher = recorder;
  const RunReport report = run.Go();
  EXPECT_EQ(acme.publishes, 0);
  EXPECT_THAT(recorder->diff(), HasSubstr("+  replicas: 3   # kept by gitscale\n"));
  EXPECT_TRUE(HasChanges(report));
  EXPECT_TRUE(report.targets.at(0).record);
  EXPECT_EQ(report.targets.at(0).commit, "");
}

TEST(RunFaults, AnUnreadableEndpointHoldsEverythingAndIsAFailure) {
  RunFixture run;
  const FakeRepository& acme = run.Add("acme");
  run.metrics->fault = Reason{ReasonCode::kMetricsUnavailable, "cannot reach it"};
  const RunReport report = run.Go();
  EXPECT_EQ(report.targets.at(0).proposal.outcome, Outcome::kUnknown);
  EXPECT_THAT(acme.File("db.yaml"), HasSubstr("replicas: 2 "));
  EXPECT_EQ(ExitCodeOf(report), ExitCode::kFailed);
}

TEST(RunLedger, ADecisionOpensAFlightThatTheNextRunSees) {
  RunFixture run;
  FakeRepository& acme = run.Add("acme");
  static_cast<void>(run.Go());
  ASSERT_THAT(acme.pushed, SizeIs(1));
  EXPECT_THAT(acme.pushed[0].ledger, SizeIs(1));
  run.process.clock.Advance(seconds(60));
  const RunReport report = run.Go();
  EXPECT_NE(report.targets.at(0).proposal.outcome, Outcome::kChanged);
  EXPECT_THAT(acme.File("db.yaml"), HasSubstr("replicas: 3 "));
}

}  // namespace
}  // namespace gitscale
