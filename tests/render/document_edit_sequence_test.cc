// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "render/document_edit.h"

namespace gitscale {
namespace {

/// Counts that stand in an item of a sequence. Sets the first item's size to 5.
struct SequenceCase {
  const char* name;
  std::string before;
  std::string after;  ///< what it must become, or the refusal
};

std::ostream& operator<<(std::ostream& out, const SequenceCase& c) {
  return out << c.name << "\n" << c.before;
}

Result<std::string> Edit(std::string_view text) {
  DocumentEdit edit;
  edit.path = {"spec", "replsets", "0", "size"};
  edit.value = 5;
  edit.insert_if_absent = true;
  return ApplyDocumentEdit(text, edit, "db.yaml");
}

std::string NameOf(const testing::TestParamInfo<SequenceCase>& info) {
  return info.param.name;
}

class EditItem : public testing::TestWithParam<SequenceCase> {};

TEST_P(EditItem, ChangesTheseBytesOnly) {
  const auto after = Edit(GetParam().before);
  ASSERT_TRUE(after) << after.error().message;
  EXPECT_EQ(*after, GetParam().after);
  const auto again = Edit(*after);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, *after);
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    EditItem,
    testing::Values(SequenceCase{"Block",
                                 "spec:\n  replsets:\n    - name: rs0\n      size: 3 # three\n",
                                 "spec:\n  replsets:\n    - name: rs0\n      size: 5 # three\n"},
                    SequenceCase{"FirstKeyOfTheItem",
                                 "spec:\n  replsets:\n  - size: 3\n    name: rs0\n",
                                 "spec:\n  replsets:\n  - size: 5\n    name: rs0\n"},
                    SequenceCase{"OnlyTheFirstItem",
                                 "spec:\n  replsets:\n  - size: 3\n  - size: 3\n",
                                 "spec:\n  replsets:\n  - size: 5\n  - size: 3\n"},
                    SequenceCase{"Flow",
                                 "spec: {replsets: [{name: rs0, size: 3}]}\n",
                                 "spec: {replsets: [{name: rs0, size: 5}]}\n"},
                    SequenceCase{"Json",
                                 R"({"spec": {"replsets": [{"size": 3}]}})",
                                 R"({"spec": {"replsets": [{"size": 5}]}})"},
                    SequenceCase{"Crlf",
                                 "spec:\r\n  replsets:\r\n  - name: rs0\r\n    size: 3\r\n",
                                 "spec:\r\n  replsets:\r\n  - name: rs0\r\n    size: 5\r\n"},
                    SequenceCase{
                        "InsertedIntoTheItem",
                        "spec:\n  replsets:\n  - name: rs0\n  pause: false\n",
                        "spec:\n  replsets:\n  - name: rs0\n    size: 5\n  pause: false\n"},
                    SequenceCase{"InsertedIntoAFlowItem",
                                 "spec: {replsets: [{name: rs0}]}\n",
                                 "spec: {replsets: [{name: rs0, size: 5}]}\n"}),
    NameOf);

class RefuseItem : public testing::TestWithParam<SequenceCase> {};

TEST_P(RefuseItem, NeverWritesAKeyForAnIndex) {
  const auto after = Edit(GetParam().before);
  ASSERT_FALSE(after) << *after;
  EXPECT_EQ(after.error().message, GetParam().after);
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    RefuseItem,
    testing::Values(
        SequenceCase{"NoSequence",
                     "spec:\n  pause: false\n",
                     "db.yaml:1: found no item 'spec.replsets[0]', expected it written out"},
        SequenceCase{"EmptyValue",
                     "spec:\n  replsets:\n",
                     "db.yaml:2: found no item 'spec.replsets[0]', expected it written out"},
        SequenceCase{"EmptySequence",
                     "spec:\n  replsets: []\n",
                     "db.yaml:2: 'spec.replsets' is a sequence of 0, expected an item '0' in it"},
        SequenceCase{"Alias",
                     "base: &b {size: 3}\nspec:\n  replsets:\n  - *b\n",
                     "db.yaml:4: 'spec.replsets[0]' comes from an alias, expected a value written "
                     "in place"},
        SequenceCase{"MappingInstead",
                     "spec:\n  replsets: {rs0: {size: 3}}\n",
                     "db.yaml:2: found no item 'spec.replsets[0]', expected it written out"},
        SequenceCase{"MergeKey",
                     "base: &b {size: 3}\nspec:\n  replsets:\n  - <<: *b\n",
                     "db.yaml:4: 'spec.replsets[0].size' may come from a merge key ('<<'), "
                     "expected a value written in place"}),
    NameOf);

}  // namespace
}  // namespace gitscale
