// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/json.h"
#include "render/explanation.h"
#include "render/outcome_word.h"
#include "render/proposal_json.h"
#include "render/report_json.h"
#include "render/utf8.h"
#include "render/ways_out.h"

namespace gitscale {
namespace {

Json StagesJson(const Proposal& proposal) {
  Json::Array stages;
  for (const StageFacts& stage : proposal.stages) {
    stages.push_back(Json::Object{{"rule", RuleName(stage.rule)}, {"facts", stage.facts}});
  }
  return stages;
}

Json ExplainedTarget(const TargetReport& target) {
  Json::Array ways;
  for (const std::string& way : WaysOut(target)) {
    ways.push_back(Json(way));
  }
  return Json::Object{{"target", TargetReportJson(target, true)},
                      {"policyPath", target.decided_on->policy.path},
                      {"policyLine", target.decided_on->policy.line},
                      {"decidedAt", FormatRfc3339(target.decided_on->now)},
                      {"stages", StagesJson(target.proposal)},
                      {"toChange", std::move(ways)}};
}

}  // namespace

std::string WriteExplanationJson(const Explained& explained) {
  Json::Array targets;
  for (const TargetReport& target : explained.targets) {
    targets.push_back(ExplainedTarget(target));
  }
  Json::Array refused;
  for (const RefusedPolicy& policy : explained.refused) {
    refused.push_back(RefusedPolicyJson(policy));
  }
  return ToValidUtf8(WriteJsonPretty(Json::Object{{"apiVersion", kReportApiVersion},
                                                  {"kind", "Explanation"},
                                                  {"started", FormatRfc3339(explained.started)},
                                                  {"targets", std::move(targets)},
                                                  {"refused", std::move(refused)}}));
}

}  // namespace gitscale
