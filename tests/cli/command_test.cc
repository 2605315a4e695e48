// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/command.h"

#include <cstdio>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json.h"
#include "tests/cli/configurations.h"
#include "tests/cli/test_shell.h"

namespace gitscale {
namespace {

using testing::TestShell;

struct Ran {
  VerbResult result;
  std::string err;
};

Ran RunIt(const std::vector<std::string>& arguments) {
  TestShell process;
  Shell shell = process.Make();
  VerbResult result = RunCommand(arguments, shell);
  return {std::move(result), process.err.str()};
}

std::string WriteConfiguration(std::string_view name, std::string_view text) {
  std::string path = ::testing::TempDir() + "/" + std::string(name);
  std::FILE* file = std::fopen(path.c_str(), "w");
  std::fwrite(text.data(), 1, text.size(), file);
  std::fclose(file);
  return path;
}

TEST(Command, Version) {
  EXPECT_EQ(RunIt({"version"}).result.out, "gitscale 0.1.0\n");
  EXPECT_EQ(RunIt({"--version"}).result.out, "gitscale 0.1.0\n");
  const Json json = ParseJson(RunIt({"version", "-o", "json"}).result.out).value();
  EXPECT_EQ(*json.Find("kind"), Json("Version"));
  EXPECT_EQ(*json.Find("version"), Json("0.1.0"));
}

TEST(Command, UnknownVerbIsUsage) {
  const Ran ran = RunIt({"rnu"});
  EXPECT_EQ(ran.result.code, ExitCode::kInvalid);
  EXPECT_EQ(ran.result.out, "");
  EXPECT_EQ(ran.err, "error: unknown verb 'rnu' (did you mean 'run'?)\n");
}

TEST(Command, TheLastErrorIsARecordForPrograms) {
  const Ran ran = RunIt({"rnu", "-o", "json"});
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1);
  const Json record = ParseJson(ran.err).value();
  EXPECT_EQ(*record.Find("kind"), Json("Error"));
  EXPECT_EQ(*record.Find("error")->Find("code"), Json("InvalidArgument"));
}

TEST(Command, AConfigurationThatIsNotThere) {
  const Ran ran = RunIt({"run", "--config", "/nowhere/gitscale.yaml"});
  EXPECT_EQ(ran.result.code, ExitCode::kInvalid);
  EXPECT_THAT(ran.err, ::testing::StartsWith("error: reading the configuration: "));
}

TEST(Command, EveryProblemOfTheConfigurationWithItsLine) {
  const std::string path = WriteConfiguration(
      "problems.yaml", testing::Replaced("kind: Configuration", "kind: Config\nsotp: true"));
  const Ran ran = RunIt({"plan", "-c", path});
  EXPECT_EQ(ran.result.code, ExitCode::kInvalid);
  EXPECT_EQ(ran.err,
            path + ":2: kind: expected 'Configuration', found 'Config'\n" + path +
                ":3: unknown field sotp (did you mean 'stop'?)\n"
                "error: the configuration is invalid: 2 problems\n");
}

TEST(Command, UnknownRepository) {
  const std::string path = WriteConfiguration("unknown.yaml", testing::kSmallConfiguration);
  const Ran ran = RunIt({"run", "-c", path, "--repository", "acne"});
  EXPECT_EQ(ran.result.code, ExitCode::kInvalid);
  EXPECT_EQ(ran.err, "error: no repository 'acne' in the configuration (did you mean 'acme'?)\n");
}

TEST(Command, ShowConfigRunsNothing) {
  const std::string path = WriteConfiguration("show.yaml", testing::kSmallConfiguration);
  const Ran ran = RunIt({"run", "-c", path, "--show-config"});
  EXPECT_EQ(ran.result.code, ExitCode::kComplete);
  EXPECT_EQ(ran.err, "");
  EXPECT_THAT(ran.result.out, ::testing::HasSubstr("repositories[0].branch = \"main\""));
}

TEST(Command, NowNeedsRecordedMetrics) {
  const std::string path =
      WriteConfiguration("now.yaml",
                         testing::Replaced("type: Recorded\n  path: morning.csv",
                                           "type: Prometheus\n  url: http://localhost:1"));
  const Ran ran = RunIt({"run", "-c", path, "--now", "2026-08-21T09:30:00Z"});
  EXPECT_EQ(ran.result.code, ExitCode::kInvalid);
  EXPECT_EQ(ran.err,
            "error: --now is only for recorded metrics, and endpoint 'morning' is of type "
            "Prometheus\n");
}

}  // namespace
}  // namespace gitscale
