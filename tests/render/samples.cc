// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/render/samples.h"

namespace gitscale {
namespace {

constexpr SysSeconds kNow{std::chrono::seconds{1'790'000'000}};

TargetReport ReportOf(std::string name,
                      Engine engine,
                      std::int32_t current,
                      std::int32_t desired,
                      Outcome outcome,
                      Reason reason) {
  TargetReport target;
  target.repository = "acme";
  target.path = "tenants/" + name + ".yaml";
  target.proposal.key = {"prod", engine, "tenant-acme", name};
  target.proposal.display_name = "tenant-acme/" + name;
  target.proposal.policy = "tenant-acme/" + name;
  target.proposal.current = current;
  target.proposal.desired = desired;
  target.proposal.outcome = outcome;
  target.proposal.reason = std::move(reason);
  return target;
}

std::vector<TargetReport> SampleTargets() {
  using enum ReasonCode;
  TargetReport changed;
  changed.repository = "acme";
  changed.proposal = SampleProposal();
  changed.record = SampleRecord();
  changed.path = "tenants/db.yaml";
  changed.commit = "1f3a9c2b4d5e6f708192a3b4c5d6e7f8091a2b3c";
  TargetReport failed = ReportOf("orders",
                                 Engine::kPostgres,
                                 4,
                                 3,
                                 Outcome::kChanged,
                                 {kMetricBelowTarget, "ReadConnections 20 under 150 for 30 min"});
  failed.failure = Error{ErrorCode::kInvalidArgument,
                         "tenants/orders.yaml:7: found a template ('{{'), expected plain YAML",
                         "tenants/orders.yaml"};
  TargetReport dry = ReportOf("dry",
                              Engine::kPostgres,
                              3,
                              4,
                              Outcome::kNotTried,
                              {kDryRun, "would scale 3 -> 4: ReadConnections 210 over 150"});
  dry.proposal.dry_run = true;
  return {
      changed,
      ReportOf("cache",
               Engine::kRedis,
               2,
               2,
               Outcome::kNotNeeded,
               {kWithinTolerance, "within tolerance (0.97)"}),
      ReportOf("caf\xC3\xA9-\xE6\x95\xB0",
               Engine::kMariadb,
               3,
               3,
               Outcome::kHeld,
               {kScaleDownStabilized, "below target,\nbut not for 30 min yet"}),
      ReportOf("ledger",
               Engine::kPostgres,
               3,
               3,
               Outcome::kUnknown,
               {kStaleSamples, "newest sample of a standby is 5 min old, limit 60 s"}),
      failed,
      dry,
      ReportOf("asleep",
               Engine::kPostgres,
               3,
               3,
               Outcome::kNotTried,
               {kPolicySuspended, "suspended; within tolerance (1.02)"}),
      ReportOf("halt", Engine::kPostgres, 3, 3, Outcome::kNotTried, {kGlobalStop, "stop: true"}),
      ReportOf(
          "shards", Engine::kMongodb, 3, 3, Outcome::kNotTried, {kNotScalable, "sharding is on"}),
      ReportOf("late",
               Engine::kPostgres,
               3,
               4,
               Outcome::kChanged,
               {kMetricAboveTarget, "ReadConnections 160 over 150 per read replica"})};
}

}  // namespace

Proposal SampleProposal() {
  using enum ReasonCode;
  Proposal proposal;
  proposal.key = {"prod", Engine::kPostgres, "tenant-acme", "postgres-db"};
  proposal.display_name = "tenant-acme/db";
  proposal.policy = "tenant-acme/db";
  proposal.current = 3;
  proposal.desired = 4;
  proposal.recommendation = 6;
  proposal.outcome = Outcome::kChanged;
  proposal.reason = {kMetricAboveTarget, "ReadConnections 210 over 150 per read replica"};
  proposal.trace = {
      {Rule::kStabilization, 3, 6, proposal.reason, std::nullopt},
      {Rule::kStep, 6, 4, {kStepLimited, "6 asked for, at most 1 per decision"}, std::nullopt},
      {Rule::kBounds,
       4,
       4,
       {kTooManyReplicas,
        "a sentence that is long enough to need a second line in the body of the message"},
       kNow + std::chrono::minutes{30}},
  };
  proposal.conditions = {
      {ConditionType::kScalingActive, true, {kReady, "nothing stands in the way"}},
      {ConditionType::kScalingLimited, true, {kStepLimited, "6 asked for, at most 1"}},
  };
  proposal.metrics = {
      {Signal::kReadConnections, {150'000}, MilliQuantity{210'000}, 6, 5, std::nullopt},
      {Signal::kReadCpuUtilization,
       {70'000},
       std::nullopt,
       std::nullopt,
       std::nullopt,
       Reason{kNoCpuLimit, "its pods have no CPU limit"}},
  };
  proposal.inputs = "{}";
  return proposal;
}

DecisionRecord SampleRecord() {
  return {
      .id = "0123456789abcdef",
      .policy = "tenant-acme/db",
      .from = 3,
      .to = 4,
      .at = kNow,
      .reason = "MetricAboveTarget",
      .inputs_digest = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"};
}

std::vector<ReleaseReport> SampleReleases() {
  ReleaseReport done;
  done.target = {.key = {"prod", Engine::kPostgres, "tenant-acme", "postgres-old"},
                 .display_name = "tenant-acme/old",
                 .policy = "tenant-acme/old",
                 .path = "acme/old.yaml",
                 .document_index = 0,
                 .replicas = 4};
  done.commit = "fedcba9876543210fedcba9876543210fedcba98";
  ReleaseReport refused = done;
  refused.target.display_name = "tenant-acme/older";
  refused.target.replicas.reset();
  refused.commit.clear();
  refused.failure = Error{ErrorCode::kInvalidArgument,
                          "acme/old.yaml:7: found a template ('{{'), expected plain YAML",
                          "acme/old.yaml"};
  ReleaseReport stopped = done;
  stopped.commit.clear();
  stopped.stopped = "writing is stopped by 'stop' in the configuration";
  return {done, refused, stopped};
}

RunReport SampleReport() {
  RunReport report;
  report.run_id = "run-1";
  report.started = kNow;
  report.targets = SampleTargets();
  RepositoryReport acme;
  acme.name = "acme";
  acme.url = "https://git.example.org/acme.git";
  acme.branch = "main";
  acme.tip = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
  acme.push_attempts = 1;
  acme.refused = {
      {"tenant-acme",
       "web",
       RefusalCode::kInvalidPolicy,
       {{"policies/web.yaml", 7, "unknown field 'maxReplica' (did you mean 'maxReplicas'?)"},
        {"policies/web.yaml", 9, "minReplicas is 1, expected at least 2"}}},
      {"", "", RefusalCode::kForbiddenNamespace, {{"policies/x.yaml", 0, "not ours"}}}};
  acme.released = SampleReleases();
  RepositoryReport blue;
  blue.name = "blue";
  blue.failure =
      Error{ErrorCode::kUnavailable, "cannot fetch branch 'main': connection refused", "blue"};
  report.repositories = {acme, blue};
  report.metric_queries = 9;
  report.cluster_calls = 1;
  report.elapsed_ms = 1'234;
  return report;
}

}  // namespace gitscale
