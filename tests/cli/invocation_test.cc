// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/invocation.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/test_shell.h"

namespace gitscale {
namespace {

using testing::TestShell;

std::string OriginOf(const Invocation& invocation, std::string_view path) {
  for (const Setting& setting : invocation.settings) {
    if (setting.path == path) {
      return WriteJson(setting.value) + " from " + setting.origin;
    }
  }
  return "missing";
}

TEST(Invocation, Defaults) {
  TestShell process;
  const Invocation invocation = ResolveInvocation({}, process.Make()).value();
  EXPECT_EQ(invocation.config_path, "gitscale.yaml");
  EXPECT_EQ(invocation.log_level, LogLevel::kInfo);
  EXPECT_EQ(invocation.output, OutputFormat::kText);
  EXPECT_EQ(OriginOf(invocation, "--config"), "\"gitscale.yaml\" from default");
}

TEST(Invocation, LogsAreTextOnATerminalOnly) {
  TestShell process;
  Shell shell = process.Make();
  EXPECT_EQ(ResolveInvocation({}, shell)->log_format, LogFormat::kJson);
  shell.stderr_is_terminal = true;
  EXPECT_EQ(ResolveInvocation({}, shell)->log_format, LogFormat::kText);
}

TEST(Invocation, FlagGoesBeforeEnvironmentGoesBeforeDefault) {
  TestShell process;
  process.variables = {{"GITSCALE_OUTPUT", "json"}, {"GITSCALE_LOG_LEVEL", "error"}};
  Options options;
  options.log_level = "debug";
  const Invocation invocation = ResolveInvocation(options, process.Make()).value();
  EXPECT_EQ(invocation.output, OutputFormat::kJson);
  EXPECT_EQ(invocation.log_level, LogLevel::kDebug);
  EXPECT_EQ(OriginOf(invocation, "--output"), "\"json\" from environment GITSCALE_OUTPUT");
  EXPECT_EQ(OriginOf(invocation, "--log-level"), "\"debug\" from flag --log-level");
}

TEST(Invocation, EveryWrongValueAtOnce) {
  TestShell process;
  process.variables = {{"GITSCALE_LOG_FORMAT", "xml"}};
  Options options;
  options.output = "yaml";
  options.now = "yesterday";
  const Result<Invocation> invocation = ResolveInvocation(options, process.Make());
  ASSERT_FALSE(invocation);
  EXPECT_THAT(
      invocation.error().message,
      ::testing::StartsWith("found 'xml' in environment GITSCALE_LOG_FORMAT, expected one of text, "
                            "json; found 'yaml' in flag --output, expected one of text, json; flag "
                            "--now: "));
}

TEST(Invocation, ColorOnlyOnATerminalThatWantsIt) {
  const auto color = [](bool terminal, auto variables, std::optional<std::string> flag) {
    TestShell process;
    process.variables = variables;
    Shell shell = process.Make();
    shell.stdout_is_terminal = terminal;
    Options options;
    options.color = flag;
    return ResolveInvocation(options, shell)->color;
  };
  using Variables = std::map<std::string, std::string, std::less<>>;
  EXPECT_TRUE(color(true, Variables{}, std::nullopt));
  EXPECT_FALSE(color(false, Variables{}, std::nullopt));
  EXPECT_FALSE(color(true, Variables{{"NO_COLOR", ""}}, std::nullopt));
  EXPECT_FALSE(color(true, Variables{{"TERM", "dumb"}}, std::nullopt));
  EXPECT_FALSE(color(true, Variables{}, "never"));
  EXPECT_TRUE(color(false, Variables{{"NO_COLOR", "1"}}, "always"));
}

TEST(Invocation, GuessesTheFormatOfErrors) {
  TestShell process;
  const Environment environment = process.Make().environment;
  EXPECT_EQ(GuessOutputFormat({"rnu", "-o", "json"}, environment), OutputFormat::kJson);
  EXPECT_EQ(GuessOutputFormat({"run", "--output=json"}, environment), OutputFormat::kJson);
  EXPECT_EQ(GuessOutputFormat({"run", "--bad"}, environment), OutputFormat::kText);
  process.variables = {{"GITSCALE_OUTPUT", "json"}};
  EXPECT_EQ(GuessOutputFormat({"run"}, environment), OutputFormat::kJson);
  EXPECT_EQ(GuessOutputFormat({"run", "-o", "text"}, environment), OutputFormat::kText);
}

}  // namespace
}  // namespace gitscale
