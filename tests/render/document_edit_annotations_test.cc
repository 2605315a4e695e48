// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "render/document_edit.h"

namespace gitscale {
namespace {

/// Sets the count to 4 and two annotations, and looks at every byte.
struct AnnotationsCase {
  const char* name;
  std::string before;
  std::string after;
};

std::ostream& operator<<(std::ostream& out, const AnnotationsCase& c) {
  return out << c.name << "\n" << c.before;
}

class EditAnnotationsOf : public testing::TestWithParam<AnnotationsCase> {};

Result<std::string> Edit(std::string_view text) {
  DocumentEdit edit;
  edit.path = {"spec", "replicas"};
  edit.value = 4;
  edit.annotations = {{"x.io/by", "acme/db"}, {"x.io/decision", R"({"to":4})"}};
  edit.insert_if_absent = true;
  return ApplyDocumentEdit(text, edit, "db.yaml");
}

TEST_P(EditAnnotationsOf, ChangesTheseBytesOnly) {
  const auto after = Edit(GetParam().before);
  ASSERT_TRUE(after) << after.error().message;
  EXPECT_EQ(*after, GetParam().after);
}

TEST_P(EditAnnotationsOf, ChangesNothingTheSecondTime) {
  const auto again = Edit(GetParam().after);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, GetParam().after);
}

const AnnotationsCase kCases[] = {
    {"Absent",
     "metadata:\n  name: db\n  namespace: acme\nspec:\n  replicas: 3\n",
     "metadata:\n  name: db\n  namespace: acme\n  annotations:\n    x.io/by: 'acme/db'\n"
     "    x.io/decision: '{\"to\":4}'\nspec:\n  replicas: 4\n"},
    {"AbsentAfterLabels",
     "metadata:\n  name: db\n  labels:\n    a: b # c\n\nspec:\n  replicas: 3\n",
     "metadata:\n  name: db\n  labels:\n    a: b # c\n  annotations:\n    x.io/by: 'acme/db'\n"
     "    x.io/decision: '{\"to\":4}'\n\nspec:\n  replicas: 4\n"},
    {"AbsentFourSpacesCrlf",
     "metadata:\r\n    name: db\r\nspec:\r\n    replicas: 3\r\n",
     "metadata:\r\n    name: db\r\n    annotations:\r\n        x.io/by: 'acme/db'\r\n"
     "        x.io/decision: '{\"to\":4}'\r\nspec:\r\n    replicas: 4\r\n"},
    {"AbsentAtTheEndOfTheFile",
     "spec:\n  replicas: 3\nmetadata:\n  name: db",
     "spec:\n  replicas: 4\nmetadata:\n  name: db\n  annotations:\n    x.io/by: 'acme/db'\n"
     "    x.io/decision: '{\"to\":4}'"},
    {"AbsentWithSpecAtTheSamePlace",
     "kind: X\nmetadata:\n  name: db\n",
     "kind: X\nmetadata:\n  name: db\n  annotations:\n    x.io/by: 'acme/db'\n"
     "    x.io/decision: '{\"to\":4}'\nspec:\n  replicas: 4\n"},
    {"FlowMetadata",
     "metadata: {name: db}\nspec: {replicas: 3}\n",
     "metadata: {name: db, annotations: {x.io/by: 'acme/db', x.io/decision: '{\"to\":4}'}}\n"
     "spec: {replicas: 4}\n"},
    {"FlowMetadataWithAnnotations",
     "metadata: {name: db, annotations: {a: b}}\nspec: {replicas: 3}\n",
     "metadata: {name: db, annotations: {a: b, x.io/by: 'acme/db', x.io/decision: "
     "'{\"to\":4}'}}\nspec: {replicas: 4}\n"},
    {"FlowAnnotationsWithSpaces",
     "metadata:\n  annotations: { a: b }\nspec: {replicas: 3}\n",
     "metadata:\n  annotations: { a: b, x.io/by: 'acme/db', x.io/decision: '{\"to\":4}' }\n"
     "spec: {replicas: 4}\n"},
    {"FlowAnnotationsPresent",
     "metadata: {annotations: {x.io/decision: old, x.io/by: \"me\"}}\nspec: {replicas: 3}\n",
     "metadata: {annotations: {x.io/decision: '{\"to\":4}', x.io/by: 'acme/db'}}\n"
     "spec: {replicas: 4}\n"},
    {"EmptyFlow",
     "metadata:\n  annotations: {} # none\n  name: db\nspec:\n  replicas: 3\n",
     "metadata:\n  annotations: {x.io/by: 'acme/db', x.io/decision: '{\"to\":4}'} # none\n"
     "  name: db\nspec:\n  replicas: 4\n"},
    {"Null",
     "metadata:\n  annotations: # none\n  name: db\nspec:\n  replicas: 3\n",
     "metadata:\n  annotations: # none\n    x.io/by: 'acme/db'\n    x.io/decision: "
     "'{\"to\":4}'\n  name: db\nspec:\n  replicas: 4\n"},
    {"NullLastInMetadataAndNoSpec",
     "metadata:\n  annotations:\n",
     "metadata:\n  annotations:\n    x.io/by: 'acme/db'\n    x.io/decision: '{\"to\":4}'\n"
     "spec:\n  replicas: 4\n"},
    {"Tilde",
     "metadata:\n  annotations: ~\nspec:\n  replicas: 3\n",
     "metadata:\n  annotations: {x.io/by: 'acme/db', x.io/decision: '{\"to\":4}'}\nspec:\n"
     "  replicas: 4\n"},
    {"Others",
     "metadata:\n  annotations:\n    # mine\n    a: b # keep\n  name: db\nspec:\n  replicas: 3\n",
     "metadata:\n  annotations:\n    # mine\n    a: b # keep\n    x.io/by: 'acme/db'\n"
     "    x.io/decision: '{\"to\":4}'\n  name: db\nspec:\n  replicas: 4\n"},
    {"PlainPresent",
     "metadata:\n  annotations:\n    x.io/by: acme/db\n    x.io/decision: old # c\nspec:\n"
     "  replicas: 3\n",
     "metadata:\n  annotations:\n    x.io/by: acme/db\n    x.io/decision: '{\"to\":4}' # c\n"
     "spec:\n  replicas: 4\n"},
    {"SingleQuotedPresent",
     "metadata:\n  annotations:\n    x.io/by: 'acme/db'\n    x.io/decision: 'it''s # old'\t# c\n"
     "spec:\n  replicas: 3\n",
     "metadata:\n  annotations:\n    x.io/by: 'acme/db'\n    x.io/decision: '{\"to\":4}'\t# c\n"
     "spec:\n  replicas: 4\n"},
    {"DoubleQuotedPresent",
     "metadata:\n  annotations:\n    \"x.io/by\": \"acme/db\"\n    x.io/decision: "
     "\"{\\\"to\\\":3}\"\nspec:\n  replicas: 3\n",
     "metadata:\n  annotations:\n    \"x.io/by\": \"acme/db\"\n    x.io/decision: "
     "'{\"to\":4}'\nspec:\n  replicas: 4\n"},
    {"FoldedPresent",
     "metadata:\n  annotations:\n    x.io/decision: >-\n      {\"to\":\n      3}\n\n"
     "    x.io/by: acme/db\nspec:\n  replicas: 3\n",
     "metadata:\n  annotations:\n    x.io/decision: '{\"to\":4}'\n\n    x.io/by: acme/db\nspec:\n"
     "  replicas: 4\n"},
    {"LiteralPresentCrlf",
     "metadata:\r\n  annotations:\r\n    x.io/by: acme/db\r\n    x.io/decision: |\r\n"
     "      {\"to\":3}\r\nspec:\r\n  replicas: 3\r\n",
     "metadata:\r\n  annotations:\r\n    x.io/by: acme/db\r\n    x.io/decision: "
     "'{\"to\":4}'\r\nspec:\r\n  replicas: 4\r\n"},
    {"QuotedOverLinesPresent",
     "metadata:\n  annotations:\n    x.io/by: acme/db\n    x.io/decision: '{\"to\":\n"
     "      3}'\nspec:\n  replicas: 3\n",
     "metadata:\n  annotations:\n    x.io/by: acme/db\n    x.io/decision: '{\"to\":4}'\nspec:\n"
     "  replicas: 4\n"},
    {"EmptyPresent",
     "metadata:\n  annotations:\n    x.io/by:\n    x.io/decision: ~\nspec:\n  replicas: 3\n",
     "metadata:\n  annotations:\n    x.io/by: 'acme/db'\n    x.io/decision: '{\"to\":4}'\nspec:\n"
     "  replicas: 4\n"},
    {"AnchoredPresent",
     "metadata:\n  annotations:\n    x.io/by: &a old\n    x.io/decision: &b 'old'\nspec:\n"
     "  replicas: 3\n",
     "metadata:\n  annotations:\n    x.io/by: &a 'acme/db'\n    x.io/decision: &b "
     "'{\"to\":4}'\nspec:\n  replicas: 4\n"},
    {"Json",
     "{\n  \"metadata\": {\n    \"name\": \"db\"\n  },\n  \"spec\": {\"replicas\": 3}\n}\n",
     "{\n  \"metadata\": {\n    \"name\": \"db\", \"annotations\": {\"x.io/by\": \"acme/db\", "
     "\"x.io/decision\": \"{\\\"to\\\":4}\"}\n  },\n  \"spec\": {\"replicas\": 4}\n}\n"},
};

std::string NameOf(const testing::TestParamInfo<AnnotationsCase>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Annotations, EditAnnotationsOf, testing::ValuesIn(kCases), NameOf);

TEST(EditAnnotationsOf, QuotesAPlainValueThatReadsAsSomethingElse) {
  DocumentEdit edit;
  edit.path = {"n"};
  edit.annotations = {{"a", "true"}, {"b", "12"}, {"c", "it's"}};
  EXPECT_EQ(ApplyDocumentEdit("metadata: {annotations: {a: true, b: 12, c: d}}\nn: 0\n", edit, "f")
                .value(),
            "metadata: {annotations: {a: 'true', b: '12', c: 'it''s'}}\nn: 0\n");
}

TEST(EditAnnotationsOf, QuotesAKeyThatNeedsIt) {
  DocumentEdit edit;
  edit.path = {"n"};
  edit.annotations = {{"a b", "1"}, {"2", "x"}};
  EXPECT_EQ(ApplyDocumentEdit("metadata:\n  annotations: {}\nn: 0\n", edit, "f").value(),
            "metadata:\n  annotations: {'a b': '1', '2': 'x'}\nn: 0\n");
}

}  // namespace
}  // namespace gitscale
