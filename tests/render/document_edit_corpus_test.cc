// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "render/document_edit.h"

namespace gitscale {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kNewValue = 97'531;

std::string ReadAll(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream out;
  out << stream.rdbuf();
  return out.str();
}

std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) {
    parts.push_back(part);
  }
  return parts;
}

/// JSON pointer segments: "~1" is '/', "~0" is '~'.
std::vector<std::string> PathOf(const std::string& pointer) {
  std::vector<std::string> path = Split(pointer, '/');
  for (std::string& segment : path) {
    for (const auto& [from, to] : {std::pair{"~1", "/"}, std::pair{"~0", "~"}}) {
      for (std::size_t at = 0; (at = segment.find(from, at)) != std::string::npos; ++at) {
        segment.replace(at, 2, to);
      }
    }
  }
  return path;
}

/// One replica-like integer of a real file, with its true bytes.
struct Field {
  std::string file;
  int document = 0;
  std::string pointer;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string style;
};

std::vector<Field> ReadFields(const fs::path& folder) {
  std::vector<Field> fields;
  std::istringstream stream(ReadAll(folder / "FIELDS.tsv"));
  std::string line;
  std::getline(stream, line);  // header
  while (std::getline(stream, line)) {
    const std::vector<std::string> cells = Split(line, '\t');
    if (cells.size() >= 9 && cells[4] == "scalar") {
      fields.push_back({cells[0],
                        std::stoi(cells[1]),
                        cells[2],
                        std::stoul(cells[5]),
                        std::stoul(cells[6]),
                        cells[8]});
    }
  }
  return fields;
}

/// The last column of the index, by file: what the collector of the corpus found in it.
std::map<std::string, std::string> ReadFeatures(const fs::path& folder) {
  std::map<std::string, std::string> features;
  std::istringstream stream(ReadAll(folder / "INDEX.tsv"));
  for (std::string line; std::getline(stream, line);) {
    const std::vector<std::string> cells = Split(line, '\t');
    features[cells[0]] = cells.size() >= 10 ? cells[5] + "," + cells[9] : "";
  }
  return features;
}

/// The class of a refusal, if what is independently known of the file and field bears it out.
std::string ClassOf(const Error& error,
                    const Field& field,
                    const std::string& features,
                    const std::string& text) {
  const auto says = [&](const char* part) { return error.message.find(part) != std::string::npos; };
  const auto has = [&](const char* feature) { return features.find(feature) != std::string::npos; };
  if (says("in quotes") && field.style != "plain") {
    return "quoted number";
  }
  if (says("stands twice") && has("dup-keys")) {
    return "duplicate keys";
  }
  if (says("found a template") && text.find("{{") != std::string::npos) {
    return "template";
  }
  if ((says("alias") || says("merge key")) && has("alias")) {
    return "alias or anchor in use";
  }
  return {};
}

fs::path DataFolder() {
  const char* shared = std::getenv("GITSCALE_SHARED");
  return (shared != nullptr ? fs::path(shared) : fs::path(GITSCALE_SOURCE_DIR) / ".." / "shared") /
         "data";
}

class EditCorpus : public testing::TestWithParam<const char*> {};

TEST_P(EditCorpus, EditsExactlyOrRefusesWithReason) {
  const fs::path folder = DataFolder() / GetParam();
  if (!fs::exists(folder / "FIELDS.tsv")) {
    GTEST_SKIP() << "no corpus at " << folder << " (GITSCALE_SHARED names the folder above data/)";
  }
  const auto features = ReadFeatures(folder);
  std::map<std::string, int> refused;
  std::vector<std::string> unexplained;
  int exact = 0;
  int wrong = 0;
  const std::vector<Field> fields = ReadFields(folder);
  for (const Field& field : fields) {
    const std::string text = ReadAll(folder / field.file);
    DocumentEdit edit;
    edit.document_index = field.document;
    edit.path = PathOf(field.pointer);
    edit.value = kNewValue;
    const auto after = ApplyDocumentEdit(text, edit, field.file);
    if (after) {
      const std::string expected =
          text.substr(0, field.begin) + std::to_string(kNewValue) + text.substr(field.end);
      exact += *after == expected ? 1 : 0;
      wrong += *after == expected ? 0 : 1;
      EXPECT_TRUE(*after == expected) << field.file << " " << field.pointer;
      continue;
    }
    const auto known = features.find(field.file);
    const std::string refusal_class = ClassOf(
        after.error(), field, known == features.end() ? std::string() : known->second, text);
    if (refusal_class.empty()) {
      unexplained.push_back(after.error().message + " (" + field.pointer + ")");
    } else {
      ++refused[refusal_class];
    }
  }
  std::cout << GetParam() << ": " << fields.size() << " fields, " << exact << " edited exactly, "
            << wrong << " wrong, " << unexplained.size() << " refused without a known reason\n";
  for (const auto& [name, count] : refused) {
    std::cout << "  refused, " << name << ": " << count << "\n";
  }
  for (const std::string& message : unexplained) {
    std::cout << "  unexplained: " << message << "\n";
  }
  EXPECT_FALSE(fields.empty());
  EXPECT_EQ(wrong, 0);
  EXPECT_LT(unexplained.size() * 100, fields.size());
}

/// Rewrites that keep the oracle exact: what real repositories hardly hold.
struct Variant {
  const char* name;
  std::string text;
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::vector<Variant> VariantsOf(const Field& field, const std::string& text) {
  std::vector<Variant> variants;
  if (!text.starts_with("\xEF\xBB\xBF")) {
    variants.push_back({"byte-order mark", "\xEF\xBB\xBF" + text, field.begin + 3, field.end + 3});
  }
  if (text.ends_with('\n')) {
    variants.push_back(
        {"no final newline", text.substr(0, text.size() - 1), field.begin, field.end});
  }
  if (text.find('\r') == std::string::npos) {
    std::string crlf;
    for (const char c : text) {
      crlf += c == '\n' ? "\r\n" : std::string(1, c);
    }
    const auto breaks = static_cast<std::size_t>(
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(field.begin), '\n'));
    variants.push_back({"CRLF", crlf, field.begin + breaks, field.end + breaks});
  }
  return variants;
}

/// One field of every fourth file: rewritten in three ways, and with entries inserted beside it.
TEST_P(EditCorpus, EditsVariantsAndInserts) {
  const fs::path folder = DataFolder() / GetParam();
  if (!fs::exists(folder / "FIELDS.tsv")) {
    GTEST_SKIP() << "no corpus at " << folder << " (GITSCALE_SHARED names the folder above data/)";
  }
  std::map<std::string, int> counts;
  std::set<std::string> files;
  for (const Field& field : ReadFields(folder)) {
    if (!files.insert(field.file).second || files.size() % 4 != 0) {
      continue;
    }
    const std::string text = ReadAll(folder / field.file);
    DocumentEdit edit;
    edit.document_index = field.document;
    edit.path = PathOf(field.pointer);
    edit.value = kNewValue;
    if (!ApplyDocumentEdit(text, edit, field.file)) {
      ++counts["refused as it is"];
      continue;
    }
    for (const Variant& variant : VariantsOf(field, text)) {
      const auto after = ApplyDocumentEdit(variant.text, edit, field.file);
      ASSERT_TRUE(after) << variant.name << ": " << after.error().message;
      EXPECT_TRUE(*after == variant.text.substr(0, variant.begin) + std::to_string(kNewValue) +
                                variant.text.substr(variant.end))
          << field.file << " " << variant.name;
      ++counts[variant.name];
    }
    edit.path.back() = "gitscaleProbe";
    edit.insert_if_absent = true;
    for (const bool annotate : {false, true}) {
      if (annotate) {
        edit.annotations = {{"x.io/a", "b"}};
      }
      const auto after = ApplyDocumentEdit(text, edit, field.file);
      if (after) {
        EXPECT_EQ(ApplyDocumentEdit(*after, edit, field.file).value(), *after) << field.file;
      } else {
        EXPECT_EQ(after.error().code, ErrorCode::kInvalidArgument) << after.error().message;
        EXPECT_TRUE(annotate) << after.error().message;
      }
      ++counts[std::string(after ? "inserted" : "no metadata to insert into") +
               (annotate ? ", with annotations" : "")];
    }
  }
  for (const auto& [name, count] : counts) {
    std::cout << GetParam() << ", " << name << ": " << count << "\n";
  }
}

std::string NameOf(const testing::TestParamInfo<const char*>& info) {
  return info.param;
}

INSTANTIATE_TEST_SUITE_P(Real,
                         EditCorpus,
                         testing::Values("yaml_corpus", "yaml_docs_snippets"),
                         NameOf);

}  // namespace
}  // namespace gitscale
