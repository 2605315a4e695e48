// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <string>

#include <gtest/gtest.h>

#include "tests/policies/engine_texts.h"

namespace gitscale {
namespace {

struct ScalableCase {
  std::string name;
  std::string text;  ///< name of an EngineTextCase
  std::string spec;  ///< below `spec:`
  std::string why;   ///< empty: scalable
  std::set<Capability> capabilities;
  NotScalableCode code = NotScalableCode::kOther;
};

class NotScalableTest : public testing::TestWithParam<ScalableCase> {};

TEST_P(NotScalableTest, SaysWhy) {
  const ScalableCase& row = GetParam();
  const EngineTextCase text = EngineText(row.text);
  const Target target = TargetOf(
      text, Document(text, row.spec), ScopeWith({.capabilities = row.capabilities, .ratios = {}}));
  EXPECT_EQ(target.not_scalable, row.why);
  EXPECT_EQ(target.not_scalable_code, row.code);
}

const std::set<Capability> kBootstraps = {Capability::kMariaDBReplicaBootstrap};
const std::set<Capability> kMeasures = {Capability::kMongoDBExporter};

const std::string kOne =
    "a single MariaDB has no replication, and turning that on or off moves its clients to another "
    "Service; set it to 2 by hand";
const std::string kChartBootstrap =
    "the operator cannot bootstrap a new replica: the chart sets no replication.replica."
    "bootstrapFrom (expected capability MariaDBReplicaBootstrap of cluster 'prod' in the "
    "configuration)";
const std::string kOwnBootstrap =
    "the operator cannot bootstrap a new replica (expected "
    "spec.replication.replica.bootstrapFrom)";
const std::string kReplicationOff =
    "replication is off, so no instance is a standby (expected spec.replication.enabled)";
const std::string kShards = "sharding is on, and a shard more moves data that nobody asked to move";
const std::string kChartExporter =
    "nothing measures it: the chart ships no exporter (expected capability MongoDBExporter of "
    "cluster 'prod' in the configuration)";
const std::string kOwnExporter =
    "nothing measures it (expected spec.pmm.enabled or spec.replsets[0].sidecars or capability "
    "MongoDBExporter of cluster 'prod' in the configuration)";

const std::string kOn = "  replicas: 3\n  replication: {enabled: true";
const std::string kSet = "  replsets: [{size: 3}]\n";
const std::string kAutoscaled = "another autoscaler changes the count: ";

INSTANTIATE_TEST_SUITE_P(
    Mariadb,
    NotScalableTest,
    testing::Values(
        ScalableCase{"Application", "MariadbApplication", "  replicas: 2\n", kChartBootstrap},
        ScalableCase{
            "HelmRelease", "MariadbHelmRelease", "  values: {replicas: 3}\n", kChartBootstrap},
        ScalableCase{
            "ApplicationPatched", "MariadbApplication", "  replicas: 2\n", "", kBootstraps},
        ScalableCase{"HelmReleasePatched", "MariadbHelmRelease", "  values: {}\n", "", kBootstraps},
        ScalableCase{"AnotherCapability",
                     "MariadbApplication",
                     "  replicas: 2\n",
                     kChartBootstrap,
                     kMeasures},
        ScalableCase{"ApplicationOfOne",
                     "MariadbApplication",
                     "  replicas: 1\n",
                     kOne,
                     kBootstraps,
                     NotScalableCode::kTopologyChange},
        ScalableCase{"HelmReleaseOfOne",
                     "MariadbHelmRelease",
                     "  values: {replicas: 1}\n",
                     kOne,
                     {},
                     NotScalableCode::kTopologyChange},
        ScalableCase{"OwnKindOfOne",
                     "MariadbOperatorKind",
                     "  replication: {enabled: true}\n",
                     kOne,
                     kBootstraps,
                     NotScalableCode::kTopologyChange},
        ScalableCase{
            "ReplicationAbsent", "MariadbOperatorKind", "  replicas: 3\n", kReplicationOff},
        ScalableCase{"ReplicationFalse",
                     "MariadbOperatorKind",
                     "  replicas: 3\n  replication: {enabled: false}\n",
                     kReplicationOff,
                     kBootstraps},
        ScalableCase{"ReplicationTemplate",
                     "MariadbOperatorKind",
                     "  replicas: 3\n  replication: {enabled: '${ON}'}\n",
                     "cannot tell whether replication is off, so no instance is a standby: "
                     "db.yaml:6: spec.replication.enabled: expected true or false, found the "
                     "template the string \"${ON}\""},
        ScalableCase{"BootstrapAbsent", "MariadbOperatorKind", kOn + "}\n", kOwnBootstrap},
        ScalableCase{"BootstrapEmpty",
                     "MariadbOperatorKind",
                     kOn + ", replica: {bootstrapFrom: {}}}\n",
                     kOwnBootstrap},
        ScalableCase{"BootstrapNull",
                     "MariadbOperatorKind",
                     kOn + ", replica: {bootstrapFrom: ~}}\n",
                     kOwnBootstrap},
        ScalableCase{"BootstrapSet",
                     "MariadbOperatorKind",
                     kOn + ", replica: {bootstrapFrom: {physicalBackupTemplateRef: {name: b}}}}\n",
                     ""},
        ScalableCase{
            "BootstrapPatched", "MariadbOperatorKind", kOn + "}\n", kOwnBootstrap, kBootstraps},
        ScalableCase{"ItsOwnAutoscaler",
                     "MariadbApplication",
                     "  replicas: 2\n  autoscaling: {enabled: true}\n",
                     kAutoscaled + "spec.autoscaling.enabled is true at db.yaml:6",
                     kBootstraps}),
    [](const auto& row) { return row.param.name; });

TEST(SuspendedReleaseTest, IsNotScaled) {
  const std::string text =
      "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: postgres-db, "
      "namespace: tenant-acme}\nspec:\n  suspend: true\n  chart: {spec: {chart: postgres}}\n  "
      "values: {replicas: 3}\n";
  const LoadedPolicies loaded = LoadPolicies(
      RepositorySnapshot{
          .commit = "c0ffee",
          .files = {{"p.yaml",
                     PolicyText("db",
                                "{apiVersion: helm.toolkit.fluxcd.io/v2, kind: HelmRelease, name: "
                                "postgres-db}")},
                    {"db.yaml", text}}},
      Scope());
  ASSERT_EQ(loaded.ready.size(), 1U) << FormatProblem(loaded.refused.at(0).problems.at(0));
  EXPECT_EQ(loaded.ready[0].target.not_scalable,
            "its HelmRelease is suspended at db.yaml:5, so nothing would apply a decision");
}

INSTANTIATE_TEST_SUITE_P(
    Redis,
    NotScalableTest,
    testing::Values(
        ScalableCase{"Application", "RedisApplication", "  replicas: 1\n", ""},
        ScalableCase{"HelmRelease", "RedisHelmRelease", "  values: {replicas: 2}\n", ""},
        ScalableCase{"OwnKind", "RedisOperatorKind", "  redis: {replicas: 3}\n", ""},
        ScalableCase{"ItsOwnAutoscaler",
                     "RedisHelmRelease",
                     "  values: {autoscaling: {enabled: true}}\n",
                     kAutoscaled + "spec.values.autoscaling.enabled is true at db.yaml:6"}),
    [](const auto& row) { return row.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Mongodb,
    NotScalableTest,
    testing::Values(
        ScalableCase{"Application", "MongodbApplication", "  replicas: 3\n", kChartExporter},
        ScalableCase{"HelmRelease", "MongodbHelmRelease", "  values: {}\n", kChartExporter},
        ScalableCase{"ApplicationMeasured", "MongodbApplication", "  replicas: 3\n", "", kMeasures},
        ScalableCase{"HelmReleaseMeasured", "MongodbHelmRelease", "  values: {}\n", "", kMeasures},
        ScalableCase{"ApplicationUnsharded",
                     "MongodbApplication",
                     "  replicas: 3\n  sharding: false\n",
                     "",
                     kMeasures},
        ScalableCase{"ApplicationSharded",
                     "MongodbApplication",
                     "  replicas: 3\n  sharding: true\n",
                     kShards + " (spec.sharding is on at db.yaml:6)",
                     kMeasures},
        ScalableCase{"HelmReleaseSharded",
                     "MongodbHelmRelease",
                     "  values:\n    sharding: true\n",
                     kShards + " (spec.values.sharding is on at db.yaml:7)",
                     kMeasures},
        ScalableCase{"ShardingQuoted",
                     "MongodbApplication",
                     "  sharding: \"false\"\n",
                     "cannot tell whether " + kShards +
                         ": db.yaml:5: spec.sharding: expected true or false, found the string "
                         "\"false\"",
                     kMeasures},
        ScalableCase{"OwnKindUnmeasured", "MongodbOperatorKind", kSet, kOwnExporter},
        ScalableCase{"OwnKindPmmOff",
                     "MongodbOperatorKind",
                     kSet + "  pmm: {enabled: false}\n",
                     kOwnExporter},
        ScalableCase{"OwnKindPmm", "MongodbOperatorKind", kSet + "  pmm: {enabled: true}\n", ""},
        ScalableCase{"OwnKindSidecar",
                     "MongodbOperatorKind",
                     "  replsets: [{size: 3, sidecars: [{name: exporter}]}]\n",
                     ""},
        ScalableCase{"OwnKindNoSidecars",
                     "MongodbOperatorKind",
                     "  replsets: [{size: 3, sidecars: []}]\n",
                     kOwnExporter},
        ScalableCase{"OwnKindOnTheOperatorsWord", "MongodbOperatorKind", kSet, "", kMeasures},
        ScalableCase{"OwnKindSharded",
                     "MongodbOperatorKind",
                     kSet + "  sharding: {enabled: true}\n",
                     kShards + " (spec.sharding.enabled is on at db.yaml:6)",
                     kMeasures},
        ScalableCase{"OwnKindUnsharded",
                     "MongodbOperatorKind",
                     kSet + "  sharding: {enabled: false}\n",
                     "",
                     kMeasures}),
    [](const auto& row) { return row.param.name; });

TEST(CapabilityTest, NamesGoBothWays) {
  for (const std::string_view name : CapabilityNames()) {
    const auto capability = CapabilityFromName(name);
    ASSERT_TRUE(capability) << name;
    EXPECT_EQ(CapabilityName(*capability), name);
  }
  EXPECT_EQ(CapabilityFromName("Unset"), std::nullopt);
  EXPECT_EQ(CapabilityName(Capability::kUnset), "Unset");
}

}  // namespace
}  // namespace gitscale
