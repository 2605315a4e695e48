// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "render/document_edit.h"

namespace gitscale {
namespace {

/// Sets the count to 4 and looks at every byte.
struct ReplicasCase {
  const char* name;
  std::string before;
  std::string after;
  std::vector<std::string> path = {"spec", "replicas"};
  int document_index = 0;
  bool insert_if_absent = false;
};

std::ostream& operator<<(std::ostream& out, const ReplicasCase& c) {
  return out << c.name << "\n" << c.before;
}

class EditReplicas : public testing::TestWithParam<ReplicasCase> {};

Result<std::string> Edit(const ReplicasCase& c, std::string_view text) {
  DocumentEdit edit;
  edit.document_index = c.document_index;
  edit.path = c.path;
  edit.value = 4;
  edit.insert_if_absent = c.insert_if_absent;
  return ApplyDocumentEdit(text, edit, "db.yaml");
}

TEST_P(EditReplicas, ChangesTheseBytesOnly) {
  const auto after = Edit(GetParam(), GetParam().before);
  ASSERT_TRUE(after) << after.error().message;
  EXPECT_EQ(*after, GetParam().after);
}

TEST_P(EditReplicas, ChangesNothingTheSecondTime) {
  const auto again = Edit(GetParam(), GetParam().after);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, GetParam().after);
}

const std::vector<std::string> kHelmPath = {"spec", "values", "replicas"};

const ReplicasCase kPresent[] = {
    {"Block", "spec:\n  replicas: 3\n  size: 1Gi\n", "spec:\n  replicas: 4\n  size: 1Gi\n"},
    {"LongerNumber", "spec:\n  replicas: 100\n", "spec:\n  replicas: 4\n"},
    {"Zero", "spec:\n  replicas: 0\n", "spec:\n  replicas: 4\n"},
    {"Signed", "spec:\n  replicas: +3\n", "spec:\n  replicas: 4\n"},
    {"Flow", "spec: {replicas: 3, size: 1Gi}\n", "spec: {replicas: 4, size: 1Gi}\n"},
    {"FlowLast", "spec: {size: 1Gi, replicas: 3}\n", "spec: {size: 1Gi, replicas: 4}\n"},
    {"FlowOverLines", "spec: {\n  replicas: 3, # why\n}\n", "spec: {\n  replicas: 4, # why\n}\n"},
    {"Json", R"({"spec": {"replicas":3}})", R"({"spec": {"replicas":4}})"},
    {"Crlf",
     "spec:\r\n  # three\r\n  replicas: 3\r\n  size: 1Gi\r\n",
     "spec:\r\n  # three\r\n  replicas: 4\r\n  size: 1Gi\r\n"},
    {"ByteOrderMark", "\xEF\xBB\xBFspec:\n  replicas: 3\n", "\xEF\xBB\xBFspec:\n  replicas: 4\n"},
    {"CommentBehind", "spec:\n  replicas: 3 # was 3\n", "spec:\n  replicas: 4 # was 3\n"},
    {"CommentBehindTab", "spec:\n  replicas: 3\t# 3\n", "spec:\n  replicas: 4\t# 3\n"},
    {"TabBehind", "spec:\n  replicas: 3\t\n", "spec:\n  replicas: 4\t\n"},
    {"SpacesBehind", "spec:\n  replicas: 3   \n", "spec:\n  replicas: 4   \n"},
    {"SpacesBetween", "spec:\n  replicas:    3\n", "spec:\n  replicas:    4\n"},
    {"SpaceBeforeColon", "spec:\n  replicas : 3\n", "spec:\n  replicas : 4\n"},
    {"NextLine", "spec:\n  replicas:\n    3\n", "spec:\n  replicas:\n    4\n"},
    {"DoubleQuotedKeys", "\"spec\":\n  \"replicas\": 3\n", "\"spec\":\n  \"replicas\": 4\n"},
    {"SingleQuotedKeys", "'spec':\n  'replicas': 3\n", "'spec':\n  'replicas': 4\n"},
    {"QuotedNumberElsewhere",
     "spec:\n  port: \"3\"\n  replicas: 3\n",
     "spec:\n  port: \"3\"\n  replicas: 4\n"},
    {"Anchored", "spec:\n  replicas: &count 3\n", "spec:\n  replicas: &count 4\n"},
    {"AnchoredParent", "spec: &spec\n  replicas: 3\n", "spec: &spec\n  replicas: 4\n"},
    {"AliasElsewhere",
     "base: &b {a: 1}\nother: *b\nspec:\n  replicas: 3\n",
     "base: &b {a: 1}\nother: *b\nspec:\n  replicas: 4\n"},
    {"BesideMergeKey",
     "base: &b {a: 1}\nspec:\n  <<: *b\n  replicas: 3\n",
     "base: &b {a: 1}\nspec:\n  <<: *b\n  replicas: 4\n"},
    {"NoFinalNewline", "spec:\n  replicas: 3", "spec:\n  replicas: 4"},
    {"SecondDocument",
     "spec:\n  replicas: 3\n---\nspec:\n  replicas: 3\n",
     "spec:\n  replicas: 3\n---\nspec:\n  replicas: 4\n",
     {"spec", "replicas"},
     1},
    {"AfterEmptyDocument",
     "---\n---\nspec:\n  replicas: 3\n...\n",
     "---\n---\nspec:\n  replicas: 4\n...\n",
     {"spec", "replicas"},
     1},
    {"DuplicatesInAnotherDocument",
     "a: 1\na: 2\n---\nspec:\n  replicas: 3\n",
     "a: 1\na: 2\n---\nspec:\n  replicas: 4\n",
     {"spec", "replicas"},
     1},
    {"Markers",
     "%YAML 1.2\n---\nspec:\n  replicas: 3\n...\n",
     "%YAML 1.2\n---\nspec:\n  replicas: 4\n...\n"},
    {"BlockScalarBefore",
     "data: |\n  spec:\n    replicas: 3\nspec:\n  replicas: 3\n",
     "data: |\n  spec:\n    replicas: 3\nspec:\n  replicas: 4\n"},
    {"NonAscii",
     "name: \"caf\xC3\xA9 \xE2\x82\xAC\"\nspec: {\xC3\xA9: 1, replicas: 3}\n",
     "name: \"caf\xC3\xA9 \xE2\x82\xAC\"\nspec: {\xC3\xA9: 1, replicas: 4}\n"},
    {"TemplateInQuotes",
     "name: '{{ name }}'\ntext: |\n  {{ x }}\n# {{ y }}\nspec:\n  replicas: 3\n",
     "name: '{{ name }}'\ntext: |\n  {{ x }}\n# {{ y }}\nspec:\n  replicas: 4\n"},
    {"ItemOfSequence",
     "spec:\n  replsets:\n  - name: a\n    size: 3\n  - name: b\n    size: 3\n",
     "spec:\n  replsets:\n  - name: a\n    size: 3\n  - name: b\n    size: 4\n",
     {"spec", "replsets", "1", "size"}},
    {"HelmValues",
     "spec:\n  interval: 5m\n  values:\n    replicas: 3\n",
     "spec:\n  interval: 5m\n  values:\n    replicas: 4\n",
     kHelmPath},
};

const ReplicasCase kAbsent[] = {
    {"UnderSiblings",
     "spec:\n  size: 1Gi\n  users:\n    app: {}\nstatus: {}\n",
     "spec:\n  size: 1Gi\n  users:\n    app: {}\n  replicas: 4\nstatus: {}\n",
     {"spec", "replicas"},
     0,
     true},
    {"NoFinalNewline",
     "spec:\n  size: 1Gi",
     "spec:\n  size: 1Gi\n  replicas: 4",
     {"spec", "replicas"},
     0,
     true},
    {"Crlf",
     "spec:\r\n  size: 1Gi\r\n",
     "spec:\r\n  size: 1Gi\r\n  replicas: 4\r\n",
     {"spec", "replicas"},
     0,
     true},
    {"CrlfNoFinalNewline",
     "kind: X\r\nspec:\r\n  size: 1Gi",
     "kind: X\r\nspec:\r\n  size: 1Gi\r\n  replicas: 4",
     {"spec", "replicas"},
     0,
     true},
    {"FourSpaces",
     "spec:\n    size: 1Gi # big\n",
     "spec:\n    size: 1Gi # big\n    replicas: 4\n",
     {"spec", "replicas"},
     0,
     true},
    {"BlockScalarLast",
     "spec:\n  size: 1Gi\n  text: |+\n    a\n\n\n",
     "spec:\n  size: 1Gi\n  replicas: 4\n  text: |+\n    a\n\n\n",
     {"spec", "replicas"},
     0,
     true},
    {"OnlyBlockScalars",
     "spec:\n  text: |\n    a\n",
     "spec:\n  replicas: 4\n  text: |\n    a\n",
     {"spec", "replicas"},
     0,
     true},
    {"SequenceLast",
     "spec:\n  users:\n  - a\n  - b\nx: 1\n",
     "spec:\n  users:\n  - a\n  - b\n  replicas: 4\nx: 1\n",
     {"spec", "replicas"},
     0,
     true},
    {"CommentsAround",
     "spec:\n  # replicas: 3\n  size: 1Gi\n  # the end\n---\na: 1\n",
     "spec:\n  # replicas: 3\n  size: 1Gi\n  replicas: 4\n  # the end\n---\na: 1\n",
     {"spec", "replicas"},
     0,
     true},
    {"FlowParent",
     "spec: {size: 1Gi}\n",
     "spec: {size: 1Gi, replicas: 4}\n",
     {"spec", "replicas"},
     0,
     true},
    {"FlowParentOverLines",
     "spec: {\n  size: 1Gi,  # big\n}\n",
     "spec: {\n  size: 1Gi, replicas: 4,  # big\n}\n",
     {"spec", "replicas"},
     0,
     true},
    {"EmptyFlowParent", "spec: {}\n", "spec: {replicas: 4}\n", {"spec", "replicas"}, 0, true},
    {"NestedFlowLast",
     "spec: {a: [1, {b: c}, ], d: {e: 'x}'}}\n",
     "spec: {a: [1, {b: c}, ], d: {e: 'x}'}, replicas: 4}\n",
     {"spec", "replicas"},
     0,
     true},
    {"JsonParent",
     R"({"kind": "X", "spec": {"size": "1Gi"}})",
     R"({"kind": "X", "spec": {"size": "1Gi", "replicas": 4}})",
     {"spec", "replicas"},
     0,
     true},
    {"AbsentParent",
     "kind: Postgres\nmetadata:\n  name: db\n",
     "kind: Postgres\nmetadata:\n  name: db\nspec:\n  replicas: 4\n",
     {"spec", "replicas"},
     0,
     true},
    {"AbsentParents",
     "kind: HelmRelease\nmetadata:\n    name: db\n",
     "kind: HelmRelease\nmetadata:\n    name: db\nspec:\n    values:\n        replicas: 4\n",
     kHelmPath,
     0,
     true},
    {"AbsentParentInFlow",
     "{kind: HelmRelease, metadata: {name: db}}\n",
     "{kind: HelmRelease, metadata: {name: db}, spec: {values: {replicas: 4}}}\n",
     kHelmPath,
     0,
     true},
    {"EmptyParent",
     "spec:\n  values: # the chart's\n  interval: 5m\n",
     "spec:\n  values: # the chart's\n    replicas: 4\n  interval: 5m\n",
     kHelmPath,
     0,
     true},
    {"EmptyParentAtTheEnd",
     "spec:\n  values:",
     "spec:\n  values:\n    replicas: 4",
     kHelmPath,
     0,
     true},
    {"NullParent",
     "spec:\n  values: ~ # none\n",
     "spec:\n  values: {replicas: 4} # none\n",
     kHelmPath,
     0,
     true},
    {"EmptyParentInFlow",
     "spec: {values: , interval: 5m}\n",
     "spec: {values: {replicas: 4} , interval: 5m}\n",
     kHelmPath,
     0,
     true},
    {"FirstDocument",
     "spec:\n  size: 1Gi\n---\nspec:\n  replicas: 3\n",
     "spec:\n  size: 1Gi\n  replicas: 4\n---\nspec:\n  replicas: 3\n",
     {"spec", "replicas"},
     0,
     true},
    {"ItemOfSequence",
     "spec:\n  replsets:\n  - name: a\n  - name: b\n",
     "spec:\n  replsets:\n  - name: a\n    size: 4\n  - name: b\n",
     {"spec", "replsets", "0", "size"},
     0,
     true},
    {"ByteOrderMark",
     "\xEF\xBB\xBFspec:\n  size: 1Gi\n",
     "\xEF\xBB\xBFspec:\n  size: 1Gi\n  replicas: 4\n",
     {"spec", "replicas"},
     0,
     true},
    {"MultiLinePlainSibling",
     "spec:\n  size: 1Gi\n  text: a\n    b\n",
     "spec:\n  size: 1Gi\n  replicas: 4\n  text: a\n    b\n",
     {"spec", "replicas"},
     0,
     true},
    {"QuotedSiblingOverLines",
     "spec:\n  text: \"a\n    b\" # c\n",
     "spec:\n  text: \"a\n    b\" # c\n  replicas: 4\n",
     {"spec", "replicas"},
     0,
     true},
};

std::string NameOf(const testing::TestParamInfo<ReplicasCase>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Present, EditReplicas, testing::ValuesIn(kPresent), NameOf);
INSTANTIATE_TEST_SUITE_P(Absent, EditReplicas, testing::ValuesIn(kAbsent), NameOf);

TEST(EditReplicas, KeepsASpellingThatHasTheValueAlready) {
  DocumentEdit edit;
  edit.path = {"spec", "replicas"};
  edit.value = 3;
  EXPECT_EQ(ApplyDocumentEdit("spec: {replicas: +3}\n", edit, "db.yaml").value(),
            "spec: {replicas: +3}\n");
}

TEST(EditReplicas, WritesNegativeAndLargeNumbers) {
  DocumentEdit edit;
  edit.path = {"n"};
  edit.value = -9'000'000'000;
  EXPECT_EQ(ApplyDocumentEdit("n: 1\n", edit, "db.yaml").value(), "n: -9000000000\n");
}

}  // namespace
}  // namespace gitscale
