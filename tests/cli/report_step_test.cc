// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/report_step.h"

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace gitscale {
namespace {

/// What a run came to, by the letter: R repository failed for now, P for a person, r policy
/// refused, d target released, n target not released, . target done, f target failed for now, p for
/// a person, m metrics unreadable, w a window incomplete.
struct ExitCase {
  std::string name;
  std::string came_to;
  ExitCode want;

  friend std::ostream& operator<<(std::ostream& out, const ExitCase& exit) {
    return out << exit.name;
  }
};

TargetReport TargetOf(char letter) {
  TargetReport target;
  target.proposal.outcome = Outcome::kNotNeeded;
  if (letter == 'f' || letter == 'p') {
    target.proposal.outcome = Outcome::kChanged;
    target.failure =
        Error{letter == 'f' ? ErrorCode::kUnavailable : ErrorCode::kPermissionDenied, "no", ""};
  } else if (letter == 'm' || letter == 'w') {
    target.proposal.outcome = Outcome::kUnknown;
    target.proposal.reason.code =
        letter == 'm' ? ReasonCode::kMetricsUnavailable : ReasonCode::kIncompleteWindow;
  }
  return target;
}

RunReport ReportOf(const std::string& letters) {
  RunReport report;
  for (const char letter : letters) {
    if (letter == 'R' || letter == 'P') {
      report.repositories.emplace_back().failure =
          Error{letter == 'R' ? ErrorCode::kUnavailable : ErrorCode::kNotFound, "no", ""};
    } else if (letter == 'r') {
      report.repositories.emplace_back().refused.emplace_back();
    } else if (letter == 'd') {
      report.repositories.emplace_back().released.emplace_back().commit = "c0ffee";
    } else if (letter == 'n') {
      report.repositories.emplace_back().released.emplace_back().failure =
          Error{ErrorCode::kInvalidArgument, "no", ""};
    } else {
      report.targets.push_back(TargetOf(letter));
    }
  }
  return report;
}

class ExitCodes : public ::testing::TestWithParam<ExitCase> {};

TEST_P(ExitCodes, SayWhatTheRunCameTo) {
  EXPECT_EQ(ExitCodeOf(ReportOf(GetParam().came_to)), GetParam().want);
}

INSTANTIATE_TEST_SUITE_P(Cases,
                         ExitCodes,
                         ::testing::ValuesIn(std::vector<ExitCase>{
                             {"NothingAtAll", "", ExitCode::kComplete},
                             {"AllDone", "..", ExitCode::kComplete},
                             {"FrozenIsNoFailure", "w", ExitCode::kComplete},
                             {"OneRepositoryOfTwo", "R.", ExitCode::kPartial},
                             {"OneTargetOfTwo", "f.", ExitCode::kPartial},
                             {"OnePolicyOfTwo", "r.", ExitCode::kPartial},
                             {"OnlyReleased", "d", ExitCode::kComplete},
                             {"OneReleaseOfTwo", "dn", ExitCode::kPartial},
                             {"ReleaseRefused", "n", ExitCode::kInvalid},
                             {"AllForNow", "Rf", ExitCode::kFailed},
                             {"MetricsUnreadable", "mm", ExitCode::kFailed},
                             {"MetricsOfOneOfTwo", "m.", ExitCode::kPartial},
                             {"AllForAPerson", "Ppr", ExitCode::kInvalid},
                             {"SomeForAPersonNoneDone", "Rr", ExitCode::kFailed},
                         }),
                         [](const auto& made) { return made.param.name; });

TEST(ReportStep, ChangesThatFailedAreNotPending) {
  EXPECT_FALSE(HasChanges(ReportOf("f.")));
  EXPECT_FALSE(HasChanges(ReportOf("n.")));
  EXPECT_TRUE(HasChanges(ReportOf("d")));
  RunReport report = ReportOf(".");
  report.targets[0].proposal.outcome = Outcome::kChanged;
  EXPECT_TRUE(HasChanges(report));
}

}  // namespace
}  // namespace gitscale
