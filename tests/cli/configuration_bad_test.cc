// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/configuration_load.h"
#include "tests/cli/configurations.h"

namespace gitscale {
namespace {

/// One thing wrong with the small configuration, and every line that is said about it.
struct BadCase {
  std::string name;
  std::string from;
  std::string to;
  std::vector<std::string> want;

  friend std::ostream& operator<<(std::ostream& out, const BadCase& bad) { return out << bad.name; }
};

class BadConfiguration : public ::testing::TestWithParam<BadCase> {};

TEST_P(BadConfiguration, SaysWhatWhereAndWhatElse) {
  const BadCase& bad = GetParam();
  const std::string text = testing::Replaced(bad.from, bad.to);
  std::vector<std::string> found;
  for (const Problem& problem : testing::Parse(text).problems) {
    found.push_back(FormatProblem(problem));
  }
  EXPECT_EQ(found, bad.want) << text;
}

const std::string kAt = "conf/gitscale.yaml:";

INSTANTIATE_TEST_SUITE_P(
    Cases,
    BadConfiguration,
    ::testing::ValuesIn(std::vector<BadCase>{
        {"UnknownField",
         "  namespaces:",
         "  brnch: x\n  namespaces:",
         {kAt + "14: unknown field repositories[0].brnch (did you mean 'branch'?)"}},
        {"UnknownSection",
         "metrics:",
         "limit: {}\nmetrics:",
         {kAt + "3: unknown field limit (did you mean 'limits'?)"}},
        {"NoRepositories",
         "repositories:\n- name: acme\n  url: https://git.example/acme.git\n"
         "  namespaces: [tenant-acme]\n",
         "repositories: []\n",
         {kAt + "11: repositories: expected at least one, found none"}},
        {"NoPolicyFiles",
         "  namespaces:",
         "  policies: []\n  namespaces:",
         {kAt + "14: repositories[0].policies: expected at least one, found none"}},
        {"BranchThatGitRefuses",
         "  namespaces:",
         "  branch: 'a..b'\n  namespaces:",
         {kAt + "14: repositories[0].branch: expected the name of a branch, such as main, found "
                "'a..b'"}},
        {"AuthorThatGitRefuses",
         "  namespaces:",
         "  publish: {author: {name: 'bot <x>'}}\n  namespaces:",
         {kAt + "14: repositories[0].publish.author.name: expected text without '<', '>' and line "
                "breaks, found 'bot <x>'"}},
        {"LedgerThatGitRefuses",
         "metrics:",
         "ledger: {ref: 'refs/gitscale/a b'}\nmetrics:",
         {kAt + "3: ledger.ref: expected a name that Git accepts, found 'refs/gitscale/a b'"}},
        {"LedgerOnTheBranchItself",
         "metrics:",
         "ledger: {ref: refs/heads/main/ledger}\nmetrics:",
         {kAt +
          "3: ledger.ref: expected a reference apart from branch 'main' of repository 'acme', "
          "found 'refs/heads/main/ledger'"}},
        {"LedgerIsATag",
         "metrics:",
         "ledger: {ref: refs/tags/v1}\nmetrics:",
         {kAt + "3: ledger.ref: expected a full name under refs/gitscale/ or refs/heads/, such as "
                "'refs/gitscale/ledger', found 'refs/tags/v1'"}},
        {"WrongApiVersion",
         "config.gitscale.io/v1alpha1",
         "config.gitscale.io/v2",
         {kAt + "1: apiVersion: expected 'config.gitscale.io/v1alpha1', found "
                "'config.gitscale.io/v2'"}},
        {"WrongKind",
         "kind: Configuration",
         "kind: Config",
         {kAt + "2: kind: expected 'Configuration', found 'Config'"}},
        {"UnknownMetricsType",
         "type: Recorded",
         "type: Recordde",
         {kAt + "5: metrics[0].type: expected one of Prometheus, Recorded, found 'Recordde' (did "
                "you mean 'Recorded'?)"}},
        {"CapabilityUnknown",
         "  path: snapshot.json\n",
         "  path: snapshot.json\n  capabilities: [MongoDBExporter, MongoExporter]\n",
         {kAt + "11: clusters[0].capabilities: expected names among MariaDBReplicaBootstrap, "
                "MongoDBExporter, found 'MongoExporter' (did you mean 'MongoDBExporter'?)"}},
        {"CapabilitiesAreNoList",
         "  path: snapshot.json\n",
         "  path: snapshot.json\n  capabilities: MongoDBExporter\n",
         {kAt + "11: clusters[0].capabilities: expected a sequence of strings, found "
                "'MongoDBExporter'"}},
        {"RatioBelowOne",
         "  path: snapshot.json\n",
         "  path: snapshot.json\n  allocationRatios: {cpu: 0.5, ephemeralStorge: 40}\n",
         {kAt + "11: clusters[0].allocationRatios.cpu: expected a quantity from 1 to 1000, found "
                "'0.5'",
          kAt + "11: unknown field clusters[0].allocationRatios.ephemeralStorge (did you mean "
                "'ephemeralStorage'?)"}},
        {"NoType", "  type: Snapshot\n", "", {kAt + "8: clusters[0].type is required"}},
        {"SettingOfAnotherType",
         "path: morning.csv",
         "path: morning.csv\n  tokenFile: token",
         {kAt + "7: metrics[0].tokenFile: not used by type Recorded: leave it out"}},
        {"MissingPath", "  path: morning.csv\n", "", {kAt + "4: metrics[0].path is required"}},
        {"KubernetesIsNotReadYet",
         "type: Snapshot",
         "type: Kubernetes",
         {kAt + "9: clusters[0].type: expected Metrics or Snapshot, found 'Kubernetes' (this "
                "version does not read the Kubernetes API yet)"}},
        {"ClusterOfRecordedMetrics",
         "type: Snapshot\n  path: snapshot.json",
         "type: Metrics\n  metrics: morning",
         {kAt + "10: clusters[0].metrics: expected an endpoint of type Prometheus, found 'morning' "
                "of type Recorded (use a Snapshot with recorded metrics)"}},
        {"UnknownEndpoint",
         "type: Snapshot\n  path: snapshot.json",
         "type: Metrics\n  metrics: mourning",
         {kAt + "10: clusters[0].metrics: expected the name of a metrics endpoint, found "
                "'mourning' (did you mean 'morning'?)"}},
        {"UnknownClusterInRoute",
         "  namespaces:",
         "  targets: [{paths: [\"**\"], cluster: prd, metrics: morning}]\n  namespaces:",
         {kAt + "14: repositories[0].targets[0].cluster: expected the name of a cluster, found "
                "'prd' (did you mean 'prod'?)"}},
        {"TwoClustersNeedRoutes",
         "repositories:",
         "- {name: lab, type: Snapshot, path: lab.json}\nrepositories:",
         {kAt + "13: repositories[0].targets: required, as there are 2 clusters and 1 metrics "
                "endpoints to choose from"}},
        {"SameNameTwice",
         "clusters:\n",
         "clusters:\n- {name: prod, type: Snapshot, path: a.json}\n",
         {kAt + "9: clusters[1].name: expected a name of its own for every cluster, found 'prod' "
                "again",
          kAt + "13: repositories[0].targets: required, as there are 2 clusters and 1 metrics "
                "endpoints to choose from"}},
        {"CredentialsInUrl",
         "https://git.example",
         "https://bot:hunter2-secret@git.example",
         {kAt + "13: repositories[0].url: expected a URL without user name and password (put the "
                "name into auth.username and the token into a file named in auth.tokenFile)"}},
        {"SecretInQuery",
         "https://git.example/acme.git",
         "https://git.example/acme.git?token=hunter2-secret",
         {kAt + "13: repositories[0].url: expected a URL without query and fragment (put the "
                "name into auth.username and the token into a file named in auth.tokenFile)"}},
        {"Ssh",
         "https://git.example/acme.git",
         "ssh://git@git.example/acme.git",
         {kAt + "13: repositories[0].url: expected an http(s):// or file:// URL, found an ssh "
                "address (this version does not speak ssh: use https:// with auth.tokenFile)"}},
        {"ScpForm",
         "https://git.example/acme.git",
         "git@git.example:acme.git",
         {kAt + "13: repositories[0].url: expected an http(s):// or file:// URL, found an ssh "
                "address (this version does not speak ssh: use https:// with auth.tokenFile)"}},
        {"NamespaceGlob",
         "[tenant-acme]",
         "[tenant-*]",
         {kAt + "14: repositories[0].namespaces: expected exact names, found the glob "
                "'tenant-*'"}},
        {"NoNamespaces",
         "  namespaces: [tenant-acme]\n",
         "",
         {kAt + "12: repositories[0].namespaces is required"}},
        {"EmptyNamespaces",
         "[tenant-acme]",
         "[]",
         {kAt + "14: repositories[0].namespaces: expected the namespaces it may scale, found "
                "none"}},
        {"SameBranchTwice",
         "repositories:\n",
         "repositories:\n- {name: a, url: \"https://git.example/acme.git\", namespaces: [x]}\n",
         {kAt + "14: repositories[1].url: expected one entry for each branch, found 'main' of this "
                "URL again (repository 'a' has it too)"}},
        {"Defaults",
         "metrics:",
         "defaults: {tolerance: \"0.1\"}\nmetrics:",
         {kAt + "3: defaults: expected nothing in it (this version knows no policy defaults of the "
                "operator: write the fields into the policies)"}},
        {"ShortLedgerRef",
         "metrics:",
         "ledger: {ref: ledger}\nmetrics:",
         {kAt + "3: ledger.ref: expected a full name under refs/gitscale/ or refs/heads/, such as "
                "'refs/gitscale/ledger', found 'ledger'"}},
        {"LimitOutOfRange",
         "metrics:",
         "limits: {maxParallelRepositories: 0}\nmetrics:",
         {kAt + "3: limits.maxParallelRepositories: expected an integer from 1 to 64, found '0'"}},
        {"DurationWithoutUnit",
         "path: morning.csv",
         "path: morning.csv\n  scrapeInterval: 30",
         {kAt + "7: metrics[0].scrapeInterval: expected a time from 1s to 3600s with unit s, m or "
                "h, found '30'"}},
        {"AllAtOnce",
         "kind: Configuration\nmetrics:\n",
         "kind: Config\nstop: maybe\nmetrics:\n",
         {kAt + "2: kind: expected 'Configuration', found 'Config'",
          kAt + "3: stop: expected true or false, found 'maybe'"}},
    }),
    [](const auto& made) { return made.param.name; });

TEST(BadConfiguration, SecretsAreNotRepeated) {
  const std::string text =
      testing::Replaced("https://git.example", "https://bot:hunter2-secret@git.example");
  const LoadedConfiguration loaded = testing::Parse(text);
  for (const Problem& problem : loaded.problems) {
    EXPECT_EQ(problem.message.find("hunter2"), std::string::npos) << problem.message;
  }
  for (const Setting& setting : loaded.settings) {
    EXPECT_EQ(WriteJson(setting.value).find("hunter2"), std::string::npos) << setting.path;
  }
}

TEST(BadConfiguration, NotYaml) {
  const LoadedConfiguration loaded = testing::Parse("a: [");
  ASSERT_EQ(loaded.problems.size(), 1U);
  EXPECT_EQ(loaded.problems[0].path, "conf/gitscale.yaml");
}

TEST(BadConfiguration, Empty) {
  const LoadedConfiguration loaded = testing::Parse("");
  ASSERT_EQ(loaded.problems.size(), 1U);
  EXPECT_EQ(FormatProblem(loaded.problems[0]),
            "conf/gitscale.yaml: expected one document that is a mapping, found 0 documents");
}

}  // namespace
}  // namespace gitscale
