// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/engines/presets.h"

#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "base/quantity.h"

namespace gitscale {
namespace {

std::string SharedFolder() {
  const char* named = std::getenv("GITSCALE_SHARED");  // NOLINT(concurrency-mt-unsafe): one thread
  return named != nullptr ? named : GITSCALE_SOURCE_DIR "/../shared";
}

/// The cells of a row of a Markdown table, without blanks and emphasis.
std::vector<std::string> Cells(std::string_view row) {
  std::vector<std::string> cells;
  std::string cell;
  for (const char c : row) {
    if (c == '|') {
      cells.push_back(cell);
      cell.clear();
    } else if (c != ' ' && c != '*') {
      cell.push_back(c);
    }
  }
  return cells;
}

using Ladder = std::map<std::string, std::pair<std::string, std::string>>;

/// `| size | cpu | t1 | c1 | ... |` and the rows under it.
void ReadTable(const std::vector<std::string>& lines, std::size_t at, Ladder& ladder) {
  const std::vector<std::string> series = Cells(lines[at]);
  for (std::size_t i = at + 2; i < lines.size() && lines[i].starts_with('|'); ++i) {
    const std::vector<std::string> cells = Cells(lines[i]);
    for (std::size_t column = 3; column < cells.size(); ++column) {
      ladder[series[column] + "." + cells[1]] = {cells[2], cells[column]};
    }
  }
}

/// "... exact old values): nano 250m/128Mi, micro 500m/256Mi, ..."
void ReadAliases(std::string_view line, Ladder& ladder) {
  line.remove_prefix(line.find("): ") + 3);
  line = line.substr(0, line.find(". "));
  while (!line.empty()) {
    const std::string_view one = line.substr(0, line.find(", "));
    line.remove_prefix(std::min(line.size(), one.size() + 2));
    const std::size_t blank = one.find(' ');
    std::string amounts = Cells(std::string(one.substr(blank)) + "|").front();
    const std::size_t slash = amounts.find('/');
    ladder[std::string(one.substr(0, blank))] = {amounts.substr(0, slash),
                                                 amounts.substr(slash + 1)};
  }
}

TEST(ResourcePresetTest, EveryAmountIsAQuantityAndEveryNameStandsOnce) {
  std::set<std::string_view> names;
  for (const ResourcePreset& preset : ResourcePresets()) {
    EXPECT_TRUE(names.insert(preset.name).second) << preset.name;
    for (const std::string_view amount : {preset.cpu, preset.memory, preset.ephemeral_storage}) {
      EXPECT_TRUE(ParseQuantity(amount)) << preset.name;
    }
    EXPECT_EQ(FindResourcePreset(preset.name), &preset);
  }
  EXPECT_EQ(names.size(), 47U);
  EXPECT_EQ(FindResourcePreset("t1.huge"), nullptr);
  EXPECT_EQ(FindResourcePreset(""), nullptr);
}

TEST(ResourcePresetTest, OldNamesKeepTheirAmounts) {
  EXPECT_EQ(FindResourcePreset("medium")->cpu, "1");
  EXPECT_EQ(FindResourcePreset("c1.medium")->cpu, "2");
}

TEST(ResourcePresetTest, AgreesWithTheLadderAsNotedFromUpstream) {
  const std::string path = SharedFolder() + "/facts/cozystack.md";
  const Result<std::string> text = ReadFile(path);
  if (!text) {
    GTEST_SKIP() << "no notes at " << path << " (set GITSCALE_SHARED)";
  }
  std::vector<std::string> lines;
  for (std::size_t from = 0; from < text->size();) {
    const std::size_t end = std::min(text->find('\n', from), text->size());
    lines.push_back(text->substr(from, end - from));
    from = end + 1;
  }
  Ladder ladder;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].starts_with("| size | cpu |")) {
      ReadTable(lines, i, ladder);
    } else if (lines[i].starts_with("Deprecated flat aliases")) {
      ReadAliases(lines[i], ladder);
    }
  }
  Ladder ours;
  for (const ResourcePreset& preset : ResourcePresets()) {
    ours[std::string(preset.name)] = {std::string(preset.cpu), std::string(preset.memory)};
    EXPECT_EQ(preset.ephemeral_storage, "2Gi") << preset.name;
  }
  EXPECT_EQ(ours, ladder);
}

}  // namespace
}  // namespace gitscale
