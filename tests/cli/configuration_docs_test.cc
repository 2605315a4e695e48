// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <regex>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "cli/exit_code.h"
#include "tests/cli/configurations.h"

namespace gitscale {
namespace {

/// Both types of everything, so that every field is read.
constexpr std::string_view kEverything = R"(apiVersion: config.gitscale.io/v1alpha1
kind: Configuration
metrics:
- {name: main, type: Prometheus, url: "http://vm.example"}
- {name: old, type: Recorded, path: samples.csv}
clusters:
- {name: prod, type: Metrics, metrics: main}
- {name: lab, type: Snapshot, path: lab.json}
repositories:
- name: acme
  url: https://git.example/acme.git
  namespaces: [tenant-acme]
  targets:
  - {paths: ["**"], cluster: prod, metrics: main}
)";

std::string Documentation(const std::string& page) {
  return ReadFile(std::string(GITSCALE_SOURCE_DIR) + "/docs/" + page).value();
}

/// "repositories[0].url" -> "repositories[].url".
std::set<std::string> LoaderFields() {
  const LoadedConfiguration loaded = testing::Parse(kEverything);
  EXPECT_TRUE(loaded.problems.empty());
  std::set<std::string> fields = {"apiVersion", "kind", "defaults"};
  for (const Setting& setting : loaded.settings) {
    fields.insert(std::regex_replace(setting.path, std::regex("\\[[0-9]+\\]"), "[]"));
  }
  return fields;
}

std::set<std::string> DocumentedFields() {
  const std::string page = Documentation("configuration.md");
  const std::regex row("\n\\| `([^`]+)` \\|");
  std::set<std::string> fields;
  for (std::sregex_iterator match(page.begin(), page.end(), row), end; match != end; ++match) {
    fields.insert((*match)[1]);
  }
  return fields;
}

TEST(ConfigurationDocs, TheTableHasEveryFieldOfTheLoaderAndNoOther) {
  EXPECT_EQ(DocumentedFields(), LoaderFields());
}

TEST(CommandDocs, TheTableHasEveryExitCode) {
  const std::string page = Documentation("cli.md");
  for (const ExitCodeText& row : kExitCodes) {
    const std::string line = "| " + std::to_string(static_cast<int>(row.code)) + " | " +
                             std::string(row.meaning) + " |";
    EXPECT_THAT(page, ::testing::HasSubstr(line));
  }
}

}  // namespace
}  // namespace gitscale
