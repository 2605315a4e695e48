// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <charconv>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "policies/yaml_tree.h"

namespace gitscale {
namespace {

std::string SharedFolder() {
  const char* named = std::getenv("GITSCALE_SHARED");  // NOLINT(concurrency-mt-unsafe): one thread
  return named != nullptr ? named : GITSCALE_SOURCE_DIR "/../shared";
}

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(at + 1);
  }
}

std::size_t Number(std::string_view text) {
  std::size_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Follows a JSON pointer without a leading slash; "~1" is a slash in a key.
const YamlNode* Follow(const YamlNode& root, std::string_view pointer) {
  const YamlNode* node = &root;
  for (const std::string_view part : Split(pointer, '/')) {
    std::string key(part);
    for (std::size_t at = key.find("~1"); at != std::string::npos; at = key.find("~1", at + 1)) {
      key.replace(at, 2, "/");
    }
    if (node->kind == YamlKind::kSequence) {
      const std::size_t index = Number(key);
      node = index < node->items.size() ? &node->items[index] : nullptr;
    } else {
      // The oracle's reader lets the last of two equal keys win.
      const YamlNode* found = nullptr;
      for (const YamlEntry& entry : node->entries) {
        found = entry.key.Text() == key ? &entry.value : found;
      }
      node = found;
    }
    if (node == nullptr) {
      return nullptr;
    }
  }
  return node;
}

TEST(CorpusTest, RealFilesParseAndOffsetsAgreeWithTheOracle) {
  const std::string folder = SharedFolder() + "/data/yaml_corpus/";
  const Result<std::string> fields = ReadFile(folder + "FIELDS.tsv");
  const Result<std::string> index = ReadFile(folder + "INDEX.tsv");
  if (!fields || !index) {
    GTEST_SKIP() << "no corpus at " << folder << " (set GITSCALE_SHARED)";
  }
  std::map<std::string, Result<std::vector<YamlDocument>>, std::less<>> parsed;
  int refused = 0;
  for (const std::string_view line : Split(*index, '\n')) {
    const auto columns = Split(line, '\t');
    if (columns.size() < 6 || columns[0] == "file") {
      continue;
    }
    const Result<std::string> text = ReadFile(folder + std::string(columns[0]));
    ASSERT_TRUE(text) << text.error().message;
    Result<std::vector<YamlDocument>> documents = ParseYaml(*text);
    EXPECT_TRUE(documents || columns[5] == "template")
        << columns[0] << ": " << documents.error().message;
    refused += documents ? 0 : 1;
    parsed.emplace(columns[0], std::move(documents));
  }
  int agreed = 0;
  for (const std::string_view line : Split(*fields, '\n')) {
    const auto columns = Split(line, '\t');
    if (columns.size() < 10 || columns[4] != "scalar") {
      continue;
    }
    const auto file = parsed.find(columns[0]);
    if (file == parsed.end() || !file->second) {
      ADD_FAILURE() << columns[0] << ": not parsed";
      continue;
    }
    const std::size_t document = Number(columns[1]);
    ASSERT_LT(document, file->second->size()) << columns[0];
    const YamlNode* node = Follow((*file->second)[document].root, columns[2]);
    ASSERT_NE(node, nullptr) << columns[0] << " " << columns[2];
    EXPECT_EQ(node->offset, Number(columns[5])) << columns[0] << " " << columns[2];
    EXPECT_EQ(node->plain, columns[8] == "plain") << columns[0] << " " << columns[2];
    ++agreed;
  }
  fmt::print("corpus: {} files ({} refused), {} fields compared\n", parsed.size(), refused, agreed);
  EXPECT_GT(agreed, 2'000);
}

}  // namespace
}  // namespace gitscale
