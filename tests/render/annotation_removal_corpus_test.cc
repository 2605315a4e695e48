// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "policies/yaml_tree.h"
#include "render/annotation_removal.h"
#include "render/document_edit.h"
#include "render/field_path.h"
#include "render/tree_compare.h"

namespace gitscale {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBy = "autoscaling.cozystack.io/managed-by";
constexpr std::string_view kDecision = "autoscaling.cozystack.io/decision";

std::string ReadAll(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream out;
  out << stream.rdbuf();
  return out.str();
}

fs::path DataFolder() {
  const char* shared = std::getenv("GITSCALE_SHARED");
  return (shared != nullptr ? fs::path(shared) : fs::path(GITSCALE_SOURCE_DIR) / ".." / "shared") /
         "data";
}

/// Rewrites that real repositories hardly hold.
std::vector<std::string> VariantsOf(const std::string& text) {
  std::vector<std::string> variants = {"\xEF\xBB\xBF" + text};
  if (text.ends_with('\n')) {
    variants.push_back(text.substr(0, text.size() - 1));
  }
  if (text.find('\r') == std::string::npos) {
    std::string& crlf = variants.emplace_back();
    for (const char c : text) {
      crlf += c == '\n' ? "\r\n" : std::string(1, c);
    }
  }
  return variants;
}

/// Annotations that were there but empty are not there afterwards.
void DropEmptyAnnotations(YamlNode& root) {
  for (YamlEntry& entry : root.entries) {
    if (entry.key.Text() == "metadata") {
      std::erase_if(entry.value.entries, [](const YamlEntry& inner) {
        return inner.key.Text() == "annotations" &&
               (IsEmptyValue(inner.value) ||
                (inner.value.kind == YamlKind::kMapping && inner.value.entries.empty()));
      });
    }
  }
}

bool EqualButForEmptyAnnotations(const std::string& left, const std::string& right) {
  auto a = ParseYaml(left);
  auto b = ParseYaml(right);
  return a && b && std::ranges::equal(*a, *b, [](YamlDocument one, YamlDocument other) {
           DropEmptyAnnotations(one.root);
           DropEmptyAnnotations(other.root);
           return EqualTrees(one.root, other.root);
         });
}

/// Inserts both annotations into one document and takes them out again. What it came to.
std::string RoundTrip(const std::string& text, int document, const std::string& file) {
  DocumentEdit edit;
  edit.document_index = document;
  edit.path = {"gitscaleProbe"};
  edit.value = 4;
  edit.insert_if_absent = true;
  const auto before = ApplyDocumentEdit(text, edit, file);
  edit.annotations = {{std::string(kBy), "tenant-acme/db"},
                      {std::string(kDecision), R"({"id":"it is","to":4})"}};
  const auto annotated = ApplyDocumentEdit(text, edit, file);
  if (!before || !annotated) {
    return "no place to insert";
  }
  const auto after =
      RemoveAnnotations(*annotated, {document, {std::string(kBy), std::string(kDecision)}}, file);
  if (!after) {
    EXPECT_NE(after.error().code, ErrorCode::kInternal) << after.error().message;
    const bool is_alone = after.error().message.find("is all there is") != std::string::npos;
    return is_alone ? "nothing else in metadata" : after.error().message;
  }
  if (*after == *before) {
    return "same bytes";
  }
  EXPECT_TRUE(EqualButForEmptyAnnotations(*before, *after)) << file << "\n" << *after;
  return "equal tree";
}

void CountRoundTrips(const std::string& text,
                     const std::string& file,
                     std::map<std::string, int>& counts) {
  const auto documents = ParseYaml(text);
  for (std::size_t i = 0; documents && i < documents->size(); ++i) {
    ++counts[RoundTrip(text, (*documents)[i].index, file)];
  }
}

class RemovalCorpus : public testing::TestWithParam<const char*> {};

TEST_P(RemovalCorpus, GivesBackWhatWasThere) {
  const fs::path folder = DataFolder() / GetParam();
  if (!fs::exists(folder / "INDEX.tsv")) {
    GTEST_SKIP() << "no corpus at " << folder << " (GITSCALE_SHARED names the folder above data/)";
  }
  std::map<std::string, int> counts;
  std::istringstream index(ReadAll(folder / "INDEX.tsv"));
  std::string line;
  std::getline(index, line);  // header
  for (int files = 1; std::getline(index, line); ++files) {
    const std::string file = line.substr(0, line.find('\t'));
    const std::string text = ReadAll(folder / file);
    CountRoundTrips(text, file, counts);
    if (files % 8 == 0) {
      for (const std::string& variant : VariantsOf(text)) {
        CountRoundTrips(variant, file, counts);
      }
    }
  }
  for (const auto& [name, count] : counts) {
    std::cout << GetParam() << ", " << name << ": " << count << "\n";
  }
  EXPECT_GT(counts["same bytes"], 100);
  EXPECT_LT(counts["equal tree"] * 20, counts["same bytes"]);
  for (const char* known :
       {"same bytes", "equal tree", "no place to insert", "nothing else in metadata"}) {
    counts.erase(known);
  }
  EXPECT_TRUE(counts.empty()) << counts.begin()->first;
}

INSTANTIATE_TEST_SUITE_P(Real,
                         RemovalCorpus,
                         testing::Values("yaml_corpus", "yaml_docs_snippets"),
                         [](const auto& made) { return made.param; });

}  // namespace
}  // namespace gitscale
