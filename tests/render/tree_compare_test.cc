// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/tree_compare.h"

#include <gtest/gtest.h>

namespace gitscale {
namespace {

YamlNode Tree(std::string_view text) {
  return ParseYaml(text).value().front().root;
}

bool Differs(std::string_view before, std::string_view after) {
  return DiffersOnlyAsIntended(
      Tree(before), Tree(after), {{{"spec", "replicas"}, "4", false}, {{"a", "b"}, "x", true}});
}

TEST(TreeCompare, AcceptsWhatWasIntended) {
  EXPECT_TRUE(Differs("spec: {replicas: 3}\na: {b: y}", "spec: {replicas: 4}\na: {b: 'x'}"));
  EXPECT_TRUE(Differs("k: 1\nspec:", "k: 1\nspec: {replicas: 4}\na: {b: 'x'}"));
  EXPECT_TRUE(Differs("a: {c: 1}\nspec: ~", "a: {c: 1, b: 'x'}\n\n\nspec: {replicas: 4}"));
}

TEST(TreeCompare, RefusesEverythingElse) {
  const char* before = "spec: {replicas: 3, k: v}\na: {b: y}";
  EXPECT_FALSE(Differs(before, before));
  EXPECT_FALSE(Differs(before, "spec: {replicas: 5, k: v}\na: {b: 'x'}"));
  EXPECT_FALSE(Differs(before, "spec: {replicas: '4', k: v}\na: {b: 'x'}"));
  EXPECT_FALSE(Differs(before, "spec: {replicas: 4, k: v}\na: {b: x}"));
  EXPECT_FALSE(Differs(before, "spec: {replicas: 4, k: w}\na: {b: 'x'}"));
  EXPECT_FALSE(Differs(before, "spec: {replicas: 4, k: 'v'}\na: {b: 'x'}"));
  EXPECT_FALSE(Differs(before, "spec: {replicas: 4}\na: {b: 'x'}"));
  EXPECT_FALSE(Differs(before, "spec: {k: v, replicas: 4}\na: {b: 'x'}"));
  EXPECT_FALSE(Differs(before, "spec: {replicas: 4, k: v, n: 1}\na: {b: 'x'}"));
  EXPECT_FALSE(Differs(before, "a: {b: 'x'}\nspec: {replicas: 4, k: v}"));
}

TEST(TreeCompare, IgnoresPositionsButNotStyle) {
  EXPECT_TRUE(EqualTrees(Tree("a: 1\nb: [x]"), Tree("# c\na:   1\n\nb: [ x ]\n")));
  EXPECT_FALSE(EqualTrees(Tree("a: 1"), Tree("a: '1'")));
  EXPECT_FALSE(EqualTrees(Tree("a: &x 1"), Tree("a: 1")));
  EXPECT_FALSE(EqualTrees(Tree("a: {b: 1}"), Tree("a:\n  b: 1")));
}

}  // namespace
}  // namespace gitscale
