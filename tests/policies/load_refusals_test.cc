// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policies/load.h"
#include "tests/policies/load_files.h"

namespace gitscale {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(NamespaceTest, ComesFromTheNearestKustomizationThenTheDefault) {
  const std::string policy = WithoutNamespace(PolicyText());
  const std::string target = PostgresText("  replicas: 3\n", "db", "");
  const Files files = {{"kustomization.yaml", "namespace: tenant-blue\n"},
                       {"a/kustomization.yml", "resources: [b]\n"},
                       {"a/b/Kustomization", "namespace: tenant-acme\n"},
                       {"a/b/c/p.yaml", policy},
                       {"a/b/db.yaml", target},
                       {"a/p.yaml", policy},
                       {"db.yaml", target}};
  const LoadedPolicies loaded = Load(files);
  EXPECT_THAT(Refusals(loaded), IsEmpty());
  ASSERT_EQ(loaded.ready.size(), 2U);
  EXPECT_EQ(loaded.ready[0].policy.ns, "tenant-acme");
  EXPECT_EQ(loaded.ready[0].target.path, "a/b/db.yaml");
  EXPECT_EQ(loaded.ready[1].policy.ns, "tenant-blue");
  EXPECT_EQ(loaded.ready[1].target.path, "db.yaml");

  RepositoryScope scope = Scope();
  scope.default_namespace = "tenant-blue";
  EXPECT_EQ(Load({{"p.yaml", policy}, {"db.yaml", target}}, scope).ready.size(), 1U);
}

TEST(NamespaceTest, IsNeverGuessed) {
  const std::string policy = WithoutNamespace(PolicyText());
  EXPECT_THAT(Refusals(Load({{"p.yaml", policy}})),
              ElementsAre("UnresolvedNamespace /db | p.yaml:1: no namespace: expected "
                          "metadata.namespace, `namespace:` in a kustomization of this folder or "
                          "one above, or defaultNamespace in the configuration"));
  EXPECT_THAT(
      Refusals(Load({{"a/p.yaml", policy},
                     {"a/kustomization.yaml", "namespace: ${NS}\n"},
                     {"kustomization.yaml", "namespace: tenant-acme\n"}})),
      ElementsAre("UnresolvedNamespace /db | a/p.yaml:1: no namespace: a/kustomization.yaml:1: "
                  "namespace: expected a DNS-1123 label, found '${NS}'"));
  EXPECT_THAT(Refusals(Load({{"a/p.yaml", policy}, {"a/kustomization.yaml", "x: [\n"}})),
              ElementsAre(HasSubstr("no namespace: a/kustomization.yaml:2: cannot parse as YAML")));
}

TEST(RefusalTest, ForbiddenNamespace) {
  RepositoryScope scope = Scope();
  scope.namespaces = {"tenant-blue"};
  EXPECT_THAT(Refusals(Load({{"p.yaml", PolicyText()}, {"db.yaml", PostgresText()}}, scope)),
              ElementsAre("ForbiddenNamespace tenant-acme/db | p.yaml:1: namespace 'tenant-acme' "
                          "is not among those this repository may scale"));
}

TEST(RefusalTest, Unrouted) {
  RepositoryScope scope = Scope();
  scope.routes = {{.paths = {"clusters/prod/**"}, .cluster = "prod", .metrics = "main"}};
  EXPECT_THAT(
      Refusals(Load({{"p.yaml", PolicyText()}, {"clusters/prod/db.yaml", PostgresText()}}, scope)),
      ElementsAre("Unrouted tenant-acme/db | p.yaml:1: the file matches no "
                  "targets[].paths of the repository's configuration"));
}

TEST(RefusalTest, TwoPoliciesOnOneTarget) {
  const LoadedPolicies loaded =
      Load({{"a.yaml", PolicyText("one")},
            {"b.yaml", "---\n" + PolicyText("two", kClusterRef)},
            {"c.yaml", PolicyText("other", "{kind: Postgres, name: db2}")},
            {"db.yaml", std::string(kCluster)},
            {"db2.yaml", PostgresText("  replicas: 3\n", "db2")}});
  EXPECT_THAT(Refusals(loaded),
              ElementsAre("AmbiguousPolicy tenant-acme/one | a.yaml:1: target "
                          "'tenant-acme/postgres-db' is also scaled by policy 'tenant-acme/two' at "
                          "b.yaml:2",
                          "AmbiguousPolicy tenant-acme/two | b.yaml:2: target "
                          "'tenant-acme/postgres-db' is also scaled by policy 'tenant-acme/one' at "
                          "a.yaml:1"));
  ASSERT_EQ(loaded.ready.size(), 1U);
  EXPECT_EQ(loaded.ready[0].policy.name, "other");
}

TEST(RefusalTest, OnePolicyDeclaredTwice) {
  EXPECT_THAT(
      Refusals(
          Load({{"a.yaml", PolicyText()}, {"b.yaml", PolicyText()}, {"db.yaml", PostgresText()}})),
      ElementsAre("AmbiguousPolicy tenant-acme/db | a.yaml:1: policy 'tenant-acme/db' is declared "
                  "again at b.yaml:1",
                  "AmbiguousPolicy tenant-acme/db | b.yaml:1: policy 'tenant-acme/db' is declared "
                  "again at a.yaml:1"));
}

TEST(RouteTest, TheSameNamesInTwoClustersAreTwoTargets) {
  RepositoryScope scope = Scope();
  scope.routes = {{.paths = {"prod/**"}, .cluster = "prod", .metrics = "m1"},
                  {.paths = {"staging/**"}, .cluster = "staging", .metrics = "m2"}};
  const LoadedPolicies loaded = Load({{"prod/p.yaml", PolicyText()},
                                      {"prod/db.yaml", PostgresText("  replicas: 3\n")},
                                      {"staging/p.yaml", PolicyText()},
                                      {"staging/db.yaml", PostgresText("  replicas: 4\n")}},
                                     scope);
  EXPECT_THAT(Refusals(loaded), IsEmpty());
  ASSERT_EQ(loaded.ready.size(), 2U);
  EXPECT_EQ(loaded.ready[0].target.key.cluster, "prod");
  EXPECT_EQ(loaded.ready[0].target.replicas, 3);
  EXPECT_EQ(loaded.ready[1].target.metrics, "m2");
  EXPECT_EQ(loaded.ready[1].target.replicas, 4);
  EXPECT_THAT(
      Refusals(Load({{"prod/p.yaml", PolicyText()}, {"staging/db.yaml", PostgresText()}}, scope)),
      ElementsAre("TargetNotFound tenant-acme/db | prod/p.yaml:1: cannot find Postgres "
                  "'db' in namespace 'tenant-acme'"));
}

TEST(RefusalTest, AmbiguousTargetUnlessThePathIsNamed) {
  Files files = {{"p.yaml", PolicyText()},
                 {"app.yaml", PostgresText()},
                 {"release.yaml", std::string(kHelmRelease)}};
  EXPECT_THAT(Refusals(Load(files)),
              ElementsAre("AmbiguousTarget tenant-acme/db | p.yaml:1: Postgres 'db' in namespace "
                          "'tenant-acme' is declared at app.yaml:1, release.yaml:1; name one file "
                          "in writeTo.path"));
  files["p.yaml"] = PolicyText("db", kApplicationRef, "  writeTo: {path: release.yaml}\n");
  const LoadedPolicies loaded = Load(files);
  ASSERT_EQ(loaded.ready.size(), 1U) << testing::PrintToString(Refusals(loaded));
  EXPECT_EQ(loaded.ready[0].target.path, "release.yaml");
  files["p.yaml"] = PolicyText("db", kClusterRef);
  files["cluster.yaml"] = std::string(kCluster);
  EXPECT_THAT(Refusals(Load(files)),
              ElementsAre(HasSubstr("declared at app.yaml:1, cluster.yaml:1, release.yaml:1")));
  files["p.yaml"] = PolicyText("db", kApplicationRef, "  writeTo: {path: none.yaml}\n");
  EXPECT_THAT(Refusals(Load(files)),
              ElementsAre(HasSubstr("TargetNotFound tenant-acme/db | p.yaml:1: writeTo.path "
                                    "'none.yaml' does not declare Postgres 'db'")));
}

TEST(RefusalTest, AStrategyThatDoesNotFitTheDeclaration) {
  EXPECT_THAT(
      Refusals(Load(
          {{"p.yaml", PolicyText("db", kApplicationRef, "  writeTo: {strategy: HelmRelease}\n")},
           {"db.yaml", PostgresText()}})),
      ElementsAre("InvalidPolicy tenant-acme/db | p.yaml:1: writeTo.strategy is HelmRelease, but "
                  "Postgres 'db' in namespace 'tenant-acme' is declared at db.yaml:1 for strategy "
                  "Application"));
}

TEST(RefusalTest, TargetNotFoundSaysWhatMayBeMeant) {
  EXPECT_THAT(Refusals(Load({{"p.yaml", PolicyText("db", "{kind: Postgres, name: ordrs}")},
                             {"x/db.yaml", PostgresText("  replicas: 3\n", "orders")}})),
              ElementsAre("TargetNotFound tenant-acme/db | p.yaml:1: cannot find Postgres 'ordrs' "
                          "in namespace 'tenant-acme' (did you mean Postgres 'orders' at "
                          "x/db.yaml:1?)"));
  EXPECT_THAT(Refusals(Load({{"p.yaml", PolicyText()},
                             {"db.yaml", PostgresText("  replicas: 3\n", "db", "tenant-blue")}})),
              ElementsAre("TargetNotFound tenant-acme/db | p.yaml:1: cannot find Postgres 'db' in "
                          "namespace 'tenant-acme' (Postgres 'db' at db.yaml:1 is in namespace "
                          "'tenant-blue')"));
}

TEST(RefusalTest, AFileThatCouldNotBeSearchedIsNamed) {
  const LoadedPolicies loaded =
      Load({{"p.yaml", PolicyText()}, {"t.yaml", PostgresText("  x: 1\n{{- end }}\n")}});
  ASSERT_EQ(loaded.refused.size(), 1U);
  EXPECT_EQ(loaded.refused[0].code, RefusalCode::kTargetNotFound);
  ASSERT_EQ(loaded.refused[0].problems.size(), 2U);
  EXPECT_EQ(loaded.refused[0].problems[1].path, "t.yaml");
  EXPECT_EQ(loaded.refused[0].problems[1].line, 8);
  EXPECT_THAT(loaded.refused[0].problems[1].message,
              HasSubstr("this file mentions 'db' and was not searched: cannot parse as YAML"));
}

TEST(RefusalTest, UnsupportedTargets) {
  EXPECT_THAT(
      Refusals(Load({{"p.yaml", PolicyText("db", "{kind: ClickHouse, name: db}")}})),
      ElementsAre("UnsupportedTarget tenant-acme/db | p.yaml:5: spec.targetRef.kind: cannot scale "
                  "kind ClickHouse: its count spreads the data over shards, and adding one moves "
                  "data that nobody asked to move"));
  EXPECT_THAT(
      Refusals(Load({{"p.yaml", PolicyText("db", kHelmRef)},
                     {"db.yaml",
                      HelmText("name: postgres-db, namespace: tenant-acme",
                               "chart: {spec: {chart: kafka}}")}})),
      ElementsAre(
          "UnsupportedTarget tenant-acme/db | p.yaml:1: cannot scale HelmRelease "
          "'postgres-db' in namespace 'tenant-acme' at db.yaml:1: its chart 'kafka' is none "
          "that this version scales; expected one of mariadb, mongodb, postgres, redis"));
}

TEST(RefusalNameTest, EveryCodeHasItsOwn) {
  std::set<std::string_view> names;
  for (int code = 0; code <= static_cast<int>(RefusalCode::kUnrouted); ++code) {
    names.insert(RefusalName(static_cast<RefusalCode>(code)));
  }
  EXPECT_EQ(names.size(), 10U);
}

}  // namespace
}  // namespace gitscale
