// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policies/engines/registry.h"
#include "tests/policies/engine_texts.h"

namespace gitscale {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// What an adapter says, however the target is declared.
struct AdapterCase {
  Engine engine = Engine::kUnset;
  std::int32_t floor = 0;
  std::vector<std::int32_t> allowed;
  bool by_ordinal = true;
};

class AdapterTest : public testing::TestWithParam<AdapterCase> {};

TEST_P(AdapterTest, IsWhatTheDesignSays) {
  const AdapterCase& row = GetParam();
  for (const EngineTextCase& text : EngineTexts()) {
    if (text.engine != row.engine) {
      continue;
    }
    SCOPED_TRACE(text.name);
    const Target target = TargetOf(text, Document(text, text.count_3));
    EXPECT_EQ(target.key.engine, row.engine);
    EXPECT_EQ(target.primary_count, 1);
    EXPECT_EQ(target.quorum_floor, row.floor);
    EXPECT_EQ(target.allowed_counts, row.allowed);
    EXPECT_EQ(target.removes_by_ordinal, row.by_ordinal);
  }
}

INSTANTIATE_TEST_SUITE_P(Table,
                         AdapterTest,
                         testing::Values(AdapterCase{Engine::kPostgres, 1, {}, false},
                                         AdapterCase{Engine::kMariadb, 2, {}, true},
                                         AdapterCase{Engine::kRedis, 2, {}, true},
                                         AdapterCase{Engine::kMongodb, 3, {3, 5, 7}, true}),
                         [](const auto& row) { return std::string(EngineName(row.param.engine)); });

class EngineTextTest : public testing::TestWithParam<EngineTextCase> {};

TEST_P(EngineTextTest, ReadsTheCountWhereItStands) {
  const EngineTextCase& text = GetParam();
  const Target target = TargetOf(text, Document(text, text.count_3));
  EXPECT_EQ(target.key.engine, text.engine);
  EXPECT_EQ(target.key.ns, "tenant-acme");
  EXPECT_EQ(target.key.name, text.release);
  EXPECT_EQ(target.declaration, text.declaration);
  EXPECT_EQ(PathText(target.replica_path), text.path);
  EXPECT_EQ(target.declared_replicas, 3);
  EXPECT_EQ(target.replicas, 3);
}

TEST_P(EngineTextTest, KnowsTheDefault) {
  const EngineTextCase& text = GetParam();
  const Target target = TargetOf(text, Document(text, text.count_absent));
  EXPECT_EQ(target.declared_replicas, std::nullopt);
  EXPECT_EQ(target.replicas, text.default_count);
}

TEST_P(EngineTextTest, ATemplateIsRefused) {
  const EngineTextCase& text = GetParam();
  std::string spec = text.count_3;
  spec.replace(spec.rfind('3'), 1, "${N}");
  EXPECT_THAT(RefusalOf(text, Document(text, spec)),
              testing::HasSubstr(text.path + ": expected a plain integer from 0 to 100000, found "
                                             "the template '${N}'"));
}

/// One target, however it is named: the application, and what its chart makes of it.
TEST_P(EngineTextTest, AnApplicationReferenceFindsItToo) {
  const EngineTextCase& text = GetParam();
  EngineTextCase as_application = text;
  as_application.ref = text.application_ref;
  EXPECT_EQ(TargetOf(as_application, Document(text, text.count_3)).key.name, text.release);
}

INSTANTIATE_TEST_SUITE_P(Table,
                         EngineTextTest,
                         testing::ValuesIn(EngineTexts()),
                         [](const auto& row) { return row.param.name; });

TEST(EngineLookupTest, OneNameForTwoKindsIsTwoObjects) {
  const EngineTextCase app = EngineText("MariadbApplication");
  const EngineTextCase own = EngineText("MariadbOperatorKind");
  const Files files = {{"app.yaml", Document(app, app.count_3)},
                       {"own.yaml",
                        "apiVersion: k8s.mariadb.com/v1alpha1\nkind: MariaDB\n"
                        "metadata: {name: db, namespace: tenant-acme}\nspec: {replicas: 5}\n"},
                       {"p.yaml", PolicyText("app", app.ref)},
                       {"q.yaml",
                        PolicyText("own",
                                   "{apiVersion: k8s.mariadb.com/v1alpha1, kind: MariaDB, name: "
                                   "db}")}};
  const LoadedPolicies loaded = LoadFiles(files);
  ASSERT_THAT(RefusalLines(loaded), IsEmpty());
  ASSERT_EQ(loaded.ready.size(), 2U);
  EXPECT_EQ(loaded.ready[0].target.key.name, "db");
  EXPECT_EQ(loaded.ready[0].target.path, "own.yaml");
  EXPECT_EQ(loaded.ready[1].target.key.name, "mariadb-db");
  EXPECT_EQ(loaded.ready[1].target.path, "app.yaml");
}

TEST(EngineLookupTest, TwoDeclarationsOfOneMariadbAreAmbiguous) {
  const EngineTextCase app = EngineText("MariadbApplication");
  const EngineTextCase own = EngineText("MariadbOperatorKind");
  EXPECT_THAT(RefusalLines(LoadFiles({{"app.yaml", Document(app, app.count_3)},
                                      {"own.yaml", Document(own, own.count_3)},
                                      {"p.yaml", PolicyText("db", own.ref)}})),
              ElementsAre("AmbiguousTarget tenant-acme/db | p.yaml:1: MariaDB 'mariadb-db' in "
                          "namespace 'tenant-acme' is declared at app.yaml:1, own.yaml:1; name "
                          "one file in writeTo.path"));
}

TEST(EngineLookupTest, AMissingItemIsRefused) {
  const EngineTextCase own = EngineText("MongodbOperatorKind");
  for (const std::string spec : {"  pause: false\n", "  replsets:\n", "  replsets: []\n"}) {
    EXPECT_THAT(RefusalOf(own, Document(own, spec)),
                testing::HasSubstr(
                    "UnreadableTarget tenant-acme/db | db.yaml:1: spec.replsets[0]: expected the "
                    "item written out, found nothing"))
        << spec;
  }
  EXPECT_THAT(RefusalOf(own, Document(own, "  replsets: {rs0: {size: 3}}\n")),
              testing::HasSubstr("spec.replsets: expected a sequence, found a mapping"));
}

/// A chart of that name may be somebody else's, whose values mean something else.
struct NamesakeCase {
  std::string name;
  std::string head;  ///< of metadata, after the name and namespace
  std::string spec;
  std::string refusal;  ///< empty: one of ours
};

class NamesakeTest : public testing::TestWithParam<NamesakeCase> {};

TEST_P(NamesakeTest, IsTakenForOursOnlyWhenItSaysSo) {
  const NamesakeCase& row = GetParam();
  const Files files = {
      {"p.yaml",
       PolicyText("db", "{apiVersion: helm.toolkit.fluxcd.io/v2, kind: HelmRelease, name: cache}")},
      {"db.yaml",
       "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\n"
       "metadata: {name: cache, namespace: tenant-acme" +
           row.head + "}\nspec:\n  " + row.spec + "\n  values: {replicas: 3}\n"}};
  const std::string why =
      "UnsupportedTarget tenant-acme/db | p.yaml:1: cannot scale HelmRelease 'cache' in namespace "
      "'tenant-acme' at db.yaml:1: its chart " +
      row.refusal +
      " is none that this version scales; expected one of mariadb, mongodb, postgres, redis";
  if (row.refusal.empty()) {
    EXPECT_THAT(RefusalLines(LoadFiles(files)), IsEmpty());
  } else {
    EXPECT_THAT(RefusalLines(LoadFiles(files)), ElementsAre(why));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    NamesakeTest,
    testing::Values(
        NamesakeCase{"NoSource", "", "chart: {spec: {chart: redis}}", ""},
        NamesakeCase{"CozystackSource",
                     "",
                     "chart: {spec: {chart: redis, sourceRef: {kind: HelmRepository, name: "
                     "cozystack-apps}}}",
                     ""},
        NamesakeCase{"AnotherSource",
                     "",
                     "chart: {spec: {chart: redis, sourceRef: {kind: HelmRepository, name: "
                     "bitnami}}}",
                     "'redis' of source 'bitnami'"},
        NamesakeCase{"AnotherSourceWithTheLabel",
                     ", labels: {apps.cozystack.io/application.kind: Redis}",
                     "chart: {spec: {chart: redis, sourceRef: {kind: HelmRepository, name: "
                     "mirror}}}",
                     ""},
        NamesakeCase{"AnotherSourceWithoutNamesakes",
                     "",
                     "chart: {spec: {chart: postgres, sourceRef: {kind: HelmRepository, name: "
                     "mirror}}}",
                     ""},
        NamesakeCase{"Artifact", "", "chartRef: {kind: ExternalArtifact, name: redis-1}", ""},
        NamesakeCase{"AnotherReference",
                     "",
                     "chartRef: {kind: OCIRepository, name: redis-ha}",
                     "'redis-ha' of source 'OCIRepository'"}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace gitscale
