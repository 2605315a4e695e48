// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/log.h"
#include "cli/run.h"
#include "tests/cli/run_fixture.h"

namespace gitscale {
namespace {

using testing::FakeRepository;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::RunFixture;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr std::string_view kEntry = "targets/prod/tenant-acme/postgres/postgres-db.json";

/// A run that scaled tenant-acme/db to 3 and whose policy has been deleted since.
struct Orphan : RunFixture {
  FakeRepository* acme = nullptr;

  explicit Orphan(const std::string& policy = "policy.yaml") {
    acme = &Add("acme");
    static_cast<void>(Go());
    EXPECT_THAT(acme->File("db.yaml"), HasSubstr("managed-by"));
    EXPECT_TRUE(acme->Ledger().contains(kEntry));
    acme->Drop(policy);
    acme->pushed.clear();
    acme->publishes = 0;
  }
};

TEST(RunRelease, RemovesTheAnnotationsAndTheEntryInOnePush) {
  Orphan run;
  const RunReport report = run.Go();
  ASSERT_THAT(run.acme->pushed, SizeIs(1));
  const ChangeSet& pushed = run.acme->pushed[0];
  ASSERT_THAT(pushed.commits, SizeIs(1));
  EXPECT_THAT(pushed.commits[0].message,
              StartsWith("release(tenant-acme/db): leave 3 instances as they are\n"));
  EXPECT_THAT(pushed.commits[0].message, HasSubstr("policy tenant-acme/db is gone"));
  EXPECT_THAT(pushed.commits[0].message, Not(HasSubstr("Gitscale-Decision")));
  EXPECT_EQ(run.acme->File("db.yaml"), testing::DatabaseFile("tenant-acme", "db", 3));
  EXPECT_THAT(run.acme->Ledger(), IsEmpty());
  ASSERT_THAT(pushed.ledger, SizeIs(1));
  EXPECT_EQ(pushed.ledger[0].path, kEntry);
  EXPECT_TRUE(pushed.ledger[0].expected);
  ASSERT_THAT(report.repositories.at(0).released, SizeIs(1));
  const ReleaseReport& released = report.repositories[0].released[0];
  EXPECT_EQ(released.target.display_name, "tenant-acme/db");
  EXPECT_THAT(released.commit, SizeIs(40));
  EXPECT_FALSE(released.failure);
  EXPECT_EQ(ExitCodeOf(report), ExitCode::kComplete);
}

TEST(RunRelease, TheNextRunIsQuiet) {
  Orphan run;
  static_cast<void>(run.Go());
  const RunReport report = run.Go();
  EXPECT_EQ(run.acme->publishes, 1);
  EXPECT_THAT(report.repositories.at(0).released, IsEmpty());
  EXPECT_EQ(report.repositories[0].push_attempts, 0);
}

TEST(RunRelease, IsInTheSummary) {
  Orphan run;
  ConfigureLog(LogLevel::kInfo, LogFormat::kText, "run-1");
  ::testing::internal::CaptureStderr();
  LogSummary(run.Go());
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, HasSubstr("released a target whose policy is gone"));
  EXPECT_THAT(log, ::testing::ContainsRegex("run complete.*released=1"));
}

TEST(RunRelease, GoesWithTheDecisionsInOnePush) {
  Orphan run;
  run.acme->Land("two.yaml", testing::DatabaseFile("tenant-acme", "two", 2));
  run.acme->Land("p2.yaml", testing::PolicyFile("tenant-acme", "two", 6));
  run.configuration.repositories[0].commits = CommitGrouping::kPerRun;
  const RunReport report = run.Go();
  ASSERT_THAT(run.acme->pushed, SizeIs(1));
  ASSERT_THAT(run.acme->pushed[0].commits, SizeIs(2));
  EXPECT_THAT(run.acme->pushed[0].commits[0].message, StartsWith("scale: 1 target in acme"));
  EXPECT_THAT(run.acme->pushed[0].commits[1].message, StartsWith("release("));
  EXPECT_NE(report.targets.at(0).commit, report.repositories.at(0).released.at(0).commit);
  EXPECT_THAT(run.acme->Ledger(), SizeIs(1));
}

TEST(RunRelease, WaitsWhileTheMissingPolicyMayBeARefusedOne) {
  Orphan run;
  run.acme->Land("bad.yaml", "kind: DatabaseHorizontalAutoscaler\nmetadata: [\n");
  const RunReport report = run.Go();
  EXPECT_EQ(run.acme->publishes, 0);
  EXPECT_THAT(report.repositories.at(0).refused, SizeIs(1));
  EXPECT_THAT(report.repositories[0].released, IsEmpty());
}

TEST(RunRelease, WaitsWhileTheApiVersionIsMistyped) {
  Orphan run;
  std::string policy = testing::PolicyFile("tenant-acme", "db", 6);
  policy.replace(policy.find("cozystack"), 9, "cozystak");
  run.acme->Land("policy.yaml", policy);
  const RunReport report = run.Go();
  EXPECT_EQ(run.acme->publishes, 0);
  EXPECT_THAT(report.repositories.at(0).refused, SizeIs(1));
}

TEST(RunRelease, KeepsTheLedgerWhileAnythingIsRefused) {
  Orphan run;
  run.acme->Land("bad.yaml", testing::PolicyFile("tenant-else", "x", 6));
  const RunReport report = run.Go();
  ASSERT_THAT(run.acme->pushed, SizeIs(1));
  EXPECT_THAT(run.acme->pushed[0].commits, SizeIs(1));
  EXPECT_THAT(run.acme->pushed[0].ledger, IsEmpty());
  EXPECT_THAT(report.repositories.at(0).released, SizeIs(1));
  EXPECT_TRUE(run.acme->Ledger().contains(kEntry));
  run.acme->Drop("bad.yaml");
  static_cast<void>(run.Go());
  EXPECT_THAT(run.acme->Ledger(), IsEmpty());
  EXPECT_THAT(run.acme->pushed.back().commits, IsEmpty());
}

TEST(RunRelease, KeepsTheLedgerOfATargetThatWaits) {
  Orphan run;
  run.acme->Land("off/policy.yaml", testing::PolicyFile("tenant-acme", "db", 6));
  run.configuration.repositories[0].scope.policy_globs = {"tenants/**"};
  static_cast<void>(run.Go());
  EXPECT_EQ(run.acme->publishes, 0);
  EXPECT_TRUE(run.acme->Ledger().contains(kEntry));
}

TEST(RunRelease, TouchesOnlyTheScopeOfItsConfiguration) {
  Orphan run;
  run.configuration.repositories[0].scope.namespaces = {"tenant-blue"};
  static_cast<void>(run.Go());
  EXPECT_EQ(run.acme->publishes, 0);
  run.configuration.repositories[0].scope.namespaces = {"tenant-acme"};
  run.configuration.repositories[0].scope.routes = {{{"x/**"}, "other", "main"}};
  static_cast<void>(run.Go());
  EXPECT_EQ(run.acme->publishes, 0);
}

TEST(RunRelease, KeepsTheLedgerOfAnotherBranch) {
  Orphan run;
  run.Add("blue", FakeRepository::Files{});
  run.configuration.repositories[1].url = run.configuration.repositories[0].url;
  run.configuration.repositories[1].branch = "staging";
  run.configuration.repositories[1].scope = run.configuration.repositories[0].scope;
  static_cast<void>(run.Go());
  ASSERT_THAT(run.acme->pushed, SizeIs(1));
  EXPECT_TRUE(run.acme->Ledger().contains(kEntry));
}

TEST(RunRelease, ARefusedRemovalIsReportedAndTouchesNothingElse) {
  Orphan run;
  std::string aliased = run.acme->File("db.yaml");
  aliased.replace(aliased.find("'tenant-acme/db'"), 16, "&p 'tenant-acme/db'");
  run.acme->Land("db.yaml", aliased + "  users: {*p : {}}\n");
  run.acme->Land("three.yaml", testing::DatabaseFile("tenant-acme", "three", 2));
  run.acme->Land("p3.yaml", testing::PolicyFile("tenant-acme", "three", 6));
  ConfigureLog(LogLevel::kInfo, LogFormat::kText, "run-1");
  ::testing::internal::CaptureStderr();
  const RunReport report = run.Go();
  const std::string log = ::testing::internal::GetCapturedStderr();
  ASSERT_THAT(report.repositories.at(0).released, SizeIs(1));
  ASSERT_TRUE(report.repositories[0].released[0].failure);
  EXPECT_THAT(report.repositories[0].released[0].failure->message,
              ::testing::ContainsRegex("^db.yaml:[0-9]+: .*anchor 'p'"));
  EXPECT_THAT(log, HasSubstr("annotations not removed"));
  EXPECT_EQ(report.targets.at(0).proposal.outcome, Outcome::kChanged);
  EXPECT_FALSE(report.targets[0].failure);
  EXPECT_THAT(run.acme->File("three.yaml"), HasSubstr("replicas: 3 "));
  EXPECT_EQ(ExitCodeOf(report), ExitCode::kPartial);
}

TEST(RunRelease, IsStoppedWithEverythingElse) {
  Orphan run;
  run.read_stop = [] { return true; };
  const RunReport report = run.Go();
  EXPECT_THAT(run.acme->pushed, IsEmpty());
  EXPECT_THAT(report.repositories.at(0).released.at(0).stopped, HasSubstr("'stop'"));
  EXPECT_EQ(ExitCodeOf(report), ExitCode::kComplete);
}

TEST(RunRelease, AFailedPushIsItsFailure) {
  Orphan run;
  run.acme->push_error = Error{ErrorCode::kPermissionDenied, "read-only", "acme"};
  const RunReport report = run.Go();
  EXPECT_EQ(report.repositories.at(0).released.at(0).failure->message, "read-only");
  EXPECT_EQ(ExitCodeOf(report), ExitCode::kInvalid);
}

TEST(RunRelease, APolicyThatComesBackMeanwhileKeepsItsTarget) {
  Orphan run;
  run.acme->before_push = [&](int attempt) {
    if (attempt == 1) {
      run.acme->Land("again.yaml", testing::PolicyFile("tenant-acme", "db", 6));
    }
  };
  const RunReport report = run.Go();
  EXPECT_THAT(report.repositories.at(0).released, IsEmpty());
  EXPECT_THAT(report.targets, SizeIs(1));
  EXPECT_THAT(run.acme->File("db.yaml"), HasSubstr("managed-by"));
  EXPECT_TRUE(run.acme->Ledger().contains(kEntry));
}

TEST(RunRelease, APolicyThatGoesMeanwhileReleasesItsTarget) {
  RunFixture run;
  FakeRepository& acme = run.Add("acme");
  static_cast<void>(run.Go());
  acme.Land("two.yaml", testing::DatabaseFile("tenant-acme", "two", 2));
  acme.Land("p2.yaml", testing::PolicyFile("tenant-acme", "two", 6));
  int pushes = 0;
  acme.before_push = [&](int) {
    if (++pushes == 1) {
      acme.Drop("policy.yaml");
    }
  };
  const RunReport report = run.Go();
  EXPECT_THAT(report.repositories.at(0).released, SizeIs(1));
  EXPECT_EQ(acme.File("db.yaml"), testing::DatabaseFile("tenant-acme", "db", 3));
  EXPECT_THAT(acme.File("two.yaml"), HasSubstr("replicas: 3 "));
}

TEST(RunRelease, PlanShowsItAndWritesNothing) {
  Orphan run;
  const auto recorder = std::make_shared<RecordingPublisher>();
  run.ports.repositories["acme"].publisher = recorder;
  RunReport report = run.Go();
  report.plan = true;
  EXPECT_EQ(run.acme->publishes, 0);
  EXPECT_THAT(recorder->diff(), HasSubstr("-metadata: {name: db, namespace: tenant-acme, annot"));
  EXPECT_THAT(recorder->diff(), HasSubstr("+metadata: {name: db, namespace: tenant-acme}\n"));
  EXPECT_TRUE(HasChanges(report));
}

}  // namespace
}  // namespace gitscale
