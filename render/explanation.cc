// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/explanation.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/quantity.h"
#include "render/one_line.h"
#include "render/outcome_word.h"
#include "render/text_table.h"
#include "render/ways_out.h"

namespace gitscale {
namespace {

constexpr bool kNothingWritten = true;

/// The entry of the trace that belongs to a stage; nothing when it let the count pass.
const TraceEntry* WhatItSaid(const Proposal& proposal, Rule rule) {
  const auto found = std::ranges::find(proposal.trace, rule, &TraceEntry::rule);
  return found == proposal.trace.end() ? nullptr : &*found;
}

std::string Result(const TargetReport& target, const TraceEntry& said) {
  if (said.before != said.after) {
    return fmt::format("{} -> {}", said.before, said.after);
  }
  const bool is_last = &said == &target.proposal.trace.back();
  return is_last ? OutcomeClass(target, kNothingWritten) : "noted";
}

TextRow StageRow(const TargetReport& target, Rule rule) {
  const Proposal& proposal = target.proposal;
  const auto reached = std::ranges::find(proposal.stages, rule, &StageFacts::rule);
  const TraceEntry* said = WhatItSaid(proposal, rule);
  const std::string facts = reached == proposal.stages.end() ? "" : OneLine(reached->facts);
  if (said == nullptr) {
    return {std::string(RuleName(rule)),
            reached == proposal.stages.end() ? "not reached" : "passed",
            facts};
  }
  std::string text = OneLine(said->reason.message);
  if (said->until) {
    text += fmt::format(" (until {})", FormatRfc3339(*said->until));
  }
  // Faults are often the whole of what a stage looked at.
  text += facts.empty() || text.find(facts) != std::string::npos ? "" : " [" + facts + "]";
  return {std::string(RuleName(rule)), Result(target, *said), text};
}

std::string Stages(const TargetReport& target) {
  std::vector<TextRow> rows = {{"GUARDRAIL", "RESULT", "WHAT IT LOOKED AT AND SAID"}};
  for (const Rule rule : GuardrailOrder()) {
    rows.push_back(StageRow(target, rule));
  }
  for (const Rule rule : {Rule::kApproval, Rule::kDryRun}) {
    if (WhatItSaid(target.proposal, rule) != nullptr) {
      rows.push_back(StageRow(target, rule));
    }
  }
  return TextTable(rows);
}

std::string Metrics(const TargetReport& target) {
  if (target.proposal.metrics.empty()) {
    return {};
  }
  const auto count = [](const std::optional<std::int32_t>& value) {
    return value ? std::to_string(*value) : std::string("unknown");
  };
  std::vector<TextRow> rows = {
      {"METRIC", "TARGET", "NOW", "TO GROW", "TO SHRINK", "UNREADABLE BECAUSE"}};
  for (const MetricStatus& metric : target.proposal.metrics) {
    rows.push_back({std::string(SignalName(metric.signal)),
                    FormatQuantity(metric.target),
                    metric.current ? FormatQuantity(*metric.current) : "unknown",
                    count(metric.recommended_up),
                    count(metric.recommended_down),
                    metric.fault ? OneLine(metric.fault->message) : ""});
  }
  return TextTable(rows) + "\n";
}

std::string Where(const TargetReport& target) {
  const PolicyTarget& decided = target.decided_on->policy;
  const Proposal& proposal = target.proposal;
  return TextTable({{"policy",
                     fmt::format("{}, {}:{} in repository {}",
                                 OneLine(proposal.policy),
                                 OneLine(decided.path),
                                 decided.line,
                                 OneLine(target.repository))},
                    {"count",
                     fmt::format("{} at {}:{}, {}",
                                 fmt::join(decided.target.replica_path, "."),
                                 OneLine(decided.target.path),
                                 decided.target.line,
                                 decided.target.declared_replicas
                                     ? std::to_string(proposal.current)
                                     : fmt::format("absent: {} by default", proposal.current))},
                    {"decided at", FormatRfc3339(target.decided_on->now)}});
}

std::string OneTarget(const TargetReport& target, bool use_color) {
  const Proposal& proposal = target.proposal;
  const std::string change =
      proposal.current == proposal.desired
          ? fmt::format("{} instances", proposal.current)
          : fmt::format("{} -> {} instances", proposal.current, proposal.desired);
  const std::string outcome = OutcomeClass(target, kNothingWritten);
  std::string out = fmt::format("{}: {} in cluster {}, {}\n{}: {} ({})\n\n",
                                OneLine(proposal.display_name),
                                EngineName(proposal.key.engine),
                                OneLine(proposal.key.cluster),
                                change,
                                use_color ? fmt::format("\x1b[1m{}\x1b[0m", outcome) : outcome,
                                OneLine(proposal.reason.message),
                                ReasonName(proposal.reason.code));
  out += Where(target) + "\n" + Stages(target) + "\n" + Metrics(target);
  const std::vector<std::string> ways = WaysOut(target);
  if (!ways.empty()) {
    out += "To change this:\n";
    for (const std::string& way : ways) {
      out += fmt::format("- {}\n", way);
    }
  }
  return out;
}

}  // namespace

std::string ExplanationText(const Explained& explained, bool use_color) {
  std::vector<std::string> parts;
  for (const TargetReport& target : explained.targets) {
    parts.push_back(OneTarget(target, use_color));
  }
  for (const RefusedPolicy& refused : explained.refused) {
    std::string part = fmt::format("{}/{}: refused: {}\n",
                                   OneLine(refused.ns),
                                   OneLine(refused.name),
                                   RefusalName(refused.code));
    for (const Problem& problem : refused.problems) {
      part += fmt::format("- {}\n", OneLine(FormatProblem(problem)));
    }
    parts.push_back(std::move(part));
  }
  return fmt::format("{}", fmt::join(parts, "\n"));
}

}  // namespace gitscale
