// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <csignal>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/run.h"
#include "tests/cli/run_fixture.h"

namespace gitscale {
namespace {

using std::chrono::seconds;
using testing::FakeRepository;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::RunFixture;
using ::testing::SizeIs;

TEST(RunStop, InTheConfigurationMeansNothingIsWritten) {
  RunFixture run;
  const FakeRepository& acme = run.Add("acme");
  run.read_stop = [] { return true; };
  const RunReport report = run.Go();
  const Proposal& proposal = report.targets.at(0).proposal;
  EXPECT_EQ(proposal.outcome, Outcome::kNotTried);
  EXPECT_EQ(proposal.reason.code, ReasonCode::kGlobalStop);
  EXPECT_EQ(proposal.desired, 3);  // still decided and reported
  EXPECT_THAT(acme.pushed, IsEmpty());
  EXPECT_EQ(ExitCodeOf(report), ExitCode::kComplete);
}

TEST(RunStop, IsReadAgainJustBeforeThePush) {
  RunFixture run;
  const FakeRepository& acme = run.Add("acme");
  int asked = 0;
  run.read_stop = [&] { return ++asked > 1; };
  const RunReport report = run.Go();
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(acme.publishes, 1);
  EXPECT_THAT(acme.pushed, IsEmpty());
  EXPECT_EQ(report.targets.at(0).proposal.reason.code, ReasonCode::kGlobalStop);
}

TEST(RunStop, AFileInTheTipStopsItsRepository) {
  RunFixture run;
  FakeRepository& acme = run.Add("acme");
  const FakeRepository& blue = run.Add("blue");
  run.configuration.stop_file = "gitscale/STOP";
  acme.Land("gitscale/STOP", "");
  static_cast<void>(run.Go());
  EXPECT_THAT(acme.pushed, IsEmpty());
  EXPECT_THAT(blue.pushed, SizeIs(1));
}

TEST(RunStop, UnreadableIsStopped) {
  RunFixture run;
  const FakeRepository& acme = run.Add("acme");
  run.read_stop = []() -> Result<bool> { return Fail(ErrorCode::kNotFound, "gone"); };
  const RunReport report = run.Go();
  EXPECT_THAT(acme.pushed, IsEmpty());
  EXPECT_THAT(report.targets.at(0).failure->message, HasSubstr("gone"));
}

TEST(RunRace, TheOthersCommitIsKept) {
  RunFixture run;
  FakeRepository& acme = run.Add("acme");
  acme.before_push = [&](int attempt) {
    if (attempt == 1) {
      acme.Land("README", "theirs");
    }
  };
  const RunReport report = run.Go();
  EXPECT_EQ(acme.File("README"), "theirs");
  EXPECT_THAT(acme.File("db.yaml"), HasSubstr("replicas: 3 "));
  EXPECT_EQ(report.repositories.at(0).push_attempts, 2);
  EXPECT_FALSE(report.targets.at(0).commit.empty());
  EXPECT_THAT(run.metrics->asked, SizeIs(1));  // what was measured is still fresh
}

TEST(RunRace, DecidesAgainOnTheNewPolicy) {
  RunFixture run;
  FakeRepository& acme = run.Add("acme");
  acme.before_push = [&](int attempt) {
    if (attempt == 1) {
      acme.Land("policy.yaml", testing::PolicyFile("tenant-acme", "db", 2));
    }
  };
  const RunReport report = run.Go();
  EXPECT_NE(report.targets.at(0).proposal.outcome, Outcome::kChanged);
  EXPECT_EQ(report.targets.at(0).proposal.desired, 2);
  EXPECT_THAT(acme.File("db.yaml"), HasSubstr("replicas: 2 "));
  EXPECT_EQ(ExitCodeOf(report), ExitCode::kComplete);
}

TEST(RunRace, ANewTargetIsMeasuredAlone) {
  RunFixture run;
  FakeRepository& acme = run.Add("acme");
  acme.before_push = [&](int attempt) {
    if (attempt == 1) {
      acme.Land("policy2.yaml", testing::PolicyFile("tenant-acme", "two", 6));
      acme.Land("two.yaml", testing::DatabaseFile("tenant-acme", "two", 2));
    }
  };
  const RunReport report = run.Go();
  EXPECT_THAT(report.targets, SizeIs(2));
  ASSERT_THAT(run.metrics->asked, SizeIs(2));
  EXPECT_THAT(run.metrics->asked[1], SizeIs(1));
  EXPECT_THAT(acme.File("two.yaml"), HasSubstr("replicas: 3 "));
}

TEST(RunRace, OldObservationsAreMadeAgain) {
  RunFixture run;
  FakeRepository& acme = run.Add("acme");
  acme.before_push = [&](int attempt) {
    if (attempt == 1) {
      acme.Land("README", "theirs");
      run.process.clock.Advance(seconds(301));
    }
  };
  static_cast<void>(run.Go());
  EXPECT_THAT(run.metrics->asked, SizeIs(2));
}

TEST(RunRace, LostEveryTimeIsAFailureThatMayPass) {
  RunFixture run;
  FakeRepository& acme = run.Add("acme");
  acme.before_push = [&](int attempt) { acme.Land("README", std::to_string(attempt)); };
  const RunReport report = run.Go();
  EXPECT_EQ(report.targets.at(0).failure->code, ErrorCode::kConflict);
  EXPECT_EQ(ExitCodeOf(report), ExitCode::kFailed);
}

TEST(RunSignal, NoNewWorkBegins) {
  RunFixture run;
  FakeRepository& acme = run.Add("acme");
  run.process.stop.Raise(SIGTERM);
  const RunReport report = run.Go();
  EXPECT_EQ(acme.fetches, 0);
  EXPECT_THAT(report.repositories.at(0).failure->message, HasSubstr("asked to end"));
  EXPECT_EQ(run.process.stop.code(), ExitCode::kTerminated);
}

TEST(RunSignal, WhatIsNotYetPushedIsNotPushed) {
  RunFixture run;
  const FakeRepository& acme = run.Add("acme");
  int asked = 0;
  run.read_stop = [&] {
    if (++asked == 1) {
      run.process.stop.Raise(SIGINT);
    }
    return false;
  };
  const RunReport report = run.Go();
  EXPECT_THAT(acme.pushed, IsEmpty());
  EXPECT_THAT(report.targets.at(0).failure->message, HasSubstr("asked to end"));
  EXPECT_EQ(run.process.stop.code(), ExitCode::kInterrupted);
}

TEST(RunSignal, ThePushUnderWayIsFinished) {
  RunFixture run;
  FakeRepository& acme = run.Add("acme");
  acme.before_push = [&](int) { run.process.stop.Raise(SIGTERM); };
  const RunReport report = run.Go();
  EXPECT_THAT(acme.pushed, SizeIs(1));
  EXPECT_FALSE(report.targets.at(0).commit.empty());
}

}  // namespace
}  // namespace gitscale
