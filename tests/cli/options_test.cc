// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/options.h"

#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gitscale {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Arguments = std::vector<std::string>;

TEST(Options, NothingTypedIsNothingSet) {
  const Options options = ParseCommandLine({"run"}).value().options;
  EXPECT_EQ(options.verb, "run");
  EXPECT_FALSE(options.config);
  EXPECT_FALSE(options.output);
  EXPECT_FALSE(options.log_level);
  EXPECT_FALSE(options.now);
  EXPECT_FALSE(options.exit_code);
  EXPECT_FALSE(options.show_config);
  EXPECT_TRUE(options.repositories.empty());
}

TEST(Options, EveryFlag) {
  const Options options = ParseCommandLine({"plan",
                                            "--config",
                                            "a.yaml",
                                            "-o",
                                            "json",
                                            "--color=never",
                                            "--log-level",
                                            "debug",
                                            "--log-format",
                                            "text",
                                            "--now",
                                            "2026-08-21T09:30:00Z",
                                            "--repository",
                                            "a",
                                            "--repository",
                                            "b",
                                            "--exit-code",
                                            "--show-config"})
                              .value()
                              .options;
  EXPECT_EQ(options.config, "a.yaml");
  EXPECT_EQ(options.output, "json");
  EXPECT_EQ(options.color, "never");
  EXPECT_EQ(options.log_level, "debug");
  EXPECT_EQ(options.log_format, "text");
  EXPECT_EQ(options.now, "2026-08-21T09:30:00Z");
  EXPECT_THAT(options.repositories, ElementsAre("a", "b"));
  EXPECT_TRUE(options.exit_code);
  EXPECT_TRUE(options.show_config);
}

TEST(Options, ValidateTakesPaths) {
  EXPECT_THAT(ParseCommandLine({"validate", "a", "b/c.yaml"}).value().options.paths,
              ElementsAre("a", "b/c.yaml"));
}

struct BadCase {
  std::string name;
  Arguments arguments;
  std::string want;

  friend std::ostream& operator<<(std::ostream& out, const BadCase& bad) { return out << bad.name; }
};

class BadOptions : public ::testing::TestWithParam<BadCase> {};

TEST_P(BadOptions, AreExplained) {
  const Result<CommandLine> parsed = ParseCommandLine(GetParam().arguments);
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(parsed.error().message, HasSubstr(GetParam().want));
}

INSTANTIATE_TEST_SUITE_P(
    Cases,
    BadOptions,
    ::testing::ValuesIn(std::vector<BadCase>{
        {"None", {}, "no verb given (try 'gitscale --help')"},
        {"UnknownVerb", {"rnu"}, "unknown verb 'rnu' (did you mean 'run'?)"},
        {"FarVerb", {"deploy"}, "unknown verb 'deploy'"},
        {"UnknownFlag",
         {"run", "--confg", "x"},
         "unknown option '--confg' (did you mean '--config'?)"},
        {"UnknownFlagWithValue",
         {"plan", "--exit-cod=1"},
         "unknown option '--exit-cod' (did you mean '--exit-code'?)"},
        {"FlagOfAnotherVerb", {"run", "--exit-code"}, "unknown option '--exit-code'"},
        {"FlagBeforeVerb",
         {"--config", "x", "run"},
         "found option '--config' before a verb, expected 'gitscale VERB [options]'"},
        {"NoPath", {"validate"}, "PATH is required"},
        {"NoValue", {"run", "--config"}, "--config"},
    }),
    [](const auto& info) { return info.param.name; });

class Help : public ::testing::TestWithParam<Arguments> {};

TEST_P(Help, EndsWithTheExitCodes) {
  const std::string help = ParseCommandLine(GetParam()).value().help.value();
  EXPECT_THAT(help, HasSubstr("Exit codes:\n  0    run complete"));
  EXPECT_THAT(help, HasSubstr("  10   plan --exit-code: changes are pending\n"));
  EXPECT_TRUE(help.ends_with("  143  terminated (SIGTERM)\n")) << help;
}

INSTANTIATE_TEST_SUITE_P(Of,
                         Help,
                         ::testing::Values(Arguments{"--help"},
                                           Arguments{"help"},
                                           Arguments{"run", "--help"},
                                           Arguments{"validate", "-h"}));

}  // namespace
}  // namespace gitscale
