// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/yaml_tree.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace gitscale {
namespace {

YamlNode Root(std::string_view text) {
  Result<std::vector<YamlDocument>> documents = ParseYaml(text);
  EXPECT_TRUE(documents) << text << ": " << documents.error().message;
  return documents && !documents->empty() ? documents->front().root : YamlNode{};
}

struct OffsetCase {
  std::string name;
  std::string text;
  std::vector<std::string> path;
  std::string found;  // bytes that stand at the offset
  int line;
  int column;
};

class OffsetTest : public testing::TestWithParam<OffsetCase> {};

TEST_P(OffsetTest, PointsAtTheFirstByte) {
  const OffsetCase& row = GetParam();
  const YamlNode root = Root(row.text);
  const YamlNode* node = root.FindPath(row.path);
  ASSERT_NE(node, nullptr);
  EXPECT_EQ(row.text.substr(node->offset, row.found.size()), row.found);
  EXPECT_EQ(node->line, row.line);
  EXPECT_EQ(node->column, row.column);
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    OffsetTest,
    testing::Values(
        OffsetCase{"Plain", "spec:\n  replicas: 3\n", {"spec", "replicas"}, "3\n", 2, 13},
        OffsetCase{"Crlf", "a: 1\r\nb: 22\r\n", {"b"}, "22\r", 2, 4},
        OffsetCase{"Multibyte", "é: ü\nb: 5", {"b"}, "5", 2, 4},
        OffsetCase{"ByteOrderMark",
                   "\xEF\xBB\xBF"
                   "a: 7\n",
                   {"a"},
                   "7\n",
                   1,
                   4},
        OffsetCase{"Quoted", "a: \"7\"\n", {"a"}, "\"7\"", 1, 4},
        OffsetCase{"Flow", "a: {b: 1, c: 2}\n", {"a", "c"}, "2}", 1, 14},
        OffsetCase{"Anchored", "a: &x 3\n", {"a"}, "&x 3", 1, 4},
        OffsetCase{"Tagged", "a: !!int 3\n", {"a"}, "!!int", 1, 4},
        OffsetCase{"AfterBlock", "a: |\n  x: 1\n  y\nb: 4\n", {"b"}, "4\n", 4, 4},
        OffsetCase{"Comment", "# c: 1\na: 1 # d\nb: 2\n", {"b"}, "2\n", 3, 4},
        OffsetCase{"Alias", "a: &x 1\nb: *x\n", {"b"}, "*x", 2, 4}),
    [](const auto& row) { return row.param.name; });

TEST(ParseYamlTest, KeepsWhatStands) {
  const YamlNode root =
      Root("a: &x 010\nb: '3'\nc: *x\nd: 1\nd: 2\n<<: *x\ne: !!str 5\nf: !!str '5'\n");
  EXPECT_EQ(root.Find("a")->value, "010");
  EXPECT_TRUE(root.Find("a")->plain);
  EXPECT_TRUE(root.Find("a")->anchored);
  EXPECT_FALSE(root.Find("b")->plain);
  EXPECT_EQ(root.Find("c")->kind, YamlKind::kAlias);
  EXPECT_EQ(root.Find("<<")->kind, YamlKind::kAlias);
  EXPECT_EQ(root.Find("d")->value, "1");
  EXPECT_EQ(root.entries.size(), 8U);
  EXPECT_EQ(root.Find("e")->tag, "tag:yaml.org,2002:str");
  EXPECT_TRUE(root.Find("e")->plain);
  EXPECT_FALSE(root.Find("f")->plain);
}

TEST(ParseYamlTest, TellsNullWordsFromNothing) {
  const YamlNode root = Root(
      "a:\nb: ~\nc: null\nd: Null # x\ne: [NULL, , x]\nf: &x null\ng: &y\nh: ''\ni:\nnull: "
      "1\nj:\n");
  const auto expect = [&](std::string_view key, std::string_view value, bool null, bool plain) {
    const YamlNode* node = root.Find(key);
    ASSERT_NE(node, nullptr) << key;
    EXPECT_EQ(node->value, value) << key;
    EXPECT_EQ(node->null, null) << key;
    EXPECT_EQ(node->plain, plain) << key;
  };
  expect("a", "", true, false);
  expect("b", "~", false, true);
  expect("c", "null", false, true);
  expect("d", "Null", false, true);
  expect("f", "null", false, true);
  expect("g", "", true, false);
  expect("h", "", false, false);
  expect("i", "", true, false);
  expect("null", "1", false, true);
  expect("j", "", true, false);
  EXPECT_EQ(root.Find("e")->items.at(0).value, "NULL");
}

TEST(ParseYamlTest, CountsDocumentsEmptyOnesToo) {
  const auto documents = ParseYaml("---\n---\na: 1\n...\n---\n# nothing\n---\nb: 2\n");
  ASSERT_TRUE(documents) << documents.error().message;
  ASSERT_EQ(documents->size(), 4U);
  EXPECT_TRUE(documents->at(0).root.null);
  EXPECT_NE(documents->at(1).root.Find("a"), nullptr);
  EXPECT_TRUE(documents->at(2).root.null);
  EXPECT_NE(documents->at(3).root.Find("b"), nullptr);
  EXPECT_EQ(documents->at(3).index, 3);
  EXPECT_EQ(ParseYaml("")->size(), 0U);
  EXPECT_EQ(ParseYaml("# only\n")->size(), 0U);
  EXPECT_EQ(ParseYaml("\xEF\xBB\xBF")->size(), 0U);
}

struct BadText {
  std::string text;
  std::string message;
};

TEST(ParseYamlTest, RefusesWithTheLine) {
  const std::vector<BadText> rows = {
      {"a: 1\nb: [1\n", "line 3: "},
      {"a: 1\n]\n", "line 2: "},
      {"a: 1\n}\n", "line 2: "},
      {"a: *nowhere\n", "line 1: "},
      {"a: 1\n{{- if .x }}\nb: 2\n{{- end }}\n", "line 2: "},
      {std::string("a: 1\nb: \0", 9), "line 2: NUL byte (expected UTF-8 text)"},
      {"a: 1\n\x04"
       "b: 2\n",
       "line 2: control character 0x04"},
      {"a: \x1b[31m\n", "line 1: control character 0x1b"},
      {std::string("\xFF\xFE"
                   "a\0",
                   4),
       "line 1: expected UTF-8, found UTF-16 or UTF-32"},
      {std::string("\xFE\xFF\0a", 4), "line 1: expected UTF-8, found UTF-16 or UTF-32"},
      {std::string("a\0:\0", 4), "line 1: NUL byte (expected UTF-8 text)"},
  };
  for (const BadText& row : rows) {
    const auto documents = ParseYaml(row.text);
    ASSERT_FALSE(documents) << row.text;
    EXPECT_EQ(documents.error().code, ErrorCode::kInvalidArgument);
    EXPECT_TRUE(documents.error().message.starts_with(row.message))
        << row.text << " -> " << documents.error().message;
  }
}

std::string Nested(std::size_t levels) {
  return std::string(levels, '[') + std::string(levels, ']');
}

TEST(HostileYamlTest, DepthIsBounded) {
  EXPECT_TRUE(ParseYaml(Nested(400)));
  EXPECT_FALSE(ParseYaml(Nested(501)));
  EXPECT_FALSE(ParseYaml(Nested(200'000)));
  EXPECT_FALSE(ParseYaml(std::string(200'000, '[')));
  EXPECT_FALSE(ParseYaml(std::string(200'000, '{')));
  std::string dashes;
  std::string questions;
  for (int i = 0; i < 5'000; ++i) {
    dashes += "- ";
    questions += "? ";
  }
  EXPECT_FALSE(ParseYaml(dashes + "x"));
  EXPECT_FALSE(ParseYaml(questions + "x"));
}

TEST(HostileYamlTest, AliasesAreNeverFollowed) {
  std::string laughs = "a0: &a0 [x]\n";
  for (int i = 1; i < 40; ++i) {
    laughs += fmt::format("a{0}: &a{0} [*a{1}, *a{1}, *a{1}, *a{1}, *a{1}]\n", i, i - 1);
  }
  const auto documents = ParseYaml(laughs);
  ASSERT_TRUE(documents);
  EXPECT_EQ(FindDuplicateKey(documents->front().root), nullptr);
  const YamlNode self = Root("a: &x [*x]\n");
  EXPECT_EQ(self.Find("a")->items.front().kind, YamlKind::kAlias);
  EXPECT_EQ(FindDuplicateKey(self), nullptr);
}

TEST(HostileYamlTest, LongTextsAreJustText) {
  const std::string key(200'000, 'k');
  EXPECT_NE(Root("? " + key + "\n: 1\n").Find(key), nullptr);
  const std::string value(500'000, 'v');
  EXPECT_EQ(Root("a: " + value + "\n").Find("a")->value.size(), value.size());
  std::string empties = "[";
  for (int i = 0; i < 520'000; ++i) {
    empties += "a,";
  }
  const auto many = ParseYaml(empties + "]");
  ASSERT_FALSE(many);
  EXPECT_NE(many.error().message.find("more than 500000 nodes"), std::string::npos);
}

TEST(FindDuplicateKeyTest, FindsTheSecondAnywhere) {
  EXPECT_EQ(FindDuplicateKey(Root("a: {b: 1}\nc: [{d: 1}]\n")), nullptr);
  const YamlNode top = Root("a: 1\nb: 2\n\"a\": 3\n");
  ASSERT_NE(FindDuplicateKey(top), nullptr);
  EXPECT_EQ(FindDuplicateKey(top)->line, 3);
  const YamlNode deep = Root("a:\n- b:\n    c: 1\n    c: 2\n");
  ASSERT_NE(FindDuplicateKey(deep), nullptr);
  EXPECT_EQ(FindDuplicateKey(deep)->line, 4);
}

TEST(YamlNodeTest, FindNeverLooksThroughAliases) {
  const YamlNode root = Root("x: &x {a: 1}\ny: *x\nz: {<<: *x}\n");
  EXPECT_EQ(root.FindPath({"y", "a"}), nullptr);
  EXPECT_EQ(root.FindPath({"z", "a"}), nullptr);
  EXPECT_EQ(root.FindPath({"x", "a"})->Text(), "1");
  EXPECT_EQ(root.Find("x")->Text(), "");
}

/// Text of the bytes that matter to a YAML parser, in any order.
rc::Gen<std::string> YamlNoise() {
  return rc::gen::container<std::string>(
      rc::gen::elementOf(std::string("ab1 \n\n:-?,[]{}&*!|>'\"%@`#~.<\t\r\xC3\xA9\\")));
}

RC_GTEST_PROP(ParseYamlProperty, AnyBytesGiveATreeOrAnError, ()) {
  const std::string text = *YamlNoise();
  const auto documents = ParseYaml(text);
  if (documents) {
    for (const YamlDocument& document : *documents) {
      static_cast<void>(FindDuplicateKey(document.root));
      RC_ASSERT(document.root.offset <= text.size());
    }
  } else {
    RC_ASSERT(documents.error().code == ErrorCode::kInvalidArgument);
  }
}

RC_GTEST_PROP(ParseYamlProperty, AnIntegerIsFoundWhereItStands, ()) {
  const int before = *rc::gen::inRange(0, 5);
  const int value = *rc::gen::inRange(0, 1'000'000);
  const bool crlf = *rc::gen::arbitrary<bool>();
  const bool mark = *rc::gen::arbitrary<bool>();
  const std::string newline = crlf ? "\r\n" : "\n";
  std::string text = mark ? "\xEF\xBB\xBF" : "";
  for (int i = 0; i < before; ++i) {
    text += fmt::format("k{}: \xC3\xA9 # x{}---{}", i, newline, newline);
  }
  text += fmt::format("spec:{0}  replicas: {1}{0}", newline, value);
  const auto documents = ParseYaml(text);
  RC_ASSERT(documents.has_value());
  const YamlNode* node = documents->back().root.FindPath({"spec", "replicas"});
  RC_ASSERT(node != nullptr);
  const std::string digits = std::to_string(value);
  RC_ASSERT(text.substr(node->offset, digits.size()) == digits);
}

}  // namespace
}  // namespace gitscale
