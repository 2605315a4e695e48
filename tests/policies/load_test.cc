// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/load.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/policies/texts.h"

namespace gitscale {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Files = std::map<std::string, std::string, std::less<>>;

LoadedPolicies Load(Files files, const RepositoryScope& scope = Scope()) {
  return LoadPolicies(RepositorySnapshot{.commit = "c0ffee", .files = std::move(files)}, scope);
}

/// "Code ns/name: problem; problem" of every refusal.
std::vector<std::string> Refusals(const LoadedPolicies& loaded) {
  std::vector<std::string> lines;
  for (const RefusedPolicy& refused : loaded.refused) {
    std::string line =
        std::string(RefusalName(refused.code)) + " " + refused.ns + "/" + refused.name;
    for (const Problem& problem : refused.problems) {
      line += " | " + FormatProblem(problem);
    }
    lines.push_back(line);
  }
  return lines;
}

constexpr std::string_view kHelmRelease = R"(apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: postgres-db, namespace: tenant-acme}
spec:
  chart: {spec: {chart: postgres}}
  values:
    replicas: 4
    quorum: {minSyncReplicas: 1, maxSyncReplicas: 2}
)";

constexpr std::string_view kCluster = R"(apiVersion: postgresql.cnpg.io/v1
kind: Cluster
metadata: {name: postgres-db, namespace: tenant-acme}
spec:
  instances: 5
  postgresql: {synchronous: {method: any, number: 1}}
)";

TEST(LoadPoliciesTest, ReadsAnApplication) {
  const LoadedPolicies loaded =
      Load({{"a/policy.yaml", PolicyText()},
            {"a/db.yaml",
             "---\n# first\n---\n" + PostgresText("  quorum: {maxSyncReplicas: 1}\n"
                                                  "  replicas: 3\n")}});
  EXPECT_THAT(Refusals(loaded), IsEmpty());
  ASSERT_EQ(loaded.ready.size(), 1U);
  EXPECT_EQ(loaded.ready[0].path, "a/policy.yaml");
  EXPECT_EQ(loaded.ready[0].line, 1);
  Target wanted;
  wanted.key = {"prod", Engine::kPostgres, "tenant-acme", "postgres-db"};
  wanted.display_name = "tenant-acme/db";
  wanted.metrics = "main";
  wanted.path = "a/db.yaml";
  wanted.document_index = 1;
  wanted.line = 11;
  wanted.replica_path = {"spec", "replicas"};
  wanted.declared_replicas = 3;
  wanted.replicas = 3;
  wanted.quorum_floor = 2;
  wanted.instance_cost = loaded.ready[0].target.instance_cost;  // see instance_cost_test.cc
  EXPECT_EQ(loaded.ready[0].target, wanted);
}

TEST(LoadPoliciesTest, AnAbsentCountIsTheDefaultOfTheChart) {
  const LoadedPolicies loaded =
      Load({{"p.yaml", PolicyText()}, {"db.yaml", PostgresText("  size: 10Gi\n")}});
  ASSERT_EQ(loaded.ready.size(), 1U);
  EXPECT_EQ(loaded.ready[0].target.declared_replicas, std::nullopt);
  EXPECT_EQ(loaded.ready[0].target.replicas, 2);
  EXPECT_EQ(loaded.ready[0].target.line, 1);
  EXPECT_EQ(loaded.ready[0].target.quorum_floor, 1);
}

TEST(LoadPoliciesTest, AnnotationsAreReadVerbatim) {
  const std::string text =
      "apiVersion: apps.cozystack.io/v1alpha1\nkind: Postgres\n"
      "metadata:\n  name: db\n  namespace: tenant-acme\n  annotations:\n"
      "    autoscaling.cozystack.io/managed-by: tenant-acme/db\n"
      "    autoscaling.cozystack.io/decision: '{\"id\":\"x''y\"}'\n"
      "spec: {replicas: 3}\n";
  const LoadedPolicies loaded = Load({{"p.yaml", PolicyText()}, {"db.yaml", text}});
  ASSERT_EQ(loaded.ready.size(), 1U) << testing::PrintToString(Refusals(loaded));
  EXPECT_EQ(loaded.ready[0].target.managed_by, "tenant-acme/db");
  EXPECT_EQ(loaded.ready[0].target.decision, "{\"id\":\"x'y\"}");
}

struct DeclarationCase {
  std::string name;
  std::string ref;
  std::string document;
  Declaration declaration;
  std::vector<std::string> path;
  std::int32_t replicas;
  std::int32_t floor;
};

class DeclarationTest : public testing::TestWithParam<DeclarationCase> {};

TEST_P(DeclarationTest, ResolvesToTheSameTarget) {
  const DeclarationCase& row = GetParam();
  const LoadedPolicies loaded =
      Load({{"p.yaml", PolicyText("db", row.ref)}, {"db.yaml", row.document}});
  ASSERT_EQ(loaded.ready.size(), 1U) << testing::PrintToString(Refusals(loaded));
  const Target& target = loaded.ready[0].target;
  EXPECT_EQ(target.key, (TargetKey{"prod", Engine::kPostgres, "tenant-acme", "postgres-db"}));
  EXPECT_EQ(target.declaration, row.declaration);
  EXPECT_EQ(target.replica_path, row.path);
  EXPECT_EQ(target.replicas, row.replicas);
  EXPECT_EQ(target.quorum_floor, row.floor);
}

const std::string kApplicationRef = "{kind: Postgres, name: db}";
const std::string kHelmRef =
    "{apiVersion: helm.toolkit.fluxcd.io/v2, kind: HelmRelease, name: postgres-db}";
const std::string kClusterRef =
    "{apiVersion: postgresql.cnpg.io/v1, kind: Cluster, name: postgres-db}";

std::string HelmText(const std::string& metadata, const std::string& spec) {
  return "apiVersion: helm.toolkit.fluxcd.io/v2beta1\nkind: HelmRelease\nmetadata: {" + metadata +
         "}\nspec: {" + spec + "}\n";
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    DeclarationTest,
    testing::Values(
        DeclarationCase{"Application",
                        kApplicationRef,
                        PostgresText(),
                        Declaration::kApplication,
                        {"spec", "replicas"},
                        3,
                        1},
        DeclarationCase{"HelmReleaseByItself",
                        kHelmRef,
                        std::string(kHelmRelease),
                        Declaration::kHelmRelease,
                        {"spec", "values", "replicas"},
                        4,
                        3},
        DeclarationCase{"HelmReleaseForAnApplication",
                        kApplicationRef,
                        std::string(kHelmRelease),
                        Declaration::kHelmRelease,
                        {"spec", "values", "replicas"},
                        4,
                        3},
        DeclarationCase{"HelmReleaseByLabel",
                        kHelmRef,
                        HelmText("name: postgres-db, namespace: tenant-acme, labels: "
                                 "{apps.cozystack.io/application.kind: Postgres}",
                                 "values: {}"),
                        Declaration::kHelmRelease,
                        {"spec", "values", "replicas"},
                        2,
                        1},
        DeclarationCase{"HelmReleaseByChartRef",
                        kHelmRef,
                        HelmText("name: postgres-db, namespace: tenant-acme",
                                 "chartRef: {kind: ExternalArtifact, name: postgres-1}"),
                        Declaration::kHelmRelease,
                        {"spec", "values", "replicas"},
                        2,
                        1},
        DeclarationCase{
            "HelmReleaseWithItsOwnReleaseName",
            "{apiVersion: helm.toolkit.fluxcd.io/v2, kind: HelmRelease, name: orders}",
            HelmText("name: orders, namespace: tenant-acme",
                     "releaseName: postgres-db, chart: {spec: {chart: postgres}}, values: "
                     "{replicas: 6}"),
            Declaration::kHelmRelease,
            {"spec", "values", "replicas"},
            6,
            1},
        DeclarationCase{"ClusterByItself",
                        kClusterRef,
                        std::string(kCluster),
                        Declaration::kOperatorKind,
                        {"spec", "instances"},
                        5,
                        2},
        DeclarationCase{"ClusterForAnApplication",
                        kApplicationRef,
                        std::string(kCluster),
                        Declaration::kOperatorKind,
                        {"spec", "instances"},
                        5,
                        2},
        DeclarationCase{"ClusterDefault",
                        kClusterRef,
                        "apiVersion: postgresql.cnpg.io/v1\nkind: Cluster\nmetadata: {name: "
                        "postgres-db, namespace: tenant-acme}\nspec: {maxSyncReplicas: 2}\n",
                        Declaration::kOperatorKind,
                        {"spec", "instances"},
                        1,
                        3}),
    [](const auto& row) { return row.param.name; });

TEST(LoadPoliciesTest, AReleaseInAnotherNamespaceIsNamedAsFluxNamesIt) {
  const std::string ref = "{apiVersion: helm.toolkit.fluxcd.io/v2, kind: HelmRelease, name: db}";
  const auto text = [](const std::string& ns) {
    return HelmText("name: db, namespace: tenant-acme",
                    "targetNamespace: " + ns + ", chart: {spec: {chart: postgres}}");
  };
  const LoadedPolicies loaded =
      Load({{"p.yaml", PolicyText("db", ref)}, {"db.yaml", text("tenant-blue")}});
  ASSERT_EQ(loaded.ready.size(), 1U) << testing::PrintToString(Refusals(loaded));
  EXPECT_EQ(loaded.ready[0].target.key.ns, "tenant-blue");
  EXPECT_EQ(loaded.ready[0].target.key.name, "tenant-blue-db");
  EXPECT_EQ(loaded.ready[0].target.display_name, "tenant-blue/db");

  EXPECT_THAT(Refusals(Load({{"p.yaml", PolicyText("db", ref)}, {"db.yaml", text("kube-system")}})),
              ElementsAre("ForbiddenNamespace tenant-acme/db | p.yaml:1: HelmRelease 'db' in "
                          "namespace 'tenant-acme' runs in namespace 'kube-system' (see "
                          "db.yaml:1), which is not among those this repository may scale"));
}

struct UnreadableCase {
  std::string name;
  std::string spec;  // below `spec:`, line 7 of the file
  std::string problem;
};

class UnreadableTest : public testing::TestWithParam<UnreadableCase> {};

TEST_P(UnreadableTest, IsRefusedWithFileAndLine) {
  const LoadedPolicies loaded =
      Load({{"p.yaml", PolicyText()}, {"db.yaml", PostgresText(GetParam().spec)}});
  EXPECT_THAT(loaded.ready, IsEmpty());
  EXPECT_THAT(Refusals(loaded),
              ElementsAre("UnreadableTarget tenant-acme/db | db.yaml:" + GetParam().problem));
}

const std::string kExpected = "spec.replicas: expected a plain integer from 0 to 100000, found ";

INSTANTIATE_TEST_SUITE_P(
    Table,
    UnreadableTest,
    testing::Values(
        UnreadableCase{
            "Template", "  replicas: {{ .Values.n }}\n", "7: " + kExpected + "a template"},
        UnreadableCase{"QuotedTemplate",
                       "  replicas: '{{ .Values.n }}'\n",
                       "7: " + kExpected + "the template the string \"{{ .Values.n }}\""},
        UnreadableCase{"Variable", "  replicas: ${N}\n", "7: " + kExpected + "the template '${N}'"},
        UnreadableCase{"Quoted", "  replicas: \"3\"\n", "7: " + kExpected + "the string \"3\""},
        UnreadableCase{"Float", "  replicas: 3.0\n", "7: " + kExpected + "'3.0'"},
        UnreadableCase{"Octal", "  replicas: 03\n", "7: " + kExpected + "'03'"},
        UnreadableCase{"Hex", "  replicas: 0x3\n", "7: " + kExpected + "'0x3'"},
        UnreadableCase{"Plus", "  replicas: +3\n", "7: " + kExpected + "'+3'"},
        UnreadableCase{"Negative", "  replicas: -1\n", "7: " + kExpected + "'-1'"},
        UnreadableCase{"Huge", "  replicas: 99999999999\n", "7: " + kExpected + "'99999999999'"},
        UnreadableCase{"Null", "  replicas: ~\n", "7: " + kExpected + "'~'"},
        UnreadableCase{"Nothing", "  replicas:\n  size: 1Gi\n", "7: " + kExpected + "nothing"},
        UnreadableCase{"Sequence", "  replicas: [3]\n", "7: " + kExpected + "a sequence"},
        UnreadableCase{"Tag", "  replicas: !!int 3\n", "7: " + kExpected + "'3' with a tag"},
        UnreadableCase{"Anchor", "  replicas: &n 3\n", "7: " + kExpected + "'3' with an anchor"},
        UnreadableCase{"Alias", "  shards: &n 3\n  replicas: *n\n", "8: " + kExpected + "an alias"},
        UnreadableCase{
            "MergeKey",
            "  other: &o {replicas: 3}\n  <<: *o\n",
            "7: spec.quorum: may come from a merge key; expected it written out | db.yaml:7: "
            "spec.replicas: may come from a merge key; expected it written out"},
        UnreadableCase{"DuplicateAnywhere",
                       "  replicas: 3\n  users: {a: 1, a: 2}\n",
                       "8: key 'a' stands twice in one mapping of the target's document; expected "
                       "it once"},
        UnreadableCase{"Quorum",
                       "  replicas: 3\n  quorum: {maxSyncReplicas: \"1\"}\n",
                       "8: spec.quorum.maxSyncReplicas: expected a plain integer from 0 to 100000, "
                       "found the string \"1\""},
        UnreadableCase{"QuorumAlias",
                       "  replicas: 3\n  q: &q {maxSyncReplicas: 1}\n  quorum: *q\n",
                       "9: spec.quorum: expected a mapping, found an alias"}),
    [](const auto& row) { return row.param.name; });

TEST(LoadPoliciesTest, AnExplicitFieldWinsOverAMergeKey) {
  const LoadedPolicies loaded =
      Load({{"p.yaml", PolicyText()},
            {"db.yaml",
             PostgresText("  quorum: {minSyncReplicas: 0, maxSyncReplicas: 0}\n"
                          "  replicas: 3\n  users: &u {a: 1}\n  <<: *u\n")}});
  ASSERT_EQ(loaded.ready.size(), 1U) << testing::PrintToString(Refusals(loaded));
  EXPECT_EQ(loaded.ready[0].target.replicas, 3);
}

TEST(LoadPoliciesTest, AnAnchorOverTheFieldIsRefusedOnlyWhereAnAliasMayFollow) {
  const std::string text =
      "apiVersion: apps.cozystack.io/v1alpha1\nkind: Postgres\n"
      "metadata: {name: db, namespace: tenant-acme}\nspec: &s\n  replicas: 3\n";
  EXPECT_EQ(Load({{"p.yaml", PolicyText()}, {"db.yaml", text}}).ready.size(), 1U);
  EXPECT_THAT(Refusals(Load({{"p.yaml", PolicyText()}, {"db.yaml", text + "copy: *s\n"}})),
              ElementsAre("UnreadableTarget tenant-acme/db | db.yaml:4: spec.replicas: stands "
                          "under an anchor in a document with aliases"));
}

TEST(LoadPoliciesTest, AChartThatScalesItselfIsNotScalable) {
  const LoadedPolicies loaded =
      Load({{"p.yaml", PolicyText()},
            {"db.yaml", PostgresText("  replicas: 3\n  autoscaling: {enabled: true}\n")}});
  ASSERT_EQ(loaded.ready.size(), 1U);
  EXPECT_EQ(loaded.ready[0].target.not_scalable,
            "another autoscaler changes the count: spec.autoscaling.enabled is true at db.yaml:8");
}

std::string WithoutNamespace(std::string text) {
  const std::string ns = ", namespace: tenant-acme";
  text.erase(text.find(ns), ns.size());
  return text;
}

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

TEST(LoadPoliciesTest, OneBadDocumentNeverTouchesAnother) {
  const LoadedPolicies loaded =
      Load({{"broken.yaml", PolicyText("broken") + "x: [\n"},
            {"mixed.yaml",
             PolicyText() + "---\n" + PolicyText("bad", "{kind: Postgres, name: X}") + "---\n" +
                 "kind: GatewayHorizontalAutoscaler\nmetadata: {name: gw, namespace: "
                 "tenant-acme}\n"},
            {"chart/templates/t.yaml", "{{- if .x }}\nname: db\n# apps.cozystack.io\n{{- end }}\n"},
            {"flux.yaml",
             "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: "
             "db}\n# helm.toolkit.fluxcd.io\n"},
            {"db.yaml", PostgresText()}});
  ASSERT_EQ(loaded.ready.size(), 1U);
  EXPECT_EQ(loaded.ready[0].policy.name, "db");
  ASSERT_EQ(loaded.refused.size(), 3U) << testing::PrintToString(Refusals(loaded));
  EXPECT_EQ(loaded.refused[0].problems[0].path, "broken.yaml");
  EXPECT_EQ(loaded.refused[0].problems[0].line, 11);
  EXPECT_EQ(loaded.refused[0].code, RefusalCode::kInvalidPolicy);
  EXPECT_EQ(loaded.refused[1].name, "bad");
  EXPECT_EQ(loaded.refused[2].name, "gw");
}

TEST(LoadPoliciesTest, OnlyFilesUnderTheGlobsHoldPolicies) {
  RepositoryScope scope = Scope();
  scope.policy_globs = {"policies/**"};
  EXPECT_THAT(Load({{"p.yaml", PolicyText()}, {"db.yaml", PostgresText()}}, scope).ready,
              IsEmpty());
  EXPECT_EQ(
      Load({{"policies/p.yaml", PolicyText()}, {"db.yaml", PostgresText()}}, scope).ready.size(),
      1U);
}

TEST(LoadPoliciesTest, HostileFilesEndInARefusalOrNothing) {
  std::string laughs = "a0: &a0 [x]\n";
  for (int i = 1; i < 30; ++i) {
    const std::string before = std::to_string(i - 1);
    laughs += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" + before + ", *a" +
              before + ", *a" + before + "]\n";
  }
  const LoadedPolicies loaded =
      Load({{"deep.yaml", PolicyText("deep") + "deep: " + std::string(200'000, '[') + "\n"},
            {"laughs.yaml", PolicyText("laughs") + laughs},
            {"self.yaml", "&s\nkind: DatabaseHorizontalAutoscaler\nspec: *s\n"},
            {"db.yaml", PostgresText() + "self: &x [*x]\n" + laughs},
            {"p.yaml", PolicyText()}});
  EXPECT_EQ(loaded.refused.size(), 3U) << testing::PrintToString(Refusals(loaded));
  EXPECT_EQ(loaded.ready.size(), 1U);
}

TEST(LoadPoliciesTest, TheOrderOfFilesDoesNotMatterAndManyAreCheap) {
  Files files;
  for (int i = 0; i < 2'000; ++i) {
    const std::string name = "db" + std::to_string(i);
    files["t/" + name + ".yaml"] = PostgresText("  replicas: 3\n", name);
  }
  for (int i = 0; i < 100; ++i) {
    const std::string name = "db" + std::to_string(i);
    files["p/" + name + ".yaml"] = PolicyText(name, "{kind: Postgres, name: " + name + "}");
  }
  const LoadedPolicies loaded = Load(files);
  EXPECT_THAT(loaded.refused, IsEmpty());
  ASSERT_EQ(loaded.ready.size(), 100U);
  EXPECT_TRUE(std::ranges::is_sorted(
      loaded.ready, {}, [](const PolicyTarget& one) { return one.target.key; }));
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
