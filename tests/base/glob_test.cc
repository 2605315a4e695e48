// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/glob.h"

#include <string>

#include <gtest/gtest.h>

namespace gitscale {
namespace {

struct GlobCase {
  std::string pattern;
  std::string path;
  bool matches;
};

TEST(GlobMatchesTest, Table) {
  const GlobCase cases[] = {
      {"**/*.yaml", "a.yaml", true},
      {"**/*.yaml", "x/y/a.yaml", true},
      {"**/*.yaml", "x/y/a.yml", false},
      {"*.yaml", "x/a.yaml", false},
      {"clusters/prod/**", "clusters/prod/a/b.yaml", true},
      {"clusters/prod/**", "clusters/prod", true},
      {"clusters/prod/**", "clusters/production/a.yaml", false},
      {"a/**/b", "a/b", true},
      {"a/**/b", "a/x/y/b", true},
      {"a/**/b", "a/x/y/c", false},
      {"a/?.yaml", "a/b.yaml", true},
      {"a/?.yaml", "a/bb.yaml", false},
      {"a/?b", "a//b", false},
      {"a*c", "abbbc", true},
      {"a*c", "ab/c", false},
      {"[ab].yaml", "a.yaml", false},
      {"[ab].yaml", "[ab].yaml", true},
      {"A.yaml", "a.yaml", false},
      {"", "", true},
      {"", "a", false},
      {"**", "any/thing", true},
      {"*", "", true},
      {"a/*", "a", false},
      {"**/a/**/b/**", "x/a/y/b/z", true},
  };
  for (const GlobCase& one : cases) {
    EXPECT_EQ(GlobMatches(one.pattern, one.path), one.matches)
        << "'" << one.pattern << "' on '" << one.path << "'";
  }
}

TEST(GlobMatchesTest, HostilePatternsAreNotSlow) {
  std::string stars;
  std::string segments;
  std::string path;
  for (int i = 0; i < 1'000; ++i) {
    stars += "a*";
    segments += "**/a/";
    path += "a/";
  }
  EXPECT_FALSE(GlobMatches(stars + "b", std::string(5'000, 'a')));
  EXPECT_FALSE(GlobMatches(segments + "b", path + "c"));
}

}  // namespace
}  // namespace gitscale
