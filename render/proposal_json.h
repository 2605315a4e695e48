// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "base/json.h"
#include "reconciler/decision_record.h"
#include "reconciler/proposal.h"

namespace gitscale {

/// The parts of a proposal as reports show them. Every field is always there.
[[nodiscard]] Json ReasonJson(const Reason& reason);
[[nodiscard]] Json TraceJson(const std::vector<TraceEntry>& trace);
[[nodiscard]] Json ConditionsJson(const std::vector<Condition>& conditions);
[[nodiscard]] Json MetricsJson(const std::vector<MetricStatus>& metrics);

/// The record's own fields by name, not its canonical line.
[[nodiscard]] Json RecordJson(const DecisionRecord& record);

/// Null for an empty text.
[[nodiscard]] Json TextOrNull(const std::string& text);

}  // namespace gitscale
