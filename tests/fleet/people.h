// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tests/fleet/surroundings.h"

namespace gitscale::fleet {

/// How often people do what they do, per target (or tenant) and day.
struct Customs {
  double edits = 0.2;
  double reverts = 0.1;
  double policy_changes = 0.2;
  double ledger_losses = 0.03;
};

/// What people do before a run at `now`. Edits of one target are hours apart.
void People(std::vector<Subject>& subjects,
            Surroundings& around,
            const Customs& customs,
            Random& random,
            SysSeconds now);

/// Sets the count by hand; the annotation stays, as an editor leaves it.
void EditByHand(Subject& subject, std::int32_t count, SysSeconds now);

/// `git revert` of our newest decision: count and annotation as they were before.
void RevertOurs(Subject& subject, SysSeconds now);

/// A commit that is not ours puts this count and annotation on the base branch.
void CommitForeign(Subject& subject,
                   std::int32_t count,
                   std::optional<std::string> decision,
                   SysSeconds now);

/// The target's file in the ledger is gone.
void LoseLedger(Subject& subject, Surroundings& around, SysSeconds now);

}  // namespace gitscale::fleet
