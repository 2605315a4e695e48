// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/annotation_removal.h"

#include <ostream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gitscale {
namespace {

Result<std::string> Remove(std::string_view text) {
  return RemoveAnnotations(text, {0, {"x.io/by", "x.io/decision"}}, "db.yaml");
}

/// Takes x.io/by and x.io/decision out, and looks at every byte.
struct RemovalCase {
  const char* name;
  std::string before;
  std::string after;

  friend std::ostream& operator<<(std::ostream& out, const RemovalCase& row) {
    return out << row.name << "\n" << row.before;
  }
};

class RemoveAnnotationsFrom : public testing::TestWithParam<RemovalCase> {};

TEST_P(RemoveAnnotationsFrom, TakesTheseBytesOnly) {
  const auto after = Remove(GetParam().before);
  ASSERT_TRUE(after) << after.error().message;
  EXPECT_EQ(*after, GetParam().after);
}

TEST_P(RemoveAnnotationsFrom, ChangesNothingTheSecondTime) {
  EXPECT_EQ(Remove(GetParam().after).value(), GetParam().after);
}

const RemovalCase kBlockCases[] = {
    {"NoneThere", "metadata:\n  name: db\n", "metadata:\n  name: db\n"},
    {"NoMetadata", "kind: X\n", "kind: X\n"},
    {"OnlyOthers",
     "metadata:\n  annotations: {a: b}\n  name: db\n",
     "metadata:\n  annotations: {a: b}\n  name: db\n"},
    {"All",
     "metadata:\n  name: db\n  annotations:\n    x.io/by: 'acme/db'\n"
     "    x.io/decision: '{\"to\":4}'\nspec: {}\n",
     "metadata:\n  name: db\nspec: {}\n"},
    {"OneOfTheTwo",
     "metadata:\n  annotations:\n    x.io/decision: 'a'\n  name: db\n",
     "metadata:\n  name: db\n"},
    {"OthersStay",
     "metadata:\n  annotations:\n    # mine\n    a: b # keep\n\n    x.io/by: me # gone\n"
     "    # c's\n    c: d\n    x.io/decision: \"{}\"\t# gone\n    # last\n  name: db\n",
     "metadata:\n  annotations:\n    # mine\n    a: b # keep\n\n    # c's\n    c: d\n"
     "    # last\n  name: db\n"},
    {"CommentsInsideStay",
     "metadata:\n  annotations: # gone\n    # kept\n    x.io/by: a\n    # kept too\n"
     "    x.io/decision: b\n  name: db\n",
     "metadata:\n    # kept\n    # kept too\n  name: db\n"},
    {"BlankLinesStay",
     "metadata:\n  name: db\n\n  annotations:\n    x.io/by: a\n\nspec: {}\n",
     "metadata:\n  name: db\n\n\nspec: {}\n"},
    {"Crlf",
     "metadata:\r\n  annotations:\r\n    x.io/by: a\r\n    b: c\r\n  name: db\r\n",
     "metadata:\r\n  annotations:\r\n    b: c\r\n  name: db\r\n"},
    {"CrlfAtTheEnd",
     "metadata:\r\n  name: db\r\n  annotations:\r\n    x.io/by: a\r\n    x.io/decision: b",
     "metadata:\r\n  name: db"},
    {"NoFinalNewline",
     "metadata:\n  name: db\n  annotations:\n    a: b\n    x.io/by: a",
     "metadata:\n  name: db\n  annotations:\n    a: b"},
    {"NoFinalNewlineAndAll",
     "metadata:\n  name: db\n  annotations:\n    x.io/by: a",
     "metadata:\n  name: db"},
    {"NoFinalNewlineBehindAComment",
     "metadata:\n  name: db\n  annotations:\n    # kept\n    x.io/by: a",
     "metadata:\n  name: db\n    # kept"},
    {"ByteOrderMark",
     "\xEF\xBB\xBFmetadata:\n  annotations:\n    x.io/by: a\n  name: db\n",
     "\xEF\xBB\xBFmetadata:\n  name: db\n"},
    {"QuotedKeysAndFourSpaces",
     "metadata:\n    annotations:\n        \"x.io/by\": a\n        'x.io/decision' : b\n"
     "    name: db\n",
     "metadata:\n    name: db\n"},
    {"Empty",
     "metadata:\n  annotations:\n    x.io/by:\n    x.io/decision: ~ # none\n  name: db\n",
     "metadata:\n  name: db\n"},
    {"OnTheNextLine",
     "metadata:\n  annotations:\n    x.io/by:\n      'acme/db'\n    a: b\n  name: db\n",
     "metadata:\n  annotations:\n    a: b\n  name: db\n"},
    {"QuotedOverLines",
     "metadata:\n  annotations:\n    x.io/by: \"acme\n      db\"\n    a: b\n  name: db\n",
     "metadata:\n  annotations:\n    a: b\n  name: db\n"},
    {"BlockScalars",
     "metadata:\n  annotations:\n    x.io/decision: >-\n      {\"to\":\n      4}\n\n"
     "    x.io/by: | # gone\n      # text\n        acme\n    a: b\n  name: db\n",
     "metadata:\n  annotations:\n\n    a: b\n  name: db\n"},
    {"UnusedAnchorAndTag",
     "metadata:\n  annotations:\n    x.io/by: &me acme\n    &k x.io/decision: !!str b\n"
     "  name: db\n",
     "metadata:\n  name: db\n"},
    {"Tabs",
     "metadata:\n  annotations:\t# a\n    x.io/by:\ta\t\n  name: db\n",
     "metadata:\n  name: db\n"},
    {"FirstInMetadata",
     "kind: X\nmetadata:\n  annotations:\n    x.io/by: a\n  labels: {a: b}\n  name: db\n---\n"
     "metadata:\n  annotations:\n    x.io/by: a\n",
     "kind: X\nmetadata:\n  labels: {a: b}\n  name: db\n---\n"
     "metadata:\n  annotations:\n    x.io/by: a\n"},
};

INSTANTIATE_TEST_SUITE_P(Block,
                         RemoveAnnotationsFrom,
                         testing::ValuesIn(kBlockCases),
                         [](const auto& made) { return made.param.name; });

const RemovalCase kFlowCases[] = {
    {"AllOfFlowMetadata",
     "metadata: {name: db, annotations: {x.io/by: 'a', x.io/decision: '{}'}}\nspec: {}\n",
     "metadata: {name: db}\nspec: {}\n"},
    {"AllFirstInFlowMetadata",
     "metadata: { annotations: { x.io/by: a }, name: db }\n",
     "metadata: { name: db }\n"},
    {"AllInBlockMetadata",
     "metadata:\n  annotations: {x.io/by: a, x.io/decision: b} # gone\n  name: db\n",
     "metadata:\n  name: db\n"},
    {"First",
     "metadata:\n  annotations: {x.io/by: a, b: c}\n  name: db\n",
     "metadata:\n  annotations: {b: c}\n  name: db\n"},
    {"Middle",
     "metadata:\n  annotations: { a: b, x.io/by: a, x.io/decision: b, c: d }\n  name: db\n",
     "metadata:\n  annotations: { a: b, c: d }\n  name: db\n"},
    {"Last",
     "metadata:\n  annotations: { a: b, x.io/by: a, x.io/decision: b } # c\n  name: db\n",
     "metadata:\n  annotations: { a: b } # c\n  name: db\n"},
    {"LastWithATrailingComma",
     "metadata:\n  annotations: {a: b, x.io/by: a,}\n  name: db\n",
     "metadata:\n  annotations: {a: b,}\n  name: db\n"},
    {"OnLines",
     "metadata:\n  annotations: {\n    # a's\n    a: b,\n    x.io/by: a, # gone\n    # c's\n"
     "    c: d # keep\n  }\n  name: db\n",
     "metadata:\n  annotations: {\n    # a's\n    a: b,\n    # c's\n    c: d # keep\n  }\n"
     "  name: db\n"},
    {"LastOnALine",
     "metadata:\n  annotations: {\n    a: b, # keep\n    x.io/by: a # gone\n  }\n  name: db\n",
     "metadata:\n  annotations: {\n    a: b # keep\n  }\n  name: db\n"},
    {"EndOfALine",
     "metadata:\n  annotations: {a: b, x.io/by: a, # whose\n    c: d}\n  name: db\n",
     "metadata:\n  annotations: {a: b, # whose\n    c: d}\n  name: db\n"},
    {"CommasFirst",
     "metadata:\n  annotations: { a: b\n    , x.io/by: a\n    , c: d }\n  name: db\n",
     "metadata:\n  annotations: { a: b\n    , c: d }\n  name: db\n"},
    {"Json",
     "{\"metadata\": {\"annotations\": {\"x.io/by\": \"a\", \"b\": \"c\"}, \"name\": \"db\"}}",
     "{\"metadata\": {\"annotations\": {\"b\": \"c\"}, \"name\": \"db\"}}"},
    {"JsonOnLinesCrlf",
     "{\r\n\t\"metadata\": {\r\n\t\t\"name\": \"db\",\r\n\t\t\"annotations\": {\r\n"
     "\t\t\t\"x.io/by\": \"a\",\r\n\t\t\t\"x.io/decision\": \"{}\"\r\n\t\t}\r\n\t}\r\n}\r\n",
     "{\r\n\t\"metadata\": {\r\n\t\t\"name\": \"db\"\r\n\t}\r\n}\r\n"},
    {"JsonWithoutSpaces",
     "{\"metadata\":{\"annotations\":{\"a\":\"b\",\"x.io/by\":\"a\",\"x.io/decision\":\"b\"},"
     "\"name\":\"db\"}}",
     "{\"metadata\":{\"annotations\":{\"a\":\"b\"},\"name\":\"db\"}}"},
};

INSTANTIATE_TEST_SUITE_P(Flow,
                         RemoveAnnotationsFrom,
                         testing::ValuesIn(kFlowCases),
                         [](const auto& made) { return made.param.name; });

struct RefusalCase {
  const char* name;
  std::string text;
  const char* message;

  friend std::ostream& operator<<(std::ostream& out, const RefusalCase& row) {
    return out << row.name << "\n" << row.text;
  }
};

class RemoveAnnotationsRefuses : public testing::TestWithParam<RefusalCase> {};

TEST_P(RemoveAnnotationsRefuses, WithFileLineAndReason) {
  const auto after = Remove(GetParam().text);
  ASSERT_FALSE(after) << *after;
  EXPECT_EQ(after.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(after.error().message, testing::StartsWith(GetParam().message));
}

const RefusalCase kRefusals[] = {
    {"Template",
     "metadata:\n  name: {{ x }}\n  annotations:\n    x.io/by: a\n",
     "db.yaml:2: found a template"},
    {"DuplicateKey",
     "metadata:\n  name: db\n  annotations:\n    x.io/by: a\n    x.io/by: b\n",
     "db.yaml:5: key 'x.io/by' stands twice"},
    {"Alias",
     "a: &p me\nmetadata:\n  name: db\n  annotations:\n    x.io/by: *p\n",
     "db.yaml:5: 'metadata.annotations.x.io/by' comes from an alias"},
    {"AnchorInUse",
     "metadata:\n  name: db\n  annotations:\n    x.io/by: &p a\nspec: {a: *p}\n",
     "db.yaml:4: 'metadata.annotations.x.io/by' has the anchor 'p'"},
    {"KeyAnchorInUse",
     "metadata:\n  name: db\n  annotations:\n    &p x.io/by: a\n    b: c\nspec: {a: *p}\n",
     "db.yaml:4: 'x.io/by' is a key with an anchor"},
    {"KeyAnchorInUseOfTheLast",
     "metadata:\n  name: db\n  annotations:\n    &p x.io/by: a\nspec: {a: *p}\n",
     "db.yaml:4: 'x.io/by' is a key with an anchor"},
    {"AnnotationsAnchorInUse",
     "metadata:\n  name: db\n  annotations: &p\n    x.io/by: a\nspec: {a: *p}\n",
     "db.yaml:3: 'metadata.annotations' has the anchor 'p'"},
    {"MergeKeyBeside",
     "c: &c {x.io/by: b}\nmetadata:\n  name: db\n  annotations:\n    <<: *c\n    x.io/by: a\n",
     "db.yaml:6: 'x.io/by' stands beside a merge key"},
    {"MergeKeyInstead",
     "c: &c {x.io/by: b}\nmetadata:\n  name: db\n  annotations:\n    <<: *c\n",
     "db.yaml:5: 'metadata.annotations.x.io/by' may come from a merge key"},
    {"MergeKeyInMetadata",
     "c: &c {annotations: {a: b}}\nmetadata:\n  <<: *c\n  annotations:\n    x.io/by: a\n",
     "db.yaml:4: 'annotations' stands beside a merge key"},
    {"PlainOverLines",
     "metadata:\n  name: db\n  annotations:\n    a: b\n    x.io/by: acme\n      db\n",
     "db.yaml:5: 'x.io/by' has no certain end"},
    {"BlockScalarThatKeepsLines",
     "metadata:\n  name: db\n  annotations:\n    a: b\n    x.io/by: |+\n      a\n\n",
     "db.yaml:5: 'x.io/by' has no certain end"},
    {"BlockScalarWithIndicator",
     "metadata:\n  name: db\n  annotations:\n    a: b\n    x.io/by: |1\n      a\n",
     "db.yaml:5: 'x.io/by' has no certain end"},
    {"BlockScalarBeforeAComment",
     "metadata:\n  name: db\n  annotations:\n    a: b\n    x.io/by: |\n        a\n      # b\n",
     "db.yaml:5: 'x.io/by' has no certain end"},
    {"Mapping",
     "metadata:\n  name: db\n  annotations:\n    x.io/by: {a: b}\n",
     "db.yaml:4: annotation 'x.io/by' is no text"},
    {"ExplicitKey",
     "metadata:\n  name: db\n  annotations:\n    a: b\n    ? x.io/by\n    : a\n",
     "db.yaml:5: 'x.io/by' shares its line"},
    {"ExplicitKeyInFlow",
     "metadata:\n  name: db\n  annotations: {? x.io/by : a, b: c}\n",
     "db.yaml:3: 'x.io/by' has no certain beginning and end"},
    {"KeyWithoutColon",
     "metadata:\n  name: db\n  annotations: {x.io/by, b: c}\n",
     "db.yaml:3: 'x.io/by' has no certain beginning and end"},
    {"BehindAnUncertainEntry",
     "metadata:\n  name: db\n  annotations: {b, x.io/by: a}\n",
     "db.yaml:3: 'x.io/by' stands behind an entry whose end is uncertain"},
    {"NothingElseInMetadata",
     "metadata:\n  annotations:\n    x.io/by: a\n",
     "db.yaml:2: 'annotations' is all there is"},
    {"TagOfTheMapping",
     "metadata:\n  name: db\n  annotations: !!map\n    x.io/by: a\n",
     "db.yaml:3: 'annotations' shares its line"},
    {"Sequence",
     "metadata:\n  name: db\n  annotations:\n  - x.io/by\n",
     "db.yaml:4: 'metadata.annotations' is a sequence"},
};

INSTANTIATE_TEST_SUITE_P(Cases,
                         RemoveAnnotationsRefuses,
                         testing::ValuesIn(kRefusals),
                         [](const auto& made) { return made.param.name; });

TEST(RemoveAnnotationsChecks, WhatTheTextBehindTheEntryBecomes) {
  // The blank line was a separator; without the entry it would be text of `a`.
  const auto after = Remove(
      "metadata:\n  name: db\n  annotations:\n    a: |+\n      b\n    x.io/by: a\n\n    c: d\n");
  ASSERT_FALSE(after) << *after;
  EXPECT_EQ(after.error().code, ErrorCode::kInternal);
}

TEST(RemoveAnnotationsChecks, TheDocumentIsThere) {
  const auto after = RemoveAnnotations("a: b\n", {1, {"x"}}, "db.yaml");
  ASSERT_FALSE(after);
  EXPECT_THAT(after.error().message, testing::HasSubstr("expected number 2 to be there"));
}

}  // namespace
}  // namespace gitscale
