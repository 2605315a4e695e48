// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <vector>

#include "base/time.h"
#include "policies/load.h"
#include "reconciler/report.h"

namespace gitscale {

/// What a run came to about one name. REQUIRES: targets have decided_on.
struct Explained {
  SysSeconds started{};
  std::vector<TargetReport> targets;
  std::vector<RefusedPolicy> refused;
};

/// For people: per target where it stands, every guardrail in its order with what it looked at and
/// said, the metrics, and what would change the outcome.
[[nodiscard]] std::string ExplanationText(const Explained& explained, bool use_color);

/// For programs (docs/formats.md), ends with a newline.
[[nodiscard]] std::string WriteExplanationJson(const Explained& explained);

}  // namespace gitscale
