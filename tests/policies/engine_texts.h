// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "policies/load.h"
#include "tests/policies/texts.h"

namespace gitscale {

using Files = std::map<std::string, std::string, std::less<>>;

/// One engine in one way of declaring it. The texts of counts stand below `spec:`, indented by two.
struct EngineTextCase {
  std::string name;
  Engine engine = Engine::kUnset;
  Declaration declaration = Declaration::kApplication;
  std::string head;             ///< of the document, up to and with `spec:`
  std::string ref;              ///< targetRef
  std::string application_ref;  ///< targetRef to the application it may come from
  std::string release;
  std::string count_3;
  std::string count_absent;
  std::string path;
  std::int32_t default_count = 0;
};

/// All twelve: four engines, three declarations each.
[[nodiscard]] inline std::vector<EngineTextCase> EngineTexts() {
  struct Kind {
    std::string name;
    Engine engine;
    std::string kind;
    std::string prefix;
    std::string own_api;
    std::string own_kind;
    std::string own_3;
    std::string own_absent;
    std::string own_path;
    std::int32_t chart_default;
    std::int32_t own_default;
  };

  const std::vector<Kind> kinds = {{"Postgres",
                                    Engine::kPostgres,
                                    "Postgres",
                                    "postgres",
                                    "postgresql.cnpg.io/v1",
                                    "Cluster",
                                    "  instances: 3\n",
                                    "  primaryUpdateStrategy: unsupervised\n",
                                    "spec.instances",
                                    2,
                                    1},
                                   {"Mariadb",
                                    Engine::kMariadb,
                                    "MariaDB",
                                    "mariadb",
                                    "k8s.mariadb.com/v1alpha1",
                                    "MariaDB",
                                    "  replicas: 3\n",
                                    "  port: 3306\n",
                                    "spec.replicas",
                                    2,
                                    1},
                                   {"Redis",
                                    Engine::kRedis,
                                    "Redis",
                                    "redis",
                                    "databases.spotahome.com/v1",
                                    "RedisFailover",
                                    "  redis:\n    replicas: 3\n",
                                    "  sentinel: {replicas: 3}\n",
                                    "spec.redis.replicas",
                                    2,
                                    3},
                                   {"Mongodb",
                                    Engine::kMongodb,
                                    "MongoDB",
                                    "mongodb",
                                    "psmdb.percona.com/v1",
                                    "PerconaServerMongoDB",
                                    "  replsets:\n  - name: rs0\n    size: 3\n",
                                    "  replsets:\n  - name: rs0\n",
                                    "spec.replsets[0].size",
                                    3,
                                    3}};
  const std::string ns = ", namespace: tenant-acme}\nspec:\n";
  std::vector<EngineTextCase> cases;
  for (const Kind& kind : kinds) {
    const std::string release = kind.prefix + "-db";
    const std::string app_ref = "{kind: " + kind.kind + ", name: db}";
    cases.push_back({kind.name + "Application",
                     kind.engine,
                     Declaration::kApplication,
                     "apiVersion: apps.cozystack.io/v1alpha1\nkind: " + kind.kind +
                         "\nmetadata: {name: db" + ns,
                     app_ref,
                     app_ref,
                     release,
                     "  replicas: 3\n",
                     "  external: false\n",
                     "spec.replicas",
                     kind.chart_default});
    cases.push_back(
        {kind.name + "HelmRelease",
         kind.engine,
         Declaration::kHelmRelease,
         "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: " + release +
             ns + "  chart: {spec: {chart: " + kind.prefix + "}}\n",
         "{apiVersion: helm.toolkit.fluxcd.io/v2, kind: HelmRelease, name: " + release + "}",
         app_ref,
         release,
         "  values:\n    replicas: 3\n",
         "  values:\n    external: false\n",
         "spec.values.replicas",
         kind.chart_default});
    cases.push_back(
        {kind.name + "OperatorKind",
         kind.engine,
         Declaration::kOperatorKind,
         "apiVersion: " + kind.own_api + "\nkind: " + kind.own_kind +
             "\nmetadata: {name: " + release + ns,
         "{apiVersion: " + kind.own_api + ", kind: " + kind.own_kind + ", name: " + release + "}",
         app_ref,
         release,
         kind.own_3,
         kind.own_absent,
         kind.own_path,
         kind.own_default});
  }
  return cases;
}

/// By name. REQUIRES: it is one of EngineTexts().
[[nodiscard]] inline EngineTextCase EngineText(std::string_view name) {
  for (const EngineTextCase& text : EngineTexts()) {
    if (text.name == name) {
      return text;
    }
  }
  ADD_FAILURE() << name;
  return {};
}

[[nodiscard]] inline std::string Document(const EngineTextCase& text, const std::string& spec) {
  return text.head + spec;
}

[[nodiscard]] inline LoadedPolicies LoadFiles(Files files, const RepositoryScope& scope = Scope()) {
  return LoadPolicies(RepositorySnapshot{.commit = "c0ffee", .files = std::move(files)}, scope);
}

/// "Code ns/name | file:line: problem" of every refusal.
[[nodiscard]] inline std::vector<std::string> RefusalLines(const LoadedPolicies& loaded) {
  std::vector<std::string> lines;
  for (const RefusedPolicy& refused : loaded.refused) {
    std::string line(RefusalName(refused.code));
    line += " " + refused.ns + "/" + refused.name;
    for (const Problem& problem : refused.problems) {
      line += " | " + FormatProblem(problem);
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

/// The scope of Scope(), where the cluster has these traits.
[[nodiscard]] inline RepositoryScope ScopeWith(ClusterTraits traits) {
  RepositoryScope scope = Scope();
  scope.routes.front().traits = std::move(traits);
  return scope;
}

/// The target in db.yaml that a policy names with text.ref.
[[nodiscard]] inline Target TargetOf(const EngineTextCase& text,
                                     const std::string& document,
                                     const RepositoryScope& scope = Scope()) {
  const LoadedPolicies loaded =
      LoadFiles({{"p.yaml", PolicyText("db", text.ref)}, {"db.yaml", document}}, scope);
  EXPECT_EQ(loaded.ready.size(), 1U) << document << testing::PrintToString(RefusalLines(loaded));
  return loaded.ready.empty() ? Target{} : loaded.ready.front().target;
}

/// What is said instead, when there is no target.
[[nodiscard]] inline std::string RefusalOf(const EngineTextCase& text,
                                           const std::string& document) {
  const LoadedPolicies loaded =
      LoadFiles({{"p.yaml", PolicyText("db", text.ref)}, {"db.yaml", document}});
  EXPECT_EQ(loaded.refused.size(), 1U) << document;
  return loaded.refused.empty() ? std::string() : RefusalLines(loaded).front();
}

}  // namespace gitscale
