// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reconciler/decision_record.h"
#include "reconciler/proposal.h"

namespace gitscale {

/// Names of the trailers (docs/formats.md).
inline constexpr std::string_view kDecisionTrailer = "Gitscale-Decision";
inline constexpr std::string_view kPolicyTrailer = "Gitscale-Policy";
inline constexpr std::string_view kInputsTrailer = "Gitscale-Inputs";

/// A changed proposal and its record.
struct DecisionToCommit {
  Proposal proposal;
  DecisionRecord record;
};

/// The message of a commit that carries one decision: subject
/// "scale(tenant-acme/db): 3 -> 4 (ReadConnections 210 over 150)" of at most 72 bytes (100 where
/// the name is long), the trace of the guardrails as a list, the trailers. UTF-8, ends with a
/// newline.
///
/// Text from policies stays on its line whatever it holds, so it cannot add a trailer.
[[nodiscard]] std::string DecisionCommitMessage(const Proposal& proposal,
                                                const DecisionRecord& record);

/// The message of a commit that folds all decisions of a run: "scale: 3 targets in acme", a line
/// for each, and the trailers of each in the same order. REQUIRES: at least one decision.
[[nodiscard]] std::string RunCommitMessage(std::string_view repository,
                                           const std::vector<DecisionToCommit>& decisions);

/// "scale(tenant-acme/db): 3 -> 4 (why)", as above.
[[nodiscard]] std::string DecisionSubject(const Proposal& proposal);

}  // namespace gitscale
