// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "reconciler/proposal.h"

namespace gitscale {

/// What is written beside the field, and in the commit's trailers. Persisted: see docs/formats.md.
struct DecisionRecord {
  std::string id;  ///< 16 hexadecimal digits, derived from all that follows and the target's key
  std::string policy;  ///< "namespace/name"
  std::int32_t from = 0;
  std::int32_t to = 0;
  SysSeconds at{};
  std::string reason;         ///< ReasonName
  std::string previous;       ///< id of the decision before it on this target; empty: the first one
  std::string inputs_digest;  ///< "sha256:" and 64 hexadecimal digits

  bool operator==(const DecisionRecord&) const = default;
};

/// The record of a changed proposal. REQUIRES: proposal.outcome == kChanged.
[[nodiscard]] DecisionRecord MakeDecisionRecord(const Proposal& proposal, SysSeconds now);

/// One line of canonical JSON; has no single quote and no line break, so it fits into a
/// single-quoted YAML scalar.
[[nodiscard]] std::string WriteDecisionRecord(const DecisionRecord& record);

/// Errors: kInvalidArgument, for text that is no record.
[[nodiscard]] Result<DecisionRecord> ParseDecisionRecord(std::string_view text);

}  // namespace gitscale
