// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "cli/verbs.h"

namespace gitscale {

/// Decides like `plan`, and shows for one target every guardrail with what it looked at, and what
/// would change the outcome. kInvalid when no policy or target has that name.
[[nodiscard]] VerbResult ExplainVerb(const Invocation& invocation, Shell& shell);

}  // namespace gitscale
