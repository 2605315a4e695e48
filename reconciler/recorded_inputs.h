// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "policies/scaling_policy.h"
#include "policies/target.h"
#include "reconciler/decide.h"
#include "reconciler/observation.h"
#include "reconciler/proposal.h"
#include "reconciler/shared_view.h"

namespace gitscale {

/// What a decision was made on, read back. The windows of twice the length are not recorded: what
/// they said is holds_twice.
struct RecordedInputs {
  std::int32_t rules = 0;  ///< version of the rules it was decided by
  ScalingPolicy policy;
  Target target;
  Observation seen;
  History past;
  SysSeconds now{};
  SharedView view;
  bool holds_twice = false;
};

/// Reads what JoinInputs wrote. Errors: kInvalidArgument, naming what is missing or malformed.
[[nodiscard]] Result<RecordedInputs> ParseInputs(std::string_view text);

/// Decides again on recorded inputs, by the present rules: Decide, then the guardrails over the
/// wave with what the target found then.
[[nodiscard]] Proposal DecideAgain(const RecordedInputs& inputs);

}  // namespace gitscale
