// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <map>
#include <string>
#include <vector>

#include "reconciler/proposal.h"
#include "tests/fleet/surroundings.h"

namespace gitscale::fleet {

/// One target in one run: what it was given, and what came of it.
struct Considered {
  SysSeconds now{};
  std::optional<Reason> endpoint_fault;  ///< as the world knows it
  Target declared;
  History past;
  Observation seen;
  Proposal decided;  ///< by Decide
  Proposal given;    ///< after Allocate
};

/// An invariant that did not hold.
struct Violation {
  std::string invariant;
  std::string text;  ///< target, time, what was expected, and the trace of the decision
};

/// Collects what did not hold; keeps the first few of each kind.
class Checks {
 public:
  void Fail(const std::string& invariant,
            const Subject& subject,
            const Considered& run,
            const std::string& what);

  [[nodiscard]] const std::vector<Violation>& violations() const { return violations_; }

  [[nodiscard]] const std::map<std::string, std::int64_t>& counts() const { return counts_; }

 private:
  std::vector<Violation> violations_;
  std::map<std::string, std::int64_t> counts_;
};

// Each judges by what the world knows, never by the trace.

/// One target after Decide, whatever came of it: the same bytes twice; nothing of ours taken for an
/// edit; after a run that was killed, as if it had not been.
void CheckDecided(Checks& checks, const Subject& subject, const Considered& run);

/// A change that is about to be written: step, bounds, floor, flights, holds, back-offs, primary.
/// Call before the world changes.
void CheckCommit(Checks& checks, const Subject& subject, const Considered& run);

/// Likewise, the facts behind it: windows, samples, lag, cluster.
void CheckFacts(Checks& checks, const Subject& subject, const Considered& run);

/// The same facts after the write ask for nothing more.
void CheckSettled(Checks& checks,
                  const Subject& subject,
                  const Considered& run,
                  const History& after);

/// Nothing spoke against a scale-down for long, and there was none.
void CheckIdle(Checks& checks, Subject& subject, const Considered& run);

/// All targets of a wave, after their writes: quota, clones, blast radius. changed: indexes of
/// those written in this run.
void CheckWave(Checks& checks,
               const std::vector<Subject>& subjects,
               const Surroundings& around,
               const SharedRoom& room,
               const std::vector<Considered>& runs,
               const std::vector<std::size_t>& changed);

/// The order of the proposals does not matter to Allocate.
void CheckOrder(Checks& checks,
                const std::vector<Subject>& subjects,
                const std::vector<Considered>& runs,
                const SharedRoom& room);

}  // namespace gitscale::fleet
