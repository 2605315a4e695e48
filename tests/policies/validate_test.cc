// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policies/policy_load.h"
#include "tests/policies/texts.h"

namespace gitscale {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kWhole = R"(apiVersion: autoscaling.cozystack.io/v1alpha1
kind: DatabaseHorizontalAutoscaler
metadata:
  name: db
  namespace: tenant-acme
  labels: {team: a}
  annotations: {note: "x"}
spec:
  targetRef: {kind: Postgres, name: db}
  minReplicas: 3
  maxReplicas: 6
  metrics:
  - type: ReadConnections
    target: {averageValue: "150"}
  - type: ReadCPUUtilization
    target: {averageValue: 62.5}
  behavior:
    tolerance: "0.05"
    scaleUp:   {stabilizationWindowSeconds: 120,  step: 2}
    scaleDown: {stabilizationWindowSeconds: 3600, step: 3, disabled: true}
    convergenceDeadlineSeconds: 600
    manualHoldSeconds: 0
  constraints:
    respectQuorum: true
    maxReplicationLagSeconds: 45
    gracefulScaleDown: true
  approval: {scaleUp: Automatic, scaleDown: PullRequest, rollback: PullRequest}
  writeTo: {strategy: Application, path: clusters/prod/db.yaml}
  suspend: true
  dryRun: true
)";

TEST(ReadPolicyTest, EveryFieldArrives) {
  const auto documents = ParseYaml(kWhole);
  ASSERT_TRUE(documents);
  const PolicyRead read = ReadPolicy(documents->front().root, "p.yaml");
  EXPECT_THAT(Lines(read.problems), IsEmpty());
  ScalingPolicy wanted;
  wanted.ns = "tenant-acme";
  wanted.name = "db";
  wanted.target_ref = {"apps.cozystack.io/v1alpha1", "Postgres", "db"};
  wanted.min_replicas = 3;
  wanted.max_replicas = 6;
  wanted.metrics = {{Signal::kReadConnections, MilliQuantity{150'000}},
                    {Signal::kReadCpuUtilization, MilliQuantity{62'500}}};
  wanted.tolerance_milli = 50;
  wanted.scale_up = {std::chrono::seconds{120}, 2};
  wanted.scale_down = {std::chrono::seconds{3600}, 3, true};
  wanted.convergence_deadline = std::chrono::seconds{600};
  wanted.manual_hold = std::chrono::seconds{0};
  wanted.max_replication_lag = std::chrono::seconds{45};
  wanted.approve_scale_down = Approval::kPullRequest;
  wanted.approve_rollback = Approval::kPullRequest;
  wanted.write_strategy = "Application";
  wanted.write_path = "clusters/prod/db.yaml";
  wanted.suspend = true;
  wanted.dry_run = true;
  EXPECT_EQ(read.policy, wanted);
}

TEST(ReadPolicyTest, DefaultsAreThoseOfTheHeader) {
  const auto documents = ParseYaml(PolicyText());
  ASSERT_TRUE(documents);
  const PolicyRead read = ReadPolicy(documents->front().root, "p.yaml");
  EXPECT_THAT(Lines(read.problems), IsEmpty());
  ScalingPolicy wanted;
  wanted.ns = "tenant-acme";
  wanted.name = "db";
  wanted.target_ref.kind = "Postgres";
  wanted.target_ref.name = "db";
  wanted.max_replicas = 6;
  wanted.metrics = {{Signal::kReadConnections, MilliQuantity{150'000}}};
  EXPECT_EQ(read.policy, wanted);
}

/// One line of the whole policy replaced gives exactly these problems.
struct WrongCase {
  std::string name;
  std::string line;
  std::string instead;
  std::vector<std::string> problems;
};

class WrongFieldTest : public testing::TestWithParam<WrongCase> {};

TEST_P(WrongFieldTest, SaysWhatAndWhere) {
  const WrongCase& row = GetParam();
  std::string text(kWhole);
  const std::size_t at = text.find(row.line);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, row.line.size(), row.instead);
  const ValidatedFile file = ValidatePolicyFile("p.yaml", text);
  EXPECT_EQ(file.policies, 1);
  EXPECT_EQ(Lines(file.problems), row.problems);
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    WrongFieldTest,
    testing::Values(
        WrongCase{"UnknownField",
                  "  suspend: true",
                  "  suspended: true",
                  {"p.yaml:29: unknown field spec.suspended (did you mean 'suspend'?)"}},
        WrongCase{"UnknownFieldFarFromAll",
                  "    respectQuorum: true",
                  "    zone: a",
                  {"p.yaml:24: unknown field spec.constraints.zone; known here: gracefulScaleDown, "
                   "maxReplicationLagSeconds, respectQuorum"}},
        WrongCase{"ApiVersion",
                  "apiVersion: autoscaling.cozystack.io/v1alpha1",
                  "apiVersion: autoscaling.cozystack.io/v1",
                  {"p.yaml:1: apiVersion: expected autoscaling.cozystack.io/v1alpha1, found "
                   "'autoscaling.cozystack.io/v1'"}},
        WrongCase{"MinReplicasBelowTwo",
                  "minReplicas: 3",
                  "minReplicas: 1",
                  {"p.yaml:10: spec.minReplicas: expected at least 2, found 1: one instance is the "
                   "primary, so fewer leave no standby to measure or to read from"}},
        WrongCase{"MinReplicasQuoted",
                  "minReplicas: 3",
                  "minReplicas: \"3\"",
                  {"p.yaml:10: spec.minReplicas: expected an integer from 0 to 100, found the "
                   "string \"3\""}},
        WrongCase{"MinReplicasOctal",
                  "minReplicas: 3",
                  "minReplicas: 010",
                  {"p.yaml:10: spec.minReplicas: expected an integer from 0 to 100, found '010'"}},
        WrongCase{"MaxBelowMin",
                  "maxReplicas: 6",
                  "maxReplicas: 2",
                  {"p.yaml:11: spec.maxReplicas: expected at least minReplicas (3), found 2"}},
        WrongCase{
            "MaxMissing", "  maxReplicas: 6\n", "", {"p.yaml:9: spec.maxReplicas is required"}},
        WrongCase{"MaxTooLarge",
                  "maxReplicas: 6",
                  "maxReplicas: 101",
                  {"p.yaml:11: spec.maxReplicas: expected an integer from 1 to 100, found '101'"}},
        WrongCase{
            "MaxNull",
            "maxReplicas: 6",
            "maxReplicas:",
            {"p.yaml:11: spec.maxReplicas: expected an integer from 1 to 100, found nothing"}},
        WrongCase{"MetricType",
                  "type: ReadConnections",
                  "type: ReadConnection",
                  {"p.yaml:13: spec.metrics[0].type: expected one of ReadConnections, "
                   "ReadActiveConnections, ReadCPUUtilization, ReadQueriesPerSecond, found "
                   "'ReadConnection' (did you mean 'ReadConnections'?)"}},
        WrongCase{"MetricTwice",
                  "type: ReadCPUUtilization",
                  "type: ReadConnections",
                  {"p.yaml:15: spec.metrics[1].type: 'ReadConnections' stands twice in "
                   "spec.metrics"}},
        WrongCase{"MetricZero",
                  "averageValue: \"150\"",
                  "averageValue: \"0\"",
                  {"p.yaml:14: spec.metrics[0].target.averageValue: expected a quantity from 0.001 "
                   "to 1000000000, found the string \"0\""}},
        WrongCase{"MetricPromql",
                  "averageValue: \"150\"",
                  "averageValue: \"150\", query: up",
                  {"p.yaml:14: unknown field spec.metrics[0].target.query; known here: "
                   "averageValue"}},
        WrongCase{"CpuAboveLimit",
                  "averageValue: 62.5",
                  "averageValue: 101",
                  {"p.yaml:16: spec.metrics[1].target.averageValue: expected at most 100 (percent "
                   "of one instance's CPU limit), found 101"}},
        WrongCase{"Tolerance",
                  "tolerance: \"0.05\"",
                  "tolerance: 1",
                  {"p.yaml:18: spec.behavior.tolerance: expected a quantity from 0 to 0.999, found "
                   "'1'"}},
        WrongCase{"Step",
                  "step: 2}",
                  "step: 0}",
                  {"p.yaml:19: spec.behavior.scaleUp.step: expected an integer from 1 to 100, "
                   "found '0'"}},
        WrongCase{"Deadline",
                  "convergenceDeadlineSeconds: 600",
                  "convergenceDeadlineSeconds: 59",
                  {"p.yaml:21: spec.behavior.convergenceDeadlineSeconds: expected an integer from "
                   "60 to 86400, found '59'"}},
        WrongCase{"RespectQuorum",
                  "respectQuorum: true",
                  "respectQuorum: false",
                  {"p.yaml:24: spec.constraints.respectQuorum: expected true, found false: a count "
                   "below the synchronous replicas is refused by the engine, so the quorum floor "
                   "cannot be switched off"}},
        WrongCase{"Graceful",
                  "gracefulScaleDown: true",
                  "gracefulScaleDown: false",
                  {"p.yaml:26: spec.constraints.gracefulScaleDown: expected true, found false: the "
                   "engine's operator removes the instance, gitscale has no other way"}},
        WrongCase{"Approval",
                  "scaleDown: PullRequest",
                  "scaleDown: pullrequest",
                  {"p.yaml:27: spec.approval.scaleDown: expected one of Automatic, PullRequest, "
                   "found 'pullrequest' (did you mean 'PullRequest'?)"}},
        WrongCase{"StrategyKnownButNotYet",
                  "strategy: Application",
                  "strategy: ValuesFile",
                  {"p.yaml:28: spec.writeTo.strategy: this version cannot write 'ValuesFile' yet; "
                   "expected Application, HelmRelease or Manifest"}},
        WrongCase{"WritePath",
                  "path: clusters/prod/db.yaml",
                  "path: ../db.yaml",
                  {"p.yaml:28: spec.writeTo.path: expected a file of this repository as "
                   "'folder/file.yaml' (no leading '/', no '.' or '..'), found '../db.yaml'"}},
        WrongCase{"Suspend",
                  "suspend: true",
                  "suspend: yes",
                  {"p.yaml:29: spec.suspend: expected true or false, found 'yes'"}},
        WrongCase{"PolicyName",
                  "  name: db\n",
                  "  name: Db_1\n",
                  {"p.yaml:4: metadata.name: expected a DNS-1123 name (a-z, 0-9, '-', '.'), found "
                   "'Db_1'"}},
        WrongCase{"PolicyNameNumber",
                  "  name: db\n",
                  "  name: 12\n",
                  {"p.yaml:4: metadata.name: expected a string, found '12' (put it in quotes)"}},
        WrongCase{"Namespace",
                  "namespace: tenant-acme",
                  "namespace: ${NS}",
                  {"p.yaml:5: metadata.namespace: expected a DNS-1123 label (a-z, 0-9, '-', at "
                   "most 63), found '${NS}'"}},
        WrongCase{"KindUnknown",
                  "{kind: Postgres, name: db}",
                  "{kind: Postgress, name: db}",
                  {"p.yaml:9: spec.targetRef.kind: expected one of Cluster, HelmRelease, MariaDB, "
                   "MongoDB, PerconaServerMongoDB, Postgres, Redis, RedisFailover, found "
                   "'Postgress' (did you mean 'Postgres'?)"}},
        WrongCase{"OneNameForTwoKinds",
                  "{kind: Postgres, name: db}",
                  "{apiVersion: v1, kind: MariaDB, name: db}",
                  {"p.yaml:9: spec.targetRef.apiVersion: expected apps.cozystack.io/v1alpha1 or "
                   "k8s.mariadb.com/v1alpha1 for kind MariaDB, found 'v1'"}},
        WrongCase{"OwnKindNeedsItsApiVersion",
                  "{kind: Postgres, name: db}",
                  "{kind: RedisFailover, name: db}",
                  {"p.yaml:9: spec.targetRef.apiVersion: expected databases.spotahome.com/v1 for "
                   "kind RedisFailover, found 'apps.cozystack.io/v1alpha1'"}},
        WrongCase{"HelmReleaseNeedsItsApiVersion",
                  "{kind: Postgres, name: db}",
                  "{kind: HelmRelease, name: db}",
                  {"p.yaml:9: spec.targetRef.apiVersion: expected helm.toolkit.fluxcd.io/v2 for "
                   "kind HelmRelease, found 'apps.cozystack.io/v1alpha1'"}},
        WrongCase{"TargetRefEmpty",
                  "{kind: Postgres, name: db}",
                  "{}",
                  {"p.yaml:9: spec.targetRef.kind is required",
                   "p.yaml:9: spec.targetRef.name is required"}},
        WrongCase{"DuplicateField",
                  "  dryRun: true",
                  "  suspend: false",
                  {"p.yaml:30: spec.suspend stands twice, first on line 29"}},
        WrongCase{"BehaviorIsNoMapping",
                  "writeTo: {strategy: Application, path: clusters/prod/db.yaml}",
                  "writeTo: Application",
                  {"p.yaml:28: spec.writeTo: expected a mapping, found 'Application'"}},
        WrongCase{"BehaviorIsNothing",
                  "writeTo: {strategy: Application, path: clusters/prod/db.yaml}",
                  "writeTo:",
                  {"p.yaml:28: spec.writeTo: expected a mapping, found nothing"}},
        WrongCase{"MergeKey",
                  "{kind: Postgres, name: db}",
                  "{kind: &k Postgres, name: db, <<: *k}",
                  {"p.yaml:9: spec.targetRef: merge keys are not supported here: write the fields "
                   "out"}},
        WrongCase{"Alias",
                  "  labels: {team: a}\n",
                  "  labels: {team: &t a}\n  name: *t\n",
                  {"p.yaml:7: metadata.name stands twice, first on line 4"}},
        WrongCase{"Terminal",
                  "type: ReadConnections",
                  "type: \"\\e[31mx\"",
                  {"p.yaml:13: spec.metrics[0].type: expected one of ReadConnections, "
                   "ReadActiveConnections, ReadCPUUtilization, ReadQueriesPerSecond, found the "
                   "string \"\\x1b[31mx\""}}),
    [](const auto& row) { return row.param.name; });

TEST(ValidatePolicyFileTest, ReportsEveryProblemOfAFileInOrder) {
  const ValidatedFile file = ValidatePolicyFile("p.yaml",
                                                "apiVersion: autoscaling.cozystack.io/v1alpha1\n"
                                                "kind: DatabaseHorizontalAutoscaler\n"
                                                "metadata: {name: db}\n"
                                                "spec:\n"
                                                "  minReplica: 3\n"
                                                "  targetRef: {kind: Postgres}\n"
                                                "  metrics: []\n"
                                                "---\n"
                                                "kind: GatewayHorizontalAutoscaler\n"
                                                "---\n"
                                                "kind: ConfigMap\n"
                                                "---\n"
                                                "apiVersion: autoscaling.cozystack.io/v1alpha1\n"
                                                "kind: DatabaseHorizontalAutoscalr\n");
  EXPECT_EQ(file.policies, 3);
  EXPECT_THAT(
      Lines(file.problems),
      ElementsAre(
          "p.yaml:5: spec.maxReplicas is required",
          "p.yaml:5: unknown field spec.minReplica (did you mean 'minReplicas'?)",
          "p.yaml:6: spec.targetRef.name is required",
          "p.yaml:7: spec.metrics: expected at least one metric, found an empty sequence",
          "p.yaml:9: kind 'GatewayHorizontalAutoscaler': this version does not scale gateways yet",
          "p.yaml:14: kind: expected DatabaseHorizontalAutoscaler, found "
          "'DatabaseHorizontalAutoscalr' (did you mean 'DatabaseHorizontalAutoscaler'?)"));
}

TEST(ValidatePolicyFileTest, MissingPartsAreSaidOnce) {
  const ValidatedFile file = ValidatePolicyFile("p.yaml", "kind: DatabaseHorizontalAutoscaler\n");
  EXPECT_THAT(Lines(file.problems),
              ElementsAre("p.yaml:1: apiVersion is required",
                          "p.yaml:1: metadata is required",
                          "p.yaml:1: spec is required"));
}

TEST(ValidatePolicyFileTest, GoodFilesAreSilent) {
  EXPECT_EQ(ValidatePolicyFile("p.yaml", PolicyText() + "---\n" + PolicyText("db2")).policies, 2);
  const ValidatedFile wide = ValidatePolicyFile("p.yaml", std::string_view("\xFF\xFEk\0i\0", 6));
  ASSERT_EQ(wide.problems.size(), 1U);
  EXPECT_EQ(FormatProblem(wide.problems[0]),
            "p.yaml:1: cannot parse as YAML: expected UTF-8, found UTF-16 or UTF-32");
  EXPECT_THAT(ValidatePolicyFile("p.yaml", PolicyText()).problems, IsEmpty());
  for (const std::string ref : {"{kind: Cluster, name: db, apiVersion: postgresql.cnpg.io/v1}",
                                "{kind: HelmRelease, name: db, apiVersion: "
                                "helm.toolkit.fluxcd.io/v2beta2}"}) {
    EXPECT_THAT(Lines(ValidatePolicyFile("p.yaml", PolicyText("db", ref)).problems), IsEmpty());
  }
}

TEST(ValidatePolicyFileTest, AFileThatDoesNotParseMattersOnlyIfItMentionsAPolicy) {
  const ValidatedFile bad = ValidatePolicyFile("p.yaml", PolicyText() + "x: [\n");
  EXPECT_EQ(bad.policies, 0);
  ASSERT_EQ(bad.problems.size(), 1U);
  EXPECT_EQ(bad.problems.front().line, 11);
  EXPECT_THAT(bad.problems.front().message, testing::StartsWith("cannot parse as YAML: "));
  EXPECT_THAT(ValidatePolicyFile("t.yaml", "{{- if .x }}\na: 1\n{{- end }}\n").problems, IsEmpty());
}

TEST(ValidatePolicyFileTest, TwinsAndListsAreRefused) {
  EXPECT_THAT(Lines(ValidatePolicyFile("p.yaml", PolicyText() + "---\n" + PolicyText()).problems),
              ElementsAre("p.yaml:11: policy 'tenant-acme/db' is declared again; first on line 1"));
  EXPECT_THAT(
      Lines(ValidatePolicyFile("p.yaml",
                               "apiVersion: v1\nkind: List\nitems:\n"
                               "- kind: DatabaseHorizontalAutoscaler\n")
                .problems),
      ElementsAre("p.yaml:4: policies inside a List are not read: make each one a document"));
}

}  // namespace
}  // namespace gitscale
