// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/publish_step.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/log.h"
#include "cli/change_step.h"
#include "cli/decide_step.h"
#include "cli/load_step.h"
#include "cli/orphaned_entries.h"
#include "cli/stop_permit.h"

namespace gitscale {
namespace {

bool WantsChange(const TargetRun& target) {
  return target.proposal.outcome == Outcome::kChanged && !target.failure;
}

bool WantsRelease(const ReleaseReport& release) {
  return !release.failure;
}

/// A change or a release, or something that later runs must know.
bool WantsWrite(const RepositoryRun& run) {
  return !run.released.empty() || std::ranges::any_of(run.targets, [](const TargetRun& target) {
    return WantsChange(target) || target.proposal.entry_changed;
  }) || !DropOrphans(run).empty();
}

/// More than what the ledger is to know.
bool WantsCommit(const RepositoryRun& run) {
  return std::ranges::any_of(run.targets, WantsChange) ||
         std::ranges::any_of(run.released, WantsRelease);
}

/// Decides again at a newer tip, on what was measured before unless that is too old.
Result<ChangeSet> DecideOnTip(const RepositorySnapshot& tip,
                              RepositoryRun& run,
                              RunContext& context) {
  Log(LogLevel::kInfo,
      "somebody else landed first, deciding again",
      {{"repository", run.settings->name}, {"revision", tip.commit}});
  run.tip = tip;
  LoadPoliciesOf(run);
  context.owners.Claim({&run});
  DecideTargets({&run}, context);
  context.board.Allocate({&run}, context.Room());
  RecordDecisions(run);
  return BuildChanges(run);
}

void MarkStopped(RepositoryRun& run, const Reason& reason) {
  for (TargetRun& target : run.targets) {
    if (WantsChange(target)) {
      target.proposal.outcome = Outcome::kNotTried;
      target.proposal.reason = reason;
      target.record.reset();
    }
  }
  for (ReleaseReport& release : run.released) {
    release.stopped = reason.message;
  }
}

/// Without a change no target fails; what was seen is seen again by the next run.
void LogLost(const RepositoryRun& run, const Error& error) {
  if (!WantsCommit(run)) {
    Log(LogLevel::kWarn,
        "ledger not written, the next run tries again",
        {{"repository", run.settings->name}, {"error", error.message}});
  }
}

void MarkFailed(RepositoryRun& run, const Error& error) {
  for (TargetRun& target : run.targets) {
    if (WantsChange(target)) {
      target.failure = error;
      target.record.reset();
    }
  }
  for (ReleaseReport& release : run.released) {
    if (WantsRelease(release)) {
      release.failure = error;
    }
  }
}

void FillInCommits(RepositoryRun& run, const Published& published) {
  std::map<std::string, std::string> commit_of;
  std::string release_commit;
  for (std::size_t i = 0; i < published.commits.size(); ++i) {
    const std::vector<std::string>& ids = published.change_set.commits[i].decision_ids;
    for (const std::string& id : ids) {
      commit_of.emplace(id, published.commits[i]);
    }
    if (ids.empty()) {
      release_commit = published.commits[i];
    }
  }
  for (ReleaseReport& release : run.released) {
    if (WantsRelease(release)) {
      release.commit = release_commit;
    }
  }
  for (TargetRun& target : run.targets) {
    const auto commit = target.record ? commit_of.find(target.record->id) : commit_of.end();
    if (commit != commit_of.end()) {
      target.commit = commit->second;
    }
  }
}

void LogPush(const RepositoryRun& run, const Published& published) {
  if (published.commits.empty() || published.commits.back().empty()) {
    return;
  }
  Log(LogLevel::kInfo,
      "pushed commits",
      {{"repository", run.settings->name},
       {"branch", run.settings->branch},
       {"revision", published.commits.back()},
       {"commits", static_cast<std::int64_t>(published.commits.size())},
       {"attempts", std::int64_t{published.attempts}}});
}

}  // namespace

void PublishRepository(RepositoryRun& run, RunContext& context) {
  if (!WantsWrite(run)) {
    return;
  }
  std::optional<Reason> stopped;
  const Permit permit = [&](const RepositorySnapshot& tip) {
    return PermitWrite(tip, context, stopped);
  };
  const Rebuild rebuild = [&](const RepositorySnapshot& tip) {
    return DecideOnTip(tip, run, context);
  };
  const auto publish = [&]() -> Result<Published> {
    TRY(permit(run.tip));
    const ChangeSet changes = BuildChanges(run);
    if (changes.commits.empty() && changes.ledger.empty()) {
      return Published{};
    }
    // A copy: the publisher works on this tip while `rebuild` replaces run.tip.
    const RepositorySnapshot tip = run.tip;
    const Permit counting = [&](const RepositorySnapshot& newest) -> Status {
      TRY(permit(newest));
      ++run.push_attempts;
      return {};
    };
    return run.ports.publisher->Publish(tip, changes, rebuild, counting);
  };
  const Result<Published> published = publish();
  if (stopped) {
    MarkStopped(run, *stopped);
  } else if (!published) {
    LogLost(run, published.error());
    MarkFailed(run, published.error());
  } else {
    run.push_attempts = published->attempts;
    FillInCommits(run, *published);
    LogPush(run, *published);
  }
}

}  // namespace gitscale
