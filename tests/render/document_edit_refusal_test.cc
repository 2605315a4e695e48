// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "render/document_edit.h"

namespace gitscale {
namespace {

struct RefusalCase {
  const char* name;
  std::string text;
  std::string message;
  bool insert_if_absent = false;
  bool annotate = false;
  int document_index = 0;
};

std::ostream& operator<<(std::ostream& out, const RefusalCase& c) {
  return out << c.name << "\n" << c.text;
}

class RefuseToEdit : public testing::TestWithParam<RefusalCase> {};

TEST_P(RefuseToEdit, SaysWhatWasFoundAndWhere) {
  const RefusalCase& c = GetParam();
  DocumentEdit edit;
  edit.document_index = c.document_index;
  edit.path = {"spec", "replicas"};
  edit.value = 4;
  edit.insert_if_absent = c.insert_if_absent;
  if (c.annotate) {
    edit.annotations = {{"a", "new"}};
  }
  const auto after = ApplyDocumentEdit(c.text, edit, "db.yaml");
  ASSERT_FALSE(after) << *after;
  EXPECT_EQ(after.error().message, c.message);
  EXPECT_EQ(after.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(after.error().subject, "db.yaml");
}

const std::string kTemplate = ": found a template ('{{'), expected plain YAML";
const std::string kPlainInteger = ", expected a plain integer";

const RefusalCase kCases[] = {
    {"TemplateValue", "spec:\n  replicas: {{ .Values.replicas }}\n", "db.yaml:2" + kTemplate},
    {"TemplateLine",
     "spec:\n{{- if .Values.on }}\n  replicas: 3\n{{- end }}\n",
     "db.yaml:2" + kTemplate},
    {"TemplateKey", "{{ .Values.key }}: 1\nspec:\n  replicas: 3\n", "db.yaml:1" + kTemplate},
    {"TemplateInPlainText", "name: db-{{ name }}\nspec:\n  replicas: 3\n", "db.yaml:1" + kTemplate},
    {"TemplateInAnotherDocument",
     "spec:\n  replicas: 3\n---\na: {{ x }}\n",
     "db.yaml:4" + kTemplate},
    {"DuplicateField",
     "spec:\n  replicas: 3\n  replicas: 3\n",
     "db.yaml:3: key 'replicas' stands twice in one mapping, expected once"},
    {"DuplicateElsewhere",
     "spec:\n  replicas: 3\na: 1\na: 2\n",
     "db.yaml:4: key 'a' stands twice in one mapping, expected once"},
    {"Alias",
     "count: &c 3\nspec:\n  replicas: *c\n",
     "db.yaml:3: 'spec.replicas' comes from an alias, expected a value written in place"},
    {"AliasedParent",
     "base: &b\n  replicas: 3\nspec: *b\n",
     "db.yaml:3: 'spec' comes from an alias, expected a value written in place"},
    {"MergeKey",
     "base: &b\n  replicas: 3\nspec:\n  <<: *b\n",
     "db.yaml:4: 'spec.replicas' may come from a merge key ('<<'), expected a value written in "
     "place"},
    {"MergeKeyWhenInserting",
     "base: &b\n  a: 3\nspec:\n  <<: *b\n",
     "db.yaml:4: 'spec.replicas' may come from a merge key ('<<'), expected a value written in "
     "place",
     true},
    {"AnchorInUse",
     "spec:\n  replicas: &c 3\n  other: *c\n",
     "db.yaml:2: 'spec.replicas' has the anchor 'c' that an alias uses, so an edit would change "
     "another place too"},
    {"AnchoredParentInUse",
     "spec: &s\n  replicas: 3\ncopy:\n  <<: *s\n",
     "db.yaml:1: 'spec' has the anchor 's' that an alias uses, so an edit would change another "
     "place too"},
    {"Substitution",
     "spec:\n  replicas: ${REPLICAS}\n",
     "db.yaml:2: 'spec.replicas' is '${REPLICAS}'" + kPlainInteger},
    {"Fraction", "spec:\n  replicas: 3.0\n", "db.yaml:2: 'spec.replicas' is '3.0'" + kPlainInteger},
    {"Octal", "spec:\n  replicas: 010\n", "db.yaml:2: 'spec.replicas' is '010'" + kPlainInteger},
    {"Hexadecimal",
     "spec:\n  replicas: 0x10\n",
     "db.yaml:2: 'spec.replicas' is '0x10'" + kPlainInteger},
    {"Underscore",
     "spec:\n  replicas: 1_0\n",
     "db.yaml:2: 'spec.replicas' is '1_0'" + kPlainInteger},
    {"SignAlone", "spec:\n  replicas: +\n", "db.yaml:2: 'spec.replicas' is '+'" + kPlainInteger},
    {"Word", "spec:\n  replicas: three\n", "db.yaml:2: 'spec.replicas' is 'three'" + kPlainInteger},
    {"Tilde", "spec:\n  replicas: ~\n", "db.yaml:2: 'spec.replicas' is '~'" + kPlainInteger, true},
    {"Empty",
     "spec:\n  replicas:\n  size: 1Gi\n",
     "db.yaml:2: 'spec.replicas' is empty" + kPlainInteger,
     true},
    {"SingleQuoted",
     "spec:\n  replicas: '3'\n",
     "db.yaml:2: 'spec.replicas' is the text '3' in quotes" + kPlainInteger},
    {"DoubleQuoted",
     "spec:\n  replicas: \"3\"\n",
     "db.yaml:2: 'spec.replicas' is the text '3' in quotes" + kPlainInteger},
    {"Tagged",
     "spec:\n  replicas: !!int 3\n",
     "db.yaml:2: 'spec.replicas' has the tag 'tag:yaml.org,2002:int'" + kPlainInteger},
    {"Mapping",
     "spec:\n  replicas: {a: 1}\n",
     "db.yaml:2: 'spec.replicas' is a mapping" + kPlainInteger},
    {"Sequence",
     "spec:\n  replicas: [3]\n",
     "db.yaml:2: 'spec.replicas' is a sequence" + kPlainInteger},
    {"Absent",
     "spec:\n  size: 1Gi\n",
     "db.yaml:1: found no field 'spec.replicas', expected a plain integer there"},
    {"AbsentParent",
     "kind: X\n",
     "db.yaml:1: found no field 'spec.replicas', expected a plain integer there"},
    {"ScalarParent", "kind: X\nspec: 3\n", "db.yaml:2: 'spec' is '3', expected a mapping", true},
    {"SequenceParent",
     "spec: [1, 2]\n",
     "db.yaml:1: 'spec' is a sequence of 2, expected an item 'replicas' in it",
     true},
    {"ScalarDocument", "hello\n", "db.yaml:1: 'the document' is 'hello', expected a mapping", true},
    {"EmptyDocument",
     "---\n---\na: 1\n",
     "db.yaml:2: the document is empty, expected a mapping to write into",
     true},
    {"MissingDocument",
     "spec:\n  replicas: 3\n",
     "db.yaml:1: found 1 document, expected number 3 to be there",
     false,
     false,
     2},
    {"NoDocument", "# nothing\n", "db.yaml:1: found 0 documents, expected number 1 to be there"},
    {"Utf16BigEndian",
     std::string("\xFE\xFF\0a\0:", 6),
     "db.yaml:1: found UTF-16 text, expected UTF-8"},
    {"Utf16LittleEndian",
     std::string("a\0:\0 \0b\0", 8),
     "db.yaml:1: found UTF-16 text, expected UTF-8"},
    {"Unparsable",
     "spec:\n  replicas: 3\n bad: [\n",
     "db.yaml:3: cannot be read as YAML: end of map not found"},
    {"NoMetadata",
     "spec:\n  replicas: 3\n",
     "db.yaml:1: found no 'metadata' mapping, expected one for the annotations",
     false,
     true},
    {"EmptyMetadata",
     "metadata:\nspec:\n  replicas: 3\n",
     "db.yaml:1: found no 'metadata' mapping, expected one for the annotations",
     false,
     true},
    {"AliasedMetadata",
     "base: &b {name: x}\nmetadata: *b\nspec:\n  replicas: 3\n",
     "db.yaml:2: 'metadata' comes from an alias, expected a value written in place",
     false,
     true},
    {"MergedAnnotations",
     "base: &b {b: x}\nmetadata:\n  annotations: {<<: *b}\nspec:\n  replicas: 3\n",
     "db.yaml:3: 'metadata.annotations.a' may come from a merge key ('<<'), expected a value "
     "written in place",
     false,
     true},
    {"AnnotationIsMapping",
     "metadata:\n  annotations:\n    a: {b: c}\nspec:\n  replicas: 3\n",
     "db.yaml:3: annotation 'a' is a mapping, expected text",
     false,
     true},
    {"PlainAnnotationOverLines",
     "metadata:\n  annotations:\n    a: b\n      c\nspec:\n  replicas: 3\n",
     "db.yaml:3: annotation 'a' is written over several lines, expected one line",
     false,
     true},
};

std::string NameOf(const testing::TestParamInfo<RefusalCase>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Refusals, RefuseToEdit, testing::ValuesIn(kCases), NameOf);

TEST(RefuseToEdit, AnnotationValuesWithLineBreaks) {
  DocumentEdit edit;
  edit.path = {"n"};
  edit.annotations = {{"a", "b\nc: d"}};
  const auto after = ApplyDocumentEdit("metadata: {}\nn: 0\n", edit, "db.yaml");
  ASSERT_FALSE(after);
  EXPECT_EQ(after.error().message,
            "db.yaml:1: annotation 'a' is to hold a control character, expected one line");
}

}  // namespace
}  // namespace gitscale
