// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/unified_diff.h"

#include <rapidcheck.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "render/edit_script.h"

namespace gitscale {
namespace {

std::string Numbers(int from, int to) {
  std::string out;
  for (int i = from; i <= to; ++i) {
    out += std::to_string(i) + "\n";
  }
  return out;
}

TEST(UnifiedDiff, IsEmptyWithoutAChange) {
  EXPECT_EQ(UnifiedDiff("a.yaml", "x\n", "x\n"), "");
}

TEST(UnifiedDiff, ShowsThreeLinesOfContext) {
  EXPECT_EQ(
      UnifiedDiff("dir/a.yaml", Numbers(1, 9), Numbers(1, 4) + "five\n" + Numbers(6, 9)),
      "--- a/dir/a.yaml\n+++ b/dir/a.yaml\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST(UnifiedDiff, JoinsHunksThatTouch) {
  const std::string near =
      UnifiedDiff("f", Numbers(1, 30), "one\n" + Numbers(2, 7) + "eight\n" + Numbers(9, 30));
  EXPECT_EQ(near,
            "--- a/f\n+++ b/f\n@@ -1,11 +1,11 @@\n-1\n+one\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+eight\n"
            " 9\n 10\n 11\n");
  const std::string far =
      UnifiedDiff("f", Numbers(1, 30), "one\n" + Numbers(2, 8) + "nine\n" + Numbers(10, 30));
  EXPECT_EQ(far,
            "--- a/f\n+++ b/f\n@@ -1,4 +1,4 @@\n-1\n+one\n 2\n 3\n 4\n@@ -6,7 +6,7 @@\n 6\n 7\n 8\n"
            "-9\n+nine\n 10\n 11\n 12\n");
}

TEST(UnifiedDiff, NamesAMissingFinalNewline) {
  EXPECT_EQ(UnifiedDiff("f", "a\nb", "a\nc"),
            "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n"
            "\\ No newline at end of file\n");
  EXPECT_EQ(UnifiedDiff("f", "a", "a\nb\n"),
            "--- a/f\n+++ b/f\n@@ -1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n");
}

TEST(UnifiedDiff, KnowsEmptyFiles) {
  EXPECT_EQ(UnifiedDiff("f", "", "a\n"), "--- a/f\n+++ b/f\n@@ -0,0 +1 @@\n+a\n");
  EXPECT_EQ(UnifiedDiff("f", "a\nb\n", ""), "--- a/f\n+++ b/f\n@@ -1,2 +0,0 @@\n-a\n-b\n");
}

TEST(UnifiedDiff, KeepsCarriageReturnsAndQuotesOddPaths) {
  EXPECT_EQ(UnifiedDiff("a\"b\n", "x\r\n", "y\r\n"),
            "--- \"a/a\\\"b\\012\"\n+++ \"b/a\\\"b\\012\"\n@@ -1 +1 @@\n-x\r\n+y\r\n");
}

TEST(UnifiedDiff, StaysFastOnLargeFilesWithFewChanges) {
  const std::string before = Numbers(1, 150'000);
  std::string after = before;
  after.replace(after.find("\n75000\n") + 1, 5, "changed");
  after.replace(after.find("\n149999\n") + 1, 6, "also");
  const std::string diff = UnifiedDiff("f", before, after);
  EXPECT_NE(diff.find("-75000\n+changed\n"), std::string::npos);
  EXPECT_NE(diff.find("-149999\n+also\n"), std::string::npos);
  EXPECT_LT(diff.size(), 300U);
}

TEST(UnifiedDiff, ShowsAllAsReplacedWhenTooMuchChanged) {
  const std::string diff = UnifiedDiff("f", Numbers(1, 3'000), Numbers(10'001, 13'000));
  EXPECT_EQ(diff.substr(0, 44), "--- a/f\n+++ b/f\n@@ -1,3000 +1,3000 @@\n-1\n-2\n");
}

/// Both sides can be read off the script, and it is no longer than it must be for small texts.
RC_GTEST_PROP(EditScriptProperty, HoldsBothTexts, ()) {
  const auto line = rc::gen::elementOf(std::vector<std::string>{"a\n", "b\n", "c\n", "d\n"});
  const auto texts = *rc::gen::pair(rc::gen::container<std::vector<std::string>>(line),
                                    rc::gen::container<std::vector<std::string>>(line));
  const std::vector<std::string_view> before(texts.first.begin(), texts.first.end());
  const std::vector<std::string_view> after(texts.second.begin(), texts.second.end());
  std::vector<std::string_view> left;
  std::vector<std::string_view> right;
  std::size_t common = 0;
  for (const ScriptLine& entry : EditScript(before, after)) {
    if (entry.mark != '+') {
      left.push_back(entry.text);
    }
    if (entry.mark != '-') {
      right.push_back(entry.text);
    }
    common += entry.mark == ' ' ? 1 : 0;
  }
  RC_ASSERT(left == before);
  RC_ASSERT(right == after);
  // The longest common subsequence, the slow way.
  std::vector<std::vector<std::size_t>> best(before.size() + 1,
                                             std::vector<std::size_t>(after.size() + 1, 0));
  for (std::size_t i = before.size(); i-- > 0;) {
    for (std::size_t j = after.size(); j-- > 0;) {
      best[i][j] =
          before[i] == after[j] ? best[i + 1][j + 1] + 1 : std::max(best[i + 1][j], best[i][j + 1]);
    }
  }
  RC_ASSERT(common == best[0][0]);
}

}  // namespace
}  // namespace gitscale
