// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/draft.h"

#include <algorithm>
#include <utility>

namespace gitscale {

void Note(
    Draft& draft, Rule rule, std::int32_t after, Reason reason, std::optional<SysSeconds> until) {
  draft.proposal.trace.push_back(TraceEntry{.rule = rule,
                                            .before = draft.proposal.desired,
                                            .after = after,
                                            .reason = reason,
                                            .until = until});
  draft.proposal.desired = after;
  draft.proposal.reason = std::move(reason);
}

void Hold(
    Draft& draft, Rule rule, Outcome outcome, Reason reason, std::optional<SysSeconds> until) {
  Note(draft, rule, draft.proposal.current, std::move(reason), until);
  draft.proposal.outcome = outcome;
}

void Settle(
    Draft& draft, Rule rule, Outcome outcome, Reason reason, std::optional<SysSeconds> until) {
  Hold(draft, rule, outcome, std::move(reason), until);
  draft.settled = true;
}

void SetCondition(Proposal& proposal, ConditionType type, bool status, Reason reason) {
  const auto found = std::ranges::find(proposal.conditions, type, &Condition::type);
  Condition condition{.type = type, .status = status, .reason = std::move(reason)};
  if (found == proposal.conditions.end()) {
    proposal.conditions.push_back(std::move(condition));
  } else {
    *found = std::move(condition);
  }
}

}  // namespace gitscale
