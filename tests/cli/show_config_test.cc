// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/show_config.h"

#include <cstdlib>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "base/json.h"
#include "tests/cli/configurations.h"
#include "tests/cli/test_shell.h"

namespace gitscale {
namespace {

Settings SmallSettings() {
  testing::TestShell process;
  process.variables = {{"GITSCALE_LOG_LEVEL", "warn"}};
  Options options;
  options.config = "conf/gitscale.yaml";
  Settings settings = ResolveInvocation(options, process.Make()).value().settings;
  const Settings file = testing::Parse(testing::kSmallConfiguration).settings;
  settings.insert(settings.end(), file.begin(), file.end());
  return settings;
}

TEST(ShowConfig, Golden) {
  const std::string path = std::string(GITSCALE_TESTDATA_DIR) + "/show_config.txt";
  const std::string text = ShowConfig(SmallSettings(), OutputFormat::kText);
  if (std::getenv("UPDATE_GOLDEN") != nullptr) {
    ASSERT_TRUE(WriteFileAtomically(path, text));
    GTEST_SKIP() << "rewrote " << path;
  }
  EXPECT_EQ(text, ReadFile(path).value());
}

TEST(ShowConfig, ForPrograms) {
  const Json record = ParseJson(ShowConfig(SmallSettings(), OutputFormat::kJson)).value();
  EXPECT_EQ(*record.Find("kind"), Json("EffectiveConfiguration"));
  const Json& first = record.Find("settings")->AsArray()->front();
  EXPECT_EQ(*first.Find("path"), Json("--config"));
  EXPECT_EQ(*first.Find("value"), Json("conf/gitscale.yaml"));
  EXPECT_EQ(*first.Find("origin"), Json("flag --config"));
}

}  // namespace
}  // namespace gitscale
