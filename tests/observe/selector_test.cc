// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/selector.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "observe/pod_index.h"
#include "observe/promql.h"

namespace gitscale {
namespace {

TEST(Selector, HasBothMatchersAlways) {
  EXPECT_EQ(SelectorFor({{"tenant-acme", "postgres-db"}}),
            R"(namespace=~"tenant-acme",pod=~"postgres-db-[0-9]+")");
  EXPECT_EQ(SelectorFor({{"a", "x"}, {"b", "x"}, {"b", "y"}}),
            R"(namespace=~"a|b",pod=~"x-[0-9]+|y-[0-9]+")");
}

struct EscapeCase {
  std::string name;
  std::string text;
  std::string regex;
  std::string quoted;
};

class Escaping : public testing::TestWithParam<EscapeCase> {};

TEST_P(Escaping, RegexThenString) {
  EXPECT_EQ(EscapeRegex(GetParam().text), GetParam().regex);
  EXPECT_EQ(QuoteString(EscapeRegex(GetParam().text)), GetParam().quoted);
}

INSTANTIATE_TEST_SUITE_P(
    Selector,
    Escaping,
    testing::Values(
        EscapeCase{"Plain", "a-b_c/d", "a-b_c/d", R"("a-b_c/d")"},
        EscapeCase{"Dot", "a.b", R"(a\.b)", R"("a\\.b")"},
        EscapeCase{"Alternation", "a|.*", R"(a\|\.\*)", R"("a\\|\\.\\*")"},
        EscapeCase{"Groups",
                   "(a)[b]{c}^$+?",
                   R"(\(a\)\[b\]\{c\}\^\$\+\?)",
                   R"("\\(a\\)\\[b\\]\\{c\\}\\^\\$\\+\\?")"},
        EscapeCase{"Backslash", R"(a\d)", R"(a\\d)", R"("a\\\\d")"},
        EscapeCase{"Quote", R"(a"} or up{x=")", R"(a"\} or up\{x=")", R"("a\"\\} or up\\{x=\"")"},
        EscapeCase{"Control", "a\nb\x01", "a\nb\x01", R"("a\nb\x01")"}),
    [](const auto& one) { return one.param.name; });

TEST(QueryText, FillsEveryGap) {
  QueryText text("f{$targets}[$step] or g{$targets,u=$users}");
  text.Replace("$step", "30s");
  text.Replace("$users", R"("$targets")");
  EXPECT_EQ(text.Fill("S"), R"(f{S}[30s] or g{S,u="$targets"})");
  EXPECT_EQ(text.SizeWith(1, 1), text.Fill("S").size());
}

TEST(Chunks, NumberOfQueriesGrowsOnlyWithBytes) {
  std::vector<Workload> workloads;
  std::size_t name_bytes = 0;
  for (int i = 0; i < 10'000; ++i) {
    workloads.push_back({"tenant-" + std::to_string(i / 10), "postgres-db" + std::to_string(i)});
    name_bytes += workloads.back().name.size() + std::string("-[0-9]+|").size();
    if (i % 10 == 0) {
      name_bytes += workloads.back().ns.size() + 1;
    }
  }
  const QueryText text =
      RoleQuery(PostgresPromql(), std::chrono::seconds{30}, std::chrono::seconds{30});
  const auto chunks = ChunkWorkloads(workloads, text, 16'000);
  std::size_t total = 0;
  for (const auto& chunk : chunks) {
    EXPECT_LE(text.Fill(SelectorFor(chunk)).size(), 16'000U);
    total += chunk.size();
  }
  EXPECT_EQ(total, 10'000U);
  EXPECT_LE(chunks.size(), name_bytes / 15'700 + 1);
  EXPECT_EQ(ChunkWorkloads(workloads, text, 100'000'000).size(), 1U);
}

TEST(Chunks, SizeIsExactWithEscapes) {
  const std::vector<Workload> workloads = {{"a.b", "x\"y"}, {"a.b", "z\\"}, {"c", "x\"y"}};
  const QueryText text("{$targets}{$targets}");
  const std::size_t exact = text.Fill(SelectorFor(workloads)).size();
  EXPECT_EQ(ChunkWorkloads(workloads, text, exact).size(), 1U);
  EXPECT_EQ(ChunkWorkloads(workloads, text, exact - 1).size(), 2U);
}

TEST(Chunks, ATooLongTargetIsAskedAlone) {
  const auto chunks =
      ChunkWorkloads({{"a", "x"}, {"a", "x"}, {"b", "y"}}, QueryText("$targets"), 1);
  EXPECT_EQ(chunks.size(), 2U);  // and duplicates once
}

TEST(PodIndex, FindsByNamespaceAndName) {
  const PodIndex index({{"a", "db"}, {"a", "db-1"}, {"b", "db"}});
  EXPECT_EQ(index.Find("a", "db-1"), 0U);
  EXPECT_EQ(index.Find("a", "db-1-7"), 1U);
  EXPECT_EQ(index.Find("b", "db-12"), 2U);
  for (const char* foreign :
       {"db", "db-", "db-1a", "db-1-", "xdb-1", "db-2-1", "-1", "", "db-1-initdb"}) {
    EXPECT_EQ(index.Find("a", foreign), std::nullopt) << foreign;
  }
  EXPECT_EQ(index.Find("c", "db-1"), std::nullopt);
}

}  // namespace
}  // namespace gitscale
