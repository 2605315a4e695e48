// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policies/bytes.h"
#include "policies/candidates.h"
#include "policies/dns_name.h"
#include "policies/engines/postgres.h"
#include "policies/field_reader.h"
#include "policies/plain_scalar.h"
#include "policies/repository_path.h"
#include "policies/shown.h"
#include "policies/signal.h"
#include "policies/target.h"
#include "tests/policies/texts.h"

namespace gitscale {
namespace {

TEST(MayMatterTest, Table) {
  EXPECT_TRUE(MayMatter("a/kustomization.yaml", ""));
  EXPECT_TRUE(MayMatter("kustomization.yml", ""));
  EXPECT_TRUE(MayMatter("a/b/Kustomization", ""));
  EXPECT_FALSE(MayMatter("a/mykustomization.yaml", ""));
  for (const std::string group : {"autoscaling.cozystack.io",
                                  "apps.cozystack.io",
                                  "helm.toolkit.fluxcd.io",
                                  "postgresql.cnpg.io",
                                  "k8s.mariadb.com",
                                  "databases.spotahome.com",
                                  "psmdb.percona.com"}) {
    EXPECT_TRUE(MayMatter("a.yaml", "apiVersion: " + group + "/v1\n")) << group;
    EXPECT_TRUE(MayMatter("a.yml", group)) << group;
    EXPECT_FALSE(MayMatter("a.json", group)) << group;
    EXPECT_FALSE(MayMatter("README.md", group)) << group;
  }
  EXPECT_TRUE(MayMatter("a.yaml", "kind: DatabaseHorizontalAutoscaler\n"));
  EXPECT_FALSE(MayMatter("a.yaml", "apiVersion: v1\n"));
  EXPECT_FALSE(MayMatter("a.yaml", ""));
}

TEST(MentionsAnyTest, WholeWordsOnly) {
  const std::set<std::string, std::less<>> names = {"db", "a.b"};
  for (const std::string text :
       {"name: db", "db", "{name: db}", "\"db\"", "x db\n", "a.b", "-/db/"}) {
    EXPECT_TRUE(MentionsAny(text, names)) << text;
  }
  for (const std::string text : {"", "dbx", "postgres-db", "db-1", "a.b.c", "1db"}) {
    EXPECT_FALSE(MentionsAny(text, names)) << text;
  }
}

TEST(DnsNameTest, Table) {
  for (const std::string& good : std::vector<std::string>{"a", "a-b", "0", std::string(63, 'a')}) {
    EXPECT_TRUE(IsDnsLabel(good)) << good;
    EXPECT_TRUE(IsDnsSubdomain(good + ".x")) << good;
  }
  for (const std::string bad : {"", "-a", "a-", "A", "a_b", "a b", "${X}", "a/b", "\xC3\xA9"}) {
    EXPECT_FALSE(IsDnsLabel(bad)) << bad;
    EXPECT_FALSE(IsDnsSubdomain(bad)) << bad;
  }
  EXPECT_FALSE(IsDnsLabel(std::string(64, 'a')));
  EXPECT_FALSE(IsDnsLabel("a.b"));
  EXPECT_FALSE(IsDnsSubdomain("a..b"));
  EXPECT_FALSE(IsDnsSubdomain("a."));
  EXPECT_FALSE(IsDnsSubdomain(std::string(254, 'a')));
}

TEST(PlainScalarTest, StringsThatEveryReaderTakesForStrings) {
  for (const std::string good : {"db", "a1", "1a", "10.0.0.1", "e5", "v1", "-", "x:y", "main"}) {
    EXPECT_TRUE(IsPlainString(good)) << good;
  }
  for (const std::string bad : {"",
                                "~",
                                "null",
                                "True",
                                "yes",
                                "Off",
                                "1",
                                "-1",
                                "1.5",
                                "1e3",
                                "0x1f",
                                "0o17",
                                "1_000",
                                ".inf",
                                "1:30"}) {
    EXPECT_FALSE(IsPlainString(bad)) << bad;
  }
}

TEST(PlainScalarTest, Integers) {
  EXPECT_EQ(PlainInt("0"), 0);
  EXPECT_EQ(PlainInt("-5"), -5);
  EXPECT_EQ(PlainInt("9223372036854775807"), INT64_MAX);
  for (const std::string bad : {"",
                                "-",
                                "00",
                                "-0",
                                "010",
                                "+1",
                                "1.0",
                                "1e3",
                                "0x1",
                                " 1",
                                "1_0",
                                "9223372036854775808"}) {
    EXPECT_EQ(PlainInt(bad), std::nullopt) << bad;
  }
}

TEST(PlainScalarTest, Seconds) {
  EXPECT_EQ(ParseSeconds("30s"), std::chrono::seconds{30});
  EXPECT_EQ(ParseSeconds("5m"), std::chrono::seconds{300});
  EXPECT_EQ(ParseSeconds("1h"), std::chrono::seconds{3600});
  for (const std::string bad :
       {"", "s", "30", "500ms", "-5s", "1.5h", "1h30m", "9999999999s", "5d"}) {
    EXPECT_EQ(ParseSeconds(bad), std::nullopt) << bad;
  }
}

TEST(RepositoryPathTest, Table) {
  for (const std::string good : {"a", "a/b.yaml", "..a/b"}) {
    EXPECT_TRUE(IsRepositoryPath(good)) << good;
  }
  for (const std::string bad : {"", "/a", "a/", "a//b", "../a", "a/../b", "./a", "."}) {
    EXPECT_FALSE(IsRepositoryPath(bad)) << bad;
  }
  EXPECT_EQ(ParentFolder("a/b/c"), "a/b");
  EXPECT_EQ(ParentFolder("a"), "");
}

TEST(PrintableTest, NoStrangerWritesToTheTerminal) {
  EXPECT_EQ(Printable("a\x1b[1m\n\x7f"), "a\\x1b[1m\\x0a\\x7f");
  EXPECT_EQ(Printable(std::string(100, 'a')), std::string(60, 'a') + "...");
  std::string wide(59, 'a');
  wide +=
      "\xC3\xA9"
      "tail";
  EXPECT_EQ(Printable(wide), std::string(59, 'a') + "...");
}

TEST(SignalTest, NamesGoBothWays) {
  for (int i = 1; i <= static_cast<int>(Signal::kWalReceiverUp); ++i) {
    const auto signal = static_cast<Signal>(i);
    EXPECT_EQ(SignalFromName(SignalName(signal)), signal);
    EXPECT_EQ(IsPolicyMetric(signal), i <= static_cast<int>(Signal::kReadQueriesPerSecond));
  }
  EXPECT_EQ(SignalName(Signal::kReadCpuUtilization), "ReadCPUUtilization");
  EXPECT_EQ(SignalUnit(Signal::kReadCpuUtilization), "% of CPU limit");
  EXPECT_EQ(SignalFromName("readconnections"), std::nullopt);
  EXPECT_FALSE(IsPolicyMetric(Signal::kUnset));
}

TEST(EngineTest, NamesGoBothWays) {
  for (int i = 1; i <= static_cast<int>(Engine::kGateway); ++i) {
    const auto engine = static_cast<Engine>(i);
    EXPECT_EQ(EngineFromName(EngineName(engine)), engine);
  }
  EXPECT_EQ(EngineFromName("unset"), std::nullopt);
}

TEST(QuorumFloorTest, NeverBelowThePrimary) {
  EXPECT_EQ(QuorumFloor(PostgresAdapter(), 0), 1);
  EXPECT_EQ(QuorumFloor(PostgresAdapter(), 1), 2);
  EXPECT_EQ(QuorumFloor(PostgresAdapter(), 4), 5);
}

TEST(FieldReaderTest, ReadsConfigurationTypes) {
  const auto documents = ParseYaml(
      "interval: 30s\nlimit: 5\nquick: 500ms\nnames: [a, b]\nbad: [a, 1, {x: 1}]\nsub: {x: 1}\n"
      "list: [{y: 2}, 3]\nbig: 2Gi\nalias: &z 1\nuse: *z\nskip: 1\n");
  ASSERT_TRUE(documents) << documents.error().message;
  Problems problems;
  FieldReader fields(&documents->front().root, "", "c.yaml", problems);
  const std::chrono::seconds hour{3600};
  EXPECT_EQ(fields.Duration("interval", std::chrono::seconds{1}, hour), std::chrono::seconds{30});
  EXPECT_EQ(fields.Duration("quick", std::chrono::seconds{1}, hour), std::nullopt);
  EXPECT_EQ(fields.Int("limit", 1, 10), 5);
  EXPECT_EQ(fields.Int("use", 1, 10), std::nullopt);
  EXPECT_THAT(fields.Strings("names"), testing::Optional(testing::ElementsAre("a", "b")));
  EXPECT_EQ(fields.Strings("bad"), std::nullopt);
  EXPECT_EQ(fields.Quantity("big", MilliQuantity{0}, MilliQuantity{INT64_MAX})->milli,
            2'147'483'648'000);
  FieldReader sub = fields.Mapping("sub");
  EXPECT_EQ(sub.Int("x", 0, 1), 1);
  sub.Finish();
  std::vector<FieldReader> list = fields.Mappings("list");
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0].Int("y", 0, 9), 2);
  EXPECT_FALSE(list[1].present());
  FieldReader absent = fields.Mapping("absent");
  EXPECT_FALSE(absent.present());
  absent.Require("anything");
  absent.Finish();
  EXPECT_TRUE(fields.Has("limit"));
  EXPECT_EQ(fields.LineOf("limit"), 2);
  fields.Ignore("skip");
  fields.Fail("limit", "too small");
  fields.Finish();
  EXPECT_THAT(Lines(problems),
              testing::ElementsAre(
                  "c.yaml:3: quick: expected a time from 1s to 3600s with unit s, m or h, found "
                  "'500ms'",
                  "c.yaml:10: use: expected an integer from 1 to 10, found an alias",
                  "c.yaml:5: bad[1]: expected a string, found '1'",
                  "c.yaml:5: bad[2]: expected a string, found a mapping",
                  "c.yaml:7: list[1]: expected a mapping, found '3'",
                  "c.yaml:2: limit: too small",
                  testing::StartsWith("c.yaml:9: unknown field alias; known here: absent, bad,")));
}

}  // namespace
}  // namespace gitscale
