// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/report_table.h"

#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "render/one_line.h"
#include "render/outcome_word.h"
#include "render/text_table.h"

namespace gitscale {
namespace {

constexpr std::size_t kOutcomeColumn = 3;

std::string_view StyleOfOutcome(std::string_view outcome) {
  constexpr std::pair<std::string_view, std::string_view> kStyles[] = {{"committed", "32"},
                                                                       {"planned", "36"},
                                                                       {"frozen", "33"},
                                                                       {"not written", "33"},
                                                                       {"stopped", "33"},
                                                                       {"failed", "31"},
                                                                       {"unset", "31"}};
  for (const auto& [word, style] : kStyles) {
    if (word == outcome) {
      return style;
    }
  }
  return {};
}

TextRow RowOf(const TargetReport& target, bool plan) {
  const Proposal& proposal = target.proposal;
  const std::string replicas = proposal.current == proposal.desired
                                   ? fmt::format("{}", proposal.current)
                                   : fmt::format("{} -> {}", proposal.current, proposal.desired);
  const std::string& why = target.failure ? target.failure->message : proposal.reason.message;
  return {OneLine(proposal.display_name),
          std::string(EngineName(proposal.key.engine)),
          replicas,
          OutcomeWord(target, plan),
          OneLine(why)};
}

std::string Targets(const RunReport& report, bool use_color) {
  std::vector<TextRow> rows = {{"TARGET", "ENGINE", "REPLICAS", "OUTCOME", "WHY"}};
  for (const TargetReport& target : report.targets) {
    rows.push_back(RowOf(target, report.plan));
  }
  const DressCell color = [&](std::size_t row, std::size_t column, const std::string& cell) {
    const bool is_outcome = row > 0 && column == kOutcomeColumn;
    const std::string_view style =
        is_outcome ? StyleOfOutcome(OutcomeClass(report.targets[row - 1], report.plan)) : "";
    return style.empty() ? cell : fmt::format("\x1b[{}m{}\x1b[0m", style, cell);
  };
  return TextTable(rows, use_color ? color : DressCell());
}

std::string Releases(const RunReport& report) {
  constexpr std::size_t kShortId = 7;
  std::string out;
  for (const RepositoryReport& repository : report.repositories) {
    for (const ReleaseReport& release : repository.released) {
      const ReleasedTarget& target = release.target;
      const std::string word = ReleaseClass(release, report.plan);
      const std::string commit =
          word == "committed" ? " " + release.commit.substr(0, kShortId) : "";
      const std::string& why = release.failure ? release.failure->message : release.stopped;
      out += fmt::format("{}: {} in {}: policy '{}' is gone; {}{}\n",
                         !IsReleaseDone(release, report.plan) ? "not released"
                         : report.plan                        ? "to release"
                                                              : "released",
                         OneLine(target.display_name),
                         OneLine(target.path),
                         OneLine(target.policy),
                         why.empty() ? word : word + ": " + OneLine(why),
                         commit);
    }
  }
  return out;
}

std::string Refusals(const RunReport& report) {
  std::string out;
  for (const RepositoryReport& repository : report.repositories) {
    for (const RefusedPolicy& refused : repository.refused) {
      const std::string name = refused.name.empty() ? "policy"
                                                    : fmt::format("policy '{}{}{}'",
                                                                  OneLine(refused.ns),
                                                                  refused.ns.empty() ? "" : "/",
                                                                  OneLine(refused.name));
      out += fmt::format(
          "refused: {} in {}: {}\n", name, OneLine(repository.name), RefusalName(refused.code));
      for (const Problem& problem : refused.problems) {
        out += fmt::format("  {}\n", OneLine(FormatProblem(problem)));
      }
    }
  }
  return out;
}

std::string Failures(const RunReport& report) {
  std::string out;
  for (const RepositoryReport& repository : report.repositories) {
    if (repository.failure) {
      out += fmt::format("failed: repository '{}': {}: {}\n",
                         OneLine(repository.name),
                         ErrorCodeName(repository.failure->code),
                         OneLine(repository.failure->message));
    }
  }
  return out;
}

std::string Count(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string ReleaseCounts(const RunReport& report) {
  std::size_t done = 0;
  std::size_t all = 0;
  for (const RepositoryReport& repository : report.repositories) {
    for (const ReleaseReport& release : repository.released) {
      done += IsReleaseDone(release, report.plan) ? 1 : 0;
      ++all;
    }
  }
  std::string out;
  if (done > 0) {
    out += fmt::format("; {} {}", done, report.plan ? "to release" : "released");
  }
  if (all > done) {
    out += fmt::format("; {} not released", all - done);
  }
  return out;
}

}  // namespace

std::string ReportSummary(const RunReport& report) {
  std::map<std::string, std::size_t> outcomes;
  for (const TargetReport& target : report.targets) {
    ++outcomes[OutcomeClass(target, report.plan)];
  }
  std::string listed;
  for (const auto& [outcome, count] : outcomes) {
    listed += fmt::format("{}{} {}", listed.empty() ? ": " : ", ", count, outcome);
  }
  std::size_t refused = 0;
  std::size_t failed = 0;
  for (const RepositoryReport& repository : report.repositories) {
    refused += repository.refused.size();
    failed += repository.failure ? 1 : 0;
  }
  std::string out = Count(report.targets.size(), "target", "targets") + listed;
  out += ReleaseCounts(report);
  if (refused > 0) {
    out += "; " + Count(refused, "policy", "policies") + " refused";
  }
  if (failed > 0) {
    out += "; " + Count(failed, "repository", "repositories") + " failed";
  }
  const std::int64_t tenths = report.elapsed_ms / 100;
  return fmt::format(
      "{}; {}, {}, {}.{} s",
      out,
      fmt::format(
          "{} metric {}", report.metric_queries, report.metric_queries == 1 ? "query" : "queries"),
      fmt::format(
          "{} cluster {}", report.cluster_calls, report.cluster_calls == 1 ? "call" : "calls"),
      tenths / 10,
      tenths % 10);
}

std::string ReportTable(const RunReport& report, bool use_color) {
  std::string out;
  if (!report.targets.empty()) {
    out += Targets(report, use_color) + "\n";
  }
  std::string below = Releases(report) + Refusals(report) + Failures(report);
  out += below.empty() ? "" : below + "\n";
  for (const RepositoryReport& repository : report.repositories) {
    out += repository.diff.empty() ? "" : repository.diff + "\n";
  }
  return out + ReportSummary(report) + "\n";
}

}  // namespace gitscale
