// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "cli/configuration.h"
#include "cli/run_ports.h"
#include "policies/load.h"
#include "reconciler/decision_record.h"
#include "reconciler/proposal.h"
#include "reconciler/report.h"

namespace gitscale {

/// One target on its way through a run. Each step fills in its part.
struct TargetRun {
  PolicyTarget policy;
  Proposal proposal;
  SysSeconds now{};                      ///< the moment it was decided at
  std::optional<DecisionRecord> record;  ///< of a change
  std::string commit;                    ///< that carries the change
  std::optional<Error> failure;          ///< it was to be written and could not be
};

/// One repository on its way through a run.
struct RepositoryRun {
  const RepositorySettings* settings = nullptr;
  RepositoryPorts ports;
  RepositorySnapshot tip;  ///< the decisions below were made at
  /// Other entries of the configuration for the same repository: they share its ledger.
  std::vector<const RepositorySettings*> siblings;
  std::vector<RefusedPolicy> refused;
  std::vector<TargetRun> targets;       ///< by key
  std::vector<ReleaseReport> released;  ///< their policies are gone
  std::set<TargetKey> unsettled;        ///< see LoadedPolicies
  int push_attempts = 0;
  std::optional<Error> failure;  ///< nothing was decided, and why
  bool done = false;             ///< went through a wave
};

}  // namespace gitscale
