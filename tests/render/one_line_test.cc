// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/one_line.h"

#include <rapidcheck.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "render/utf8.h"

namespace gitscale {
namespace {

TEST(OneLine, RemovesWhatCouldStartALine) {
  EXPECT_EQ(OneLine("a\nb\r\nc\td\x1b[31m"), "a b  c d [31m");
  EXPECT_EQ(OneLine("a\xC2\x85"
                    "b\xE2\x80\xA8"
                    "c\xE2\x80\xA9"
                    "d"),
            "a b c d");
  EXPECT_EQ(OneLine("a\xE2\x80\xAE"
                    "b"),
            "ab");
}

TEST(OneLine, ReplacesWhatIsNoUtf8) {
  EXPECT_EQ(OneLine("a\xFF"
                    "b\xC3"),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD");
  EXPECT_EQ(OneLine("\xC0\x8A"), "\xEF\xBF\xBD\xEF\xBF\xBD");  // an overlong line break
  EXPECT_EQ(OneLine("caf\xC3\xA9 \xF0\x9F\x90\x98"), "caf\xC3\xA9 \xF0\x9F\x90\x98");
}

TEST(DisplayWidth, CountsColumns) {
  EXPECT_EQ(DisplayWidth("abc"), 3U);
  EXPECT_EQ(DisplayWidth("caf\xC3\xA9"), 4U);
  EXPECT_EQ(DisplayWidth("cafe\xCC\x81"), 4U);
  EXPECT_EQ(DisplayWidth("\xE6\x95\xB0\xE6\x8D\xAE"), 4U);
  EXPECT_EQ(DisplayWidth("\xF0\x9F\x90\x98"), 2U);
}

TEST(CutAtWord, CutsBetweenWords) {
  EXPECT_EQ(CutAtWord("one two three", 13), "one two three");
  EXPECT_EQ(CutAtWord("one two three", 12), "one two...");
  EXPECT_EQ(CutAtWord("one two, three", 12), "one two...");
  EXPECT_EQ(CutAtWord("abcdefghijkl", 8), "abcde...");
  EXPECT_EQ(CutAtWord("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 6), "\xC3\xA9...");
}

TEST(Wrap, BreaksBetweenWords) {
  EXPECT_EQ(Wrap("- one two three", 9, 2), "- one two\n  three");
  EXPECT_EQ(Wrap("a very-long-word b", 6, 2), "a\n  very-long-word\n  b");
}

RC_GTEST_PROP(OneLineProperty, IsCleanUtf8AndCutStaysSo, (const std::string& text)) {
  const std::string cut = CutAtWord(OneLine(text), *rc::gen::inRange<std::size_t>(3, 40));
  for (std::size_t pos = 0; pos < cut.size();) {
    const Utf8Char found = DecodeUtf8(cut, pos);
    RC_ASSERT(found.valid);
    RC_ASSERT(found.code >= 0x20U);
    pos += found.length;
  }
}

}  // namespace
}  // namespace gitscale
