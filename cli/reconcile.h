// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "cli/verbs.h"

namespace gitscale {

/// `gitscale run`: one reconcile with what the configuration names.
[[nodiscard]] VerbResult ReconcileVerb(const Invocation& invocation, Shell& shell);

/// `gitscale plan`: the same with publishers that record; the report holds the diff.
[[nodiscard]] VerbResult PlanVerb(const Invocation& invocation, Shell& shell);

}  // namespace gitscale
