// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/load.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/policies/load_files.h"

namespace gitscale {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

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

}  // namespace
}  // namespace gitscale
