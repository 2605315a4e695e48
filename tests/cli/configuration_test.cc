// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/configuration.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/configuration_load.h"
#include "tests/cli/configurations.h"

namespace gitscale {
namespace {

using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::kSmallConfiguration;
using testing::Parse;

constexpr std::string_view kFull = R"(apiVersion: config.gitscale.io/v1alpha1
kind: Configuration
stop: true
stopFile: STOP
metrics:
- name: main
  type: Prometheus
  url: https://vm.example/select/0/prometheus
  tokenFile: tokens/vm
  caFile: /etc/ca.pem
  proxy: http://proxy:3128
  scrapeInterval: 15s
  latencyOffset: 1m
  timeout: 10s
  maxQueryBytes: 8000
- {name: old, type: Recorded, path: ../samples.csv, scrapeInterval: 1m, latencyOffset: 5s}
clusters:
- {name: prod, type: Metrics, metrics: main}
- name: lab
  type: Snapshot
  path: lab.json
  capabilities: [MongoDBExporter]
  allocationRatios: {cpu: 2.5, memory: 1, ephemeralStorage: 20}
repositories:
- name: acme
  url: https://git.example/acme.git
  branch: production
  auth: {username: bot, tokenFile: tokens/git}
  caFile: ca.pem
  proxy: http://proxy:3128
  mirror: /var/cache/acme
  namespaces: [tenant-acme, tenant-acme-dev]
  policies: ["clusters/**/*.yaml"]
  defaultNamespace: tenant-acme
  targets:
  - {paths: ["clusters/prod/**"], cluster: prod, metrics: main}
  - {paths: ["**"], cluster: lab, metrics: old}
  publish: {author: {name: Scaler, email: scaler@example.com}, maxAttempts: 3}
  commits: perRun
  approvalAtLeast: {scaleUp: PullRequest, scaleDown: PullRequest, rollback: Automatic}
ledger: {ref: refs/heads/ledger}
defaults: {}
limits:
  gatherSeconds: 1
  fetchTimeoutSeconds: 2
  pushTimeoutSeconds: 3
  freshnessSeconds: 4
  concurrentScaleUps: 5
  concurrentScaleUpsPerEndpoint: 6
  maxParallelRepositories: 7
)";

TEST(Configuration, DefaultsAreThoseOfTheHeader) {
  const LoadedConfiguration loaded = Parse(kSmallConfiguration);
  ASSERT_THAT(loaded.problems, IsEmpty());
  const Configuration& configuration = loaded.configuration;
  EXPECT_FALSE(configuration.stop);
  ASSERT_EQ(configuration.metrics.size(), 1U);
  EXPECT_EQ(configuration.metrics[0].type, MetricsType::kRecorded);
  EXPECT_EQ(configuration.metrics[0].path, "conf/morning.csv");
  EXPECT_EQ(configuration.metrics[0].scrape_interval, seconds(30));
  EXPECT_EQ(configuration.metrics[0].latency_offset, seconds(0));
  ASSERT_EQ(configuration.repositories.size(), 1U);
  const RepositorySettings& repository = configuration.repositories[0];
  EXPECT_EQ(repository.branch, "main");
  EXPECT_EQ(repository.publish.max_attempts, 8);
  EXPECT_EQ(repository.commits, CommitGrouping::kPerDecision);
  EXPECT_THAT(repository.scope.policy_globs, ElementsAre("**/*.yaml", "**/*.yml"));
  EXPECT_EQ(configuration.ledger_ref, "refs/gitscale/ledger");
  EXPECT_EQ(configuration.limits.freshness, seconds(300));
}

TEST(Configuration, OneClusterAndOneEndpointNeedNoRoute) {
  const LoadedConfiguration loaded = Parse(kSmallConfiguration);
  const std::vector<Route>& routes = loaded.configuration.repositories.at(0).scope.routes;
  ASSERT_EQ(routes.size(), 1U);
  EXPECT_THAT(routes[0].paths, ElementsAre("**"));
  EXPECT_EQ(routes[0].cluster, "prod");
  EXPECT_EQ(routes[0].metrics, "morning");
}

TEST(Configuration, ReadsEveryField) {
  const LoadedConfiguration loaded = Parse(kFull);
  ASSERT_THAT(loaded.problems, IsEmpty());
  const Configuration& configuration = loaded.configuration;
  EXPECT_TRUE(configuration.stop);
  EXPECT_EQ(configuration.stop_file, "STOP");
  const MetricsEndpoint& main = configuration.metrics.at(0);
  EXPECT_EQ(main.url, "https://vm.example/select/0/prometheus");
  EXPECT_EQ(main.token_file, "conf/tokens/vm");
  EXPECT_EQ(main.ca_file, "/etc/ca.pem");
  EXPECT_EQ(main.proxy, "http://proxy:3128");
  EXPECT_EQ(main.scrape_interval, seconds(15));
  EXPECT_EQ(main.latency_offset, seconds(60));
  EXPECT_EQ(main.timeout, seconds(10));
  EXPECT_EQ(main.max_query_bytes, 8'000);
  EXPECT_EQ(configuration.metrics.at(1).path, "samples.csv");
  EXPECT_EQ(configuration.metrics.at(1).latency_offset, seconds(5));
  EXPECT_EQ(configuration.clusters.at(0).type, ClusterType::kMetrics);
  EXPECT_EQ(configuration.clusters.at(0).traits, ClusterTraits{});
  EXPECT_EQ(configuration.clusters.at(1).path, "conf/lab.json");
  const ClusterTraits traits{
      .capabilities = {Capability::kMongoDBExporter},
      .ratios = {.cpu_milli = 2'500, .memory_milli = 1'000, .ephemeral_storage_milli = 20'000}};
  EXPECT_EQ(configuration.clusters.at(1).traits, traits);
  const RepositorySettings& repository = configuration.repositories.at(0);
  EXPECT_EQ(repository.auth.username, "bot");
  EXPECT_EQ(repository.auth.token_file, "conf/tokens/git");
  EXPECT_EQ(repository.mirror, "/var/cache/acme");
  ASSERT_EQ(repository.scope.routes.size(), 2U);
  EXPECT_EQ(repository.scope.routes[0].traits, ClusterTraits{});
  EXPECT_EQ(repository.scope.routes[1].traits, traits);
  EXPECT_EQ(repository.scope.default_namespace, "tenant-acme");
  EXPECT_EQ(repository.publish.author_name, "Scaler");
  EXPECT_EQ(repository.commits, CommitGrouping::kPerRun);
  EXPECT_EQ(repository.approval_at_least.scale_down, Approval::kPullRequest);
  EXPECT_EQ(repository.approval_at_least.rollback, Approval::kAutomatic);
  EXPECT_EQ(configuration.ledger_ref, "refs/heads/ledger");
  EXPECT_EQ(configuration.limits.gather, seconds(1));
  EXPECT_EQ(configuration.limits.max_parallel_repositories, 7);
}

TEST(Configuration, APathAsUrlIsRelativeToTheFile) {
  const LoadedConfiguration loaded =
      Parse(testing::Replaced("https://git.example/acme.git", "./tenant.git"));
  ASSERT_THAT(loaded.problems, IsEmpty());
  EXPECT_EQ(loaded.configuration.repositories.at(0).url,
            "file://" + (std::filesystem::current_path() / "conf/tenant.git").string());
}

std::string OriginOf(const Settings& settings, std::string_view path) {
  const auto setting = std::ranges::find(settings, path, &Setting::path);
  return setting == settings.end() ? "missing" : setting->origin;
}

TEST(Configuration, EverySettingKnowsItsOrigin) {
  const Settings settings = Parse(kSmallConfiguration).settings;
  EXPECT_EQ(OriginOf(settings, "repositories[0].url"), "conf/gitscale.yaml:13");
  EXPECT_EQ(OriginOf(settings, "repositories[0].branch"), "default");
  EXPECT_EQ(OriginOf(settings, "limits.gatherSeconds"), "default");
  EXPECT_EQ(OriginOf(settings, "metrics[0].path"), "conf/gitscale.yaml:6");
}

TEST(ReadStop, ReadsTheFileAfresh) {
  const std::string path = ::testing::TempDir() + "/read_stop.yaml";
  const auto write = [&](std::string_view text) {
    std::FILE* file = std::fopen(path.c_str(), "w");
    std::fwrite(text.data(), 1, text.size(), file);
    std::fclose(file);
  };
  write(kSmallConfiguration);
  EXPECT_EQ(ReadStop(path).value(), false);
  write("stop: true\nunknown: field\n");
  EXPECT_EQ(ReadStop(path).value(), true);
  write("stop: [");
  EXPECT_FALSE(ReadStop(path));
  std::filesystem::remove(path);
  EXPECT_EQ(ReadStop(path).error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace gitscale
