// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/verbs.h"

#include <array>

#include "cli/explain.h"
#include "cli/reconcile.h"
#include "cli/validate.h"
#include "cli/version.h"

namespace gitscale {

std::span<const Verb> Verbs() {
  static constexpr std::array<Verb, 5> kVerbs = {{
      {"run", "measure, decide, and push the decisions: one reconcile", ReconcileVerb},
      {"plan", "the same, but write nothing and show the diff", PlanVerb},
      {"explain", "why a target's count is what it is, and what would change it", ExplainVerb},
      {"validate", "check policy files, for CI and pre-commit hooks", Validate},
      {"version", "print the version", Version},
  }};
  return kVerbs;
}

}  // namespace gitscale
