// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "policies/load.h"
#include "reconciler/decision_record.h"
#include "reconciler/proposal.h"

namespace gitscale {

/// Where a decision comes from, for an explanation.
struct DecidedOn {
  PolicyTarget policy;
  SysSeconds now{};  ///< the moment it was decided at
};

/// One target of a run, as reported.
struct TargetReport {
  std::string repository;  ///< name in the configuration
  Proposal proposal;
  std::optional<DecisionRecord> record;  ///< of a change that was written or planned
  std::string path;                      ///< file that holds the target
  std::string commit;                    ///< id of the commit that carries the change; empty: none
  std::optional<Error> failure;          ///< it was to be written and could not be
  std::optional<DecidedOn> decided_on;   ///< only when an explanation is asked for
};

/// A target whose policy is gone, and what became of its release.
struct ReleaseReport {
  ReleasedTarget target;
  std::string commit;            ///< id of the commit without its annotations; empty: none
  std::optional<Error> failure;  ///< they were to be removed and could not be
  std::string stopped;           ///< why nothing was written, when a stop is in force; else empty
};

/// One repository of a run. failure: nothing of it was decided or written, and why.
struct RepositoryReport {
  std::string name;
  std::string url;  ///< without user info
  std::string branch;
  std::string tip;        ///< commit the decisions were made at
  int push_attempts = 0;  ///< 0: nothing to push
  std::optional<Error> failure;
  std::vector<RefusedPolicy> refused;
  std::vector<ReleaseReport> released;  ///< by path and document
  std::string diff;                     ///< plan: unified diff of what would be written
};

/// Everything a run came to. Tables, JSON and exit code are made from this one value.
struct RunReport {
  bool plan = false;  ///< nothing was to be written
  std::string run_id;
  SysSeconds started{};
  std::vector<RepositoryReport> repositories;  ///< in the configuration's order
  std::vector<TargetReport> targets;           ///< by repository, then key
  std::int64_t unreadable = 0;                 ///< files of samples and snapshots that are
  std::int64_t metric_queries = 0;
  std::int64_t cluster_calls = 0;
  std::int64_t elapsed_ms = 0;
};

}  // namespace gitscale
