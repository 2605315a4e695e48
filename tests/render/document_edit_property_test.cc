// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <rapidcheck.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "policies/yaml_tree.h"
#include "render/document_edit.h"

namespace gitscale {
namespace {

/// A document written in one of many styles, and where its count stands.
struct Written {
  std::string head;
  std::string count;
  std::string tail;
};

rc::Gen<std::string> OneOf(std::vector<std::string> texts) {
  return rc::gen::elementOf(std::move(texts));
}

std::string WithBreaks(std::string text, bool use_crlf) {
  if (!use_crlf) {
    return text;
  }
  std::string out;
  for (const char c : text) {
    out += c == '\n' ? "\r\n" : std::string(1, c);
  }
  return out;
}

/// Optional pieces around `replicas: N`, each harmless on its own, together in any combination.
Written AnyDocument() {
  const bool use_crlf = *rc::gen::arbitrary<bool>();
  const std::string pad = *OneOf({"  ", "   ", "    "});
  std::string head = *OneOf({"", "\xEF\xBB\xBF"});
  head += *OneOf({"", "# comment\n", "---\n", "a: 1\n---\n"});
  head +=
      *OneOf({"kind: X\n", "\"kind\": 'X' # replicas: 1\n", "text: |\n  spec:\n    replicas: 9\n"});
  head += *OneOf({"metadata: {name: db}\n",
                  "metadata:\n" + pad + "name: d\xC3\xA9\n",
                  "metadata:\n" + pad + "name: db\n" + pad + "annotations:\n" + pad + pad +
                      "other: 'x # y'\n"});
  const bool is_flow = *rc::gen::arbitrary<bool>();
  const std::string key = *OneOf({"replicas: ", "\"replicas\": ", "'replicas':   ", "replicas : "});
  head += is_flow ? *OneOf({"spec: {", "spec: {size: 1Gi, ", "spec: { list: [1, 2, {a: '}'}], "})
                  : "spec:\n" + *OneOf({"", pad + "size: 1Gi\n", pad + "# replicas: 7\n"}) + pad;
  head += key + *OneOf({"", "&count "});
  std::string tail = is_flow ? *OneOf({"}\n", ", more: x} # c\n", " }\n"})
                             : *OneOf({"\n", " # was 3\n", "\t\n", "   \n" + pad + "last: y\n"});
  tail += *OneOf({"", "---\nspec: {replicas: 1}\n", "...\n", "# end"});
  if (*rc::gen::arbitrary<bool>() && tail.ends_with('\n')) {
    tail.pop_back();
  }
  return {WithBreaks(head, use_crlf),
          std::to_string(*rc::gen::inRange(0, 2000)),
          WithBreaks(tail, use_crlf)};
}

int DocumentOf(const std::string& head) {
  return head.find("a: 1") != std::string::npos ? 1 : 0;
}

RC_GTEST_PROP(EditProperty, OnlyTheBytesOfTheCountDiffer, ()) {
  const Written written = AnyDocument();
  DocumentEdit edit;
  edit.document_index = DocumentOf(written.head);
  edit.path = {"spec", "replicas"};
  edit.value = *rc::gen::inRange(0, 100'000);
  const auto after = ApplyDocumentEdit(written.head + written.count + written.tail, edit, "f");
  RC_ASSERT(after.has_value());
  RC_ASSERT(*after == written.head + std::to_string(edit.value) + written.tail);
}

RC_GTEST_PROP(EditProperty, AnnotationsReadBackAndNothingIsLost, ()) {
  const Written written = AnyDocument();
  const std::string before = written.head + written.count + written.tail;
  DocumentEdit edit;
  edit.document_index = DocumentOf(written.head);
  edit.path = {"spec", "replicas"};
  edit.value = 4;
  const std::string value = *rc::gen::container<std::string>(
      rc::gen::elementOf(std::string("ab '\"{}:,#&*!|>%@`\\[]-?~0")));
  edit.annotations = {{"x.io/a", value}, {"other", "new"}};
  const auto after = ApplyDocumentEdit(before, edit, "f");
  RC_ASSERT(after.has_value());
  const auto documents = ParseYaml(*after);
  RC_ASSERT(documents.has_value());
  const YamlNode& root = (*documents)[static_cast<std::size_t>(edit.document_index)].root;
  const YamlNode* annotations = root.FindPath({"metadata", "annotations"});
  RC_ASSERT(annotations != nullptr);
  RC_ASSERT(annotations->Find("x.io/a")->value == value);
  RC_ASSERT(annotations->Find("other")->value == "new");
  RC_ASSERT(root.FindPath({"spec", "replicas"})->value == "4");
  RC_ASSERT(ApplyDocumentEdit(*after, edit, "f").value() == *after);
  // The file ends as it did.
  RC_ASSERT(after->ends_with(written.tail));
}

/// Whatever the bytes: an answer, and if it is a text, one that reads back.
RC_GTEST_PROP(EditProperty, SurvivesAnyBytes, ()) {
  const std::string pool = "spec: replicas3\n\r\t-{}[],&*!|>'\"#%@`~?<\\\xC3\xA9\xFF";
  std::string text = *rc::gen::container<std::string>(rc::gen::elementOf(pool));
  text += *OneOf({"", "\nspec:\n  replicas: 3\n", "spec: {replicas: 3}"});
  text += *rc::gen::container<std::string>(rc::gen::elementOf(pool));
  DocumentEdit edit;
  edit.path = {"spec", "replicas"};
  edit.value = 4;
  edit.insert_if_absent = *rc::gen::arbitrary<bool>();
  const auto after = ApplyDocumentEdit(text, edit, "f");
  if (after) {
    const auto documents = ParseYaml(*after);
    RC_ASSERT(documents.has_value());
    RC_ASSERT(documents->front().root.FindPath({"spec", "replicas"})->value == "4");
  } else {
    RC_ASSERT(!after.error().message.empty());
  }
}

}  // namespace
}  // namespace gitscale
