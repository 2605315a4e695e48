// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json.h"
#include "cli/command.h"
#include "tests/cli/test_shell.h"

namespace gitscale {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kData = std::string(GITSCALE_TESTDATA_DIR) + "/validate";

VerbResult ValidateIt(std::vector<std::string> arguments) {
  testing::TestShell process;
  Shell shell = process.Make();
  arguments.insert(arguments.begin(), "validate");
  return RunCommand(arguments, shell);
}

TEST(Validate, AGoodFile) {
  const VerbResult result = ValidateIt({kData + "/good/policy.yaml"});
  EXPECT_EQ(result.code, ExitCode::kComplete) << result.out;
  EXPECT_EQ(result.out, "1 policy in 1 file, 0 problems\n");
}

TEST(Validate, AFolderIsSearchedForBothEndings) {
  const VerbResult result = ValidateIt({kData + "/good"});
  EXPECT_EQ(result.code, ExitCode::kComplete) << result.out;
  EXPECT_EQ(result.out, "2 policies in 3 files, 0 problems\n");
}

TEST(Validate, EveryProblemOfEveryFile) {
  const VerbResult result = ValidateIt({kData});
  EXPECT_EQ(result.code, ExitCode::kInvalid);
  EXPECT_THAT(result.out,
              AllOf(HasSubstr(kData + "/bad/policy.yaml:7: "),
                    HasSubstr(kData + "/bad/policy.yaml:9: "),
                    HasSubstr("did you mean 'maxReplicas'?"),
                    Not(HasSubstr("/good/"))));
}

TEST(Validate, NamedTwiceIsReadOnce) {
  const VerbResult result = ValidateIt({kData + "/good/policy.yaml", kData + "/good/policy.yaml"});
  EXPECT_EQ(result.out, "1 policy in 1 file, 0 problems\n");
}

TEST(Validate, APathThatIsNotThere) {
  const VerbResult result = ValidateIt({"/nowhere", kData + "/good/policy.yaml"});
  EXPECT_EQ(result.code, ExitCode::kInvalid);
  EXPECT_EQ(result.out, "/nowhere: no such file or folder\n1 policy in 1 file, 1 problem\n");
}

TEST(Validate, ForPrograms) {
  const VerbResult result = ValidateIt({kData + "/bad", "-o", "json"});
  EXPECT_EQ(result.code, ExitCode::kInvalid);
  const Json report = ParseJson(result.out).value();
  EXPECT_EQ(*report.Find("kind"), Json("ValidationReport"));
  EXPECT_FALSE(report.Find("problems")->AsArray()->empty());
}

}  // namespace
}  // namespace gitscale
