// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/commit_message.h"

#include <cstddef>

#include <fmt/format.h>

#include "base/check.h"
#include "base/time.h"
#include "reconciler/inputs.h"
#include "render/one_line.h"

namespace gitscale {
namespace {

constexpr std::size_t kSubjectWanted = 72;
constexpr std::size_t kSubjectLimit = 100;
constexpr std::size_t kShortestReason = 24;  ///< less than that says nothing
constexpr std::size_t kBodyWidth = 72;

/// The subject says what; that it is per replica stands in the body.
std::string WithoutUnit(std::string_view why) {
  std::string out(why);
  for (const std::string_view unit : {" per read replica", " per replica"}) {
    if (const std::size_t at = out.find(unit); at != std::string::npos) {
      out.erase(at, unit.size());
    }
  }
  return out;
}

std::string Change(std::int32_t from, std::int32_t to) {
  return from == to ? fmt::format("{}", to) : fmt::format("{} -> {}", from, to);
}

/// "head (why)" within the limits of a subject.
std::string WithReason(const std::string& head, std::string_view message) {
  const std::string why = OneLine(WithoutUnit(message));
  if (why.empty()) {
    return CutAtWord(head, kSubjectLimit);
  }
  constexpr std::size_t kBrackets = 3;  // " (" and ")"
  const bool is_head_short = head.size() + kBrackets + kShortestReason <= kSubjectWanted;
  const std::size_t limit = is_head_short ? kSubjectWanted : kSubjectLimit;
  if (head.size() + kBrackets + kShortestReason > limit &&
      head.size() + kBrackets + why.size() > limit) {
    return CutAtWord(head, kSubjectLimit);
  }
  return fmt::format("{} ({})", head, CutAtWord(why, limit - head.size() - kBrackets));
}

std::string TraceLines(const Proposal& proposal) {
  std::string out;
  for (const TraceEntry& entry : proposal.trace) {
    std::string line = fmt::format("- {}: {}: {}",
                                   RuleName(entry.rule),
                                   Change(entry.before, entry.after),
                                   OneLine(entry.reason.message));
    if (entry.until) {
      line += fmt::format(" (until {})", FormatRfc3339(*entry.until));
    }
    out += Wrap(line, kBodyWidth, 2) + "\n";
  }
  return out;
}

/// The inputs are canonical JSON on one line, and the record's digest is of exactly these bytes.
/// Those that are too long for a commit message are named by their digest.
std::string Trailers(const Proposal& proposal, const DecisionRecord& record) {
  CHECK(proposal.inputs.find_first_of("\r\n") == std::string::npos);
  return fmt::format(
      "{}: {}\n{}: {}\n{}: {}\n",
      kDecisionTrailer,
      OneLine(record.id),
      kPolicyTrailer,
      OneLine(record.policy),
      kInputsTrailer,
      proposal.inputs.size() <= kMaxInputsBytes ? proposal.inputs : record.inputs_digest);
}

}  // namespace

std::string DecisionSubject(const Proposal& proposal) {
  const std::string head = fmt::format(
      "scale({}): {}", OneLine(proposal.display_name), Change(proposal.current, proposal.desired));
  return WithReason(head, proposal.reason.message);
}

std::string DecisionCommitMessage(const Proposal& proposal, const DecisionRecord& record) {
  std::string out = DecisionSubject(proposal) + "\n\n";
  const std::string trace = TraceLines(proposal);
  if (!trace.empty()) {
    out += trace + "\n";
  }
  return out + Trailers(proposal, record);
}

std::string RunCommitMessage(std::string_view repository,
                             const std::vector<DecisionToCommit>& decisions) {
  CHECK(!decisions.empty());
  const std::string subject = fmt::format("scale: {} target{} in {}",
                                          decisions.size(),
                                          decisions.size() == 1 ? "" : "s",
                                          OneLine(repository));
  std::string lines;
  std::string trailers;
  for (const DecisionToCommit& decision : decisions) {
    const Proposal& proposal = decision.proposal;
    lines += Wrap(fmt::format("- {}: {} ({})",
                              OneLine(proposal.display_name),
                              Change(proposal.current, proposal.desired),
                              OneLine(proposal.reason.message)),
                  kBodyWidth,
                  2) +
             "\n";
    trailers += Trailers(decision.proposal, decision.record);
  }
  return fmt::format("{}\n\n{}\n{}", CutAtWord(subject, kSubjectLimit), lines, trailers);
}

}  // namespace gitscale
