// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/report_json.h"

#include <map>

#include "base/time.h"
#include "render/outcome_word.h"
#include "render/proposal_json.h"
#include "render/utf8.h"

namespace gitscale {
namespace {

Json KeyJson(const TargetKey& key) {
  return Json::Object{{"cluster", key.cluster},
                      {"engine", EngineName(key.engine)},
                      {"namespace", key.ns},
                      {"name", key.name}};
}

Json ReleaseJson(const ReleaseReport& release, bool plan) {
  const ReleasedTarget& target = release.target;
  return Json::Object{{"key", KeyJson(target.key)},
                      {"displayName", target.display_name},
                      {"path", target.path},
                      {"policy", target.policy},
                      {"replicas", target.replicas ? Json(*target.replicas) : Json()},
                      {"result", ReleaseClass(release, plan)},
                      {"stopped", TextOrNull(release.stopped)},
                      {"commit", TextOrNull(release.commit)},
                      {"failure", ErrorJson(release.failure)}};
}

Json RepositoryJson(const RepositoryReport& repository, bool plan) {
  Json::Array released;
  for (const ReleaseReport& release : repository.released) {
    released.push_back(ReleaseJson(release, plan));
  }
  Json::Array refused;
  for (const RefusedPolicy& policy : repository.refused) {
    refused.push_back(RefusedPolicyJson(policy));
  }
  return Json::Object{{"name", repository.name},
                      {"url", TextOrNull(repository.url)},
                      {"branch", TextOrNull(repository.branch)},
                      {"tip", TextOrNull(repository.tip)},
                      {"pushAttempts", repository.push_attempts},
                      {"failure", ErrorJson(repository.failure)},
                      {"refused", std::move(refused)},
                      {"released", std::move(released)},
                      {"diff", TextOrNull(repository.diff)}};
}

Json CountersJson(const RunReport& report) {
  std::map<std::string, std::int64_t> results;
  for (const TargetReport& target : report.targets) {
    ++results[OutcomeClass(target, report.plan)];
  }
  Json::Array counted;
  for (const auto& [result, count] : results) {
    counted.push_back(Json::Object{{"result", result}, {"count", count}});
  }
  std::int64_t refused = 0;
  std::int64_t failed = 0;
  for (const RepositoryReport& repository : report.repositories) {
    refused += static_cast<std::int64_t>(repository.refused.size());
    failed += repository.failure ? 1 : 0;
  }
  return Json::Object{{"targets", static_cast<std::int64_t>(report.targets.size())},
                      {"results", std::move(counted)},
                      {"refusedPolicies", refused},
                      {"failedRepositories", failed},
                      {"metricQueries", report.metric_queries},
                      {"clusterCalls", report.cluster_calls},
                      {"elapsedMilliseconds", report.elapsed_ms}};
}

}  // namespace

Json TargetReportJson(const TargetReport& target, bool plan) {
  const Proposal& proposal = target.proposal;
  return Json::Object{
      {"repository", target.repository},
      {"key", KeyJson(proposal.key)},
      {"displayName", proposal.display_name},
      {"path", TextOrNull(target.path)},
      {"policy", proposal.policy},
      {"currentReplicas", proposal.current},
      {"desiredReplicas", proposal.desired},
      {"lastConvergedReplicas",
       proposal.entry.last_converged ? Json(*proposal.entry.last_converged) : Json()},
      {"lastScaleTime",
       proposal.entry.last_scale ? Json(FormatRfc3339(*proposal.entry.last_scale)) : Json()},
      {"recommendation", proposal.recommendation ? Json(*proposal.recommendation) : Json()},
      {"outcome", OutcomeName(proposal.outcome)},
      {"result", OutcomeClass(target, plan)},
      {"reason", ReasonJson(proposal.reason)},
      {"dryRun", proposal.dry_run},
      {"trace", TraceJson(proposal.trace)},
      {"conditions", ConditionsJson(proposal.conditions)},
      {"metrics", MetricsJson(proposal.metrics)},
      {"decision", target.record ? RecordJson(*target.record) : Json()},
      {"commit", TextOrNull(target.commit)},
      {"failure", ErrorJson(target.failure)}};
}

Json RefusedPolicyJson(const RefusedPolicy& refused) {
  Json::Array problems;
  for (const Problem& problem : refused.problems) {
    problems.push_back(ProblemJson(problem));
  }
  return Json::Object{{"namespace", TextOrNull(refused.ns)},
                      {"name", TextOrNull(refused.name)},
                      {"code", RefusalName(refused.code)},
                      {"problems", std::move(problems)}};
}

Json ErrorJson(const std::optional<Error>& error) {
  if (!error) {
    return nullptr;
  }
  return Json::Object{{"code", ErrorCodeName(error->code)},
                      {"message", error->message},
                      {"subject", TextOrNull(error->subject)}};
}

Json ProblemJson(const Problem& problem) {
  return Json::Object{{"path", problem.path},
                      {"line", problem.line > 0 ? Json(problem.line) : Json()},
                      {"message", problem.message}};
}

Json ReportJson(const RunReport& report) {
  Json::Array repositories;
  for (const RepositoryReport& repository : report.repositories) {
    repositories.push_back(RepositoryJson(repository, report.plan));
  }
  Json::Array targets;
  for (const TargetReport& target : report.targets) {
    targets.push_back(TargetReportJson(target, report.plan));
  }
  return Json::Object{{"apiVersion", kReportApiVersion},
                      {"kind", "RunReport"},
                      {"plan", report.plan},
                      {"runId", TextOrNull(report.run_id)},
                      {"started", FormatRfc3339(report.started)},
                      {"repositories", std::move(repositories)},
                      {"targets", std::move(targets)},
                      {"counters", CountersJson(report)}};
}

std::string WriteReportJson(const RunReport& report) {
  return ToValidUtf8(WriteJsonPretty(ReportJson(report)));
}

}  // namespace gitscale
