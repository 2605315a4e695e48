// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cli/configuration.h"
#include "cli/recording_publisher.h"
#include "cli/report_step.h"
#include "cli/run.h"
#include "tests/cli/test_shell.h"
#include "tests/support/fakes.h"

namespace gitscale::testing {

inline std::string PolicyFile(std::string_view ns, std::string_view name, int max_replicas) {
  return fmt::format(R"(apiVersion: autoscaling.cozystack.io/v1alpha1
kind: DatabaseHorizontalAutoscaler
metadata: {{name: {1}, namespace: {0}}}
spec:
  targetRef: {{kind: Postgres, name: {1}}}
  minReplicas: 2
  maxReplicas: {2}
  metrics:
  - type: ReadConnections
    target: {{averageValue: "150"}}
)",
                     ns,
                     name,
                     max_replicas);
}

inline std::string DatabaseFile(std::string_view ns, std::string_view name, int replicas) {
  return fmt::format(R"(apiVersion: apps.cozystack.io/v1alpha1
kind: Postgres
metadata: {{name: {}, namespace: {}}}
spec:
  replicas: {}   # kept by gitscale
  resourcesPreset: small
  size: 10Gi
)",
                     name,
                     ns,
                     replicas);
}

/// A run against memory: repositories added by name, one metrics endpoint "main" with 210
/// connections on the one standby (150 are wanted: one more), one cluster "prod".
struct RunFixture {
  TestShell process;
  Configuration configuration;
  std::map<std::string, std::shared_ptr<FakeRepository>> repositories;
  FakeMetricSource* metrics = nullptr;
  FakeClusterReader* cluster = nullptr;
  RunPorts ports;
  std::function<Result<bool>()> read_stop = [] { return false; };

  RunFixture() {
    auto source = std::make_unique<FakeMetricSource>();
    metrics = source.get();
    metrics->load = 210;
    ports.metrics.emplace("main", std::move(source));
    auto reader = std::make_unique<FakeClusterReader>();
    cluster = reader.get();
    ports.clusters.emplace("prod", std::move(reader));
    ports.read_stop = [this] { return read_stop(); };
  }

  /// With one database db of two instances in namespace tenant-<name>, unless files are given.
  FakeRepository& Add(const std::string& name,
                      std::optional<FakeRepository::Files> files = std::nullopt) {
    const std::string ns = "tenant-" + name;
    auto repository = std::make_shared<FakeRepository>(
        files ? *std::move(files)
              : FakeRepository::Files{{"db.yaml", DatabaseFile(ns, "db", 2)},
                                      {"policy.yaml", PolicyFile(ns, "db", 6)}});
    repositories.emplace(name, repository);
    ports.repositories.emplace(name, RepositoryPorts{repository, repository});
    RepositorySettings settings;
    settings.name = name;
    settings.url = "https://git.example/" + name;
    settings.scope.namespaces = {ns};
    settings.scope.routes = {{{"**"}, "prod", "main"}};
    configuration.repositories.push_back(std::move(settings));
    return *repository;
  }

  [[nodiscard]] RunReport Go() {
    std::vector<std::string> names;
    for (const RepositorySettings& settings : configuration.repositories) {
      names.push_back(settings.name);
    }
    Shell shell = process.Make();
    return Run(configuration, names, ports, shell);
  }
};

}  // namespace gitscale::testing
