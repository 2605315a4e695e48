// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/report_step.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/log.h"
#include "render/outcome_word.h"

namespace gitscale {
namespace {

TargetReport ReportOf(const RepositoryRun& run, const TargetRun& target) {
  TargetReport report;
  report.repository = run.settings->name;
  report.proposal = target.proposal;
  report.record = target.record;
  report.path = target.policy.target.path;
  report.commit = target.commit;
  report.failure = target.failure;
  return report;
}

void LogRefused(const RepositoryRun& run, const RefusedPolicy& refused) {
  const Problem first = refused.problems.empty() ? Problem{} : refused.problems.front();
  Log(LogLevel::kWarn,
      "policy refused, its target is not scaled",
      {{"repository", run.settings->name},
       {"policy", refused.ns + "/" + refused.name},
       {"reason", std::string(RefusalName(refused.code))},
       {"problem", FormatProblem(first)}});
}

void LogTarget(const RepositoryRun& run, const TargetRun& target) {
  if (target.failure) {
    Log(LogLevel::kError,
        "change not written",
        {{"repository", run.settings->name},
         {"target", target.proposal.display_name},
         {"code", std::string(ErrorCodeName(target.failure->code))},
         {"error", target.failure->message}});
  } else if (target.proposal.outcome == Outcome::kChanged) {
    Log(LogLevel::kInfo,
        "decided",
        {{"repository", run.settings->name},
         {"target", target.proposal.display_name},
         {"from", std::int64_t{target.proposal.current}},
         {"to", std::int64_t{target.proposal.desired}},
         {"reason", std::string(ReasonName(target.proposal.reason.code))},
         {"why", target.proposal.reason.message},
         {"revision", target.commit}});
  }
}

void LogRelease(const RepositoryRun& run, const ReleaseReport& release) {
  if (release.failure) {
    Log(LogLevel::kWarn,
        "annotations not removed, though the policy of their target is gone",
        {{"repository", run.settings->name},
         {"target", release.target.display_name},
         {"policy", release.target.policy},
         {"code", std::string(ErrorCodeName(release.failure->code))},
         {"error", release.failure->message}});
  } else if (release.stopped.empty()) {
    Log(LogLevel::kInfo,
        "released a target whose policy is gone",
        {{"repository", run.settings->name},
         {"target", release.target.display_name},
         {"policy", release.target.policy},
         {"revision", release.commit}});
  }
}

/// What a run came to, counted. acted: failures that will stay until somebody acts.
struct Tally {
  std::int64_t done = 0;
  std::int64_t failed = 0;
  std::int64_t stalled = 0;
};

bool CouldNotMeasure(ReasonCode code) {
  return code == ReasonCode::kMetricsTimeout || code == ReasonCode::kMetricsUnavailable ||
         code == ReasonCode::kMalformedAnswer || code == ReasonCode::kClockSkew;
}

Tally Count(const RunReport& report) {
  Tally tally;
  const auto fail = [&](bool stalled) {
    ++tally.failed;
    tally.stalled += stalled ? 1 : 0;
  };
  for (std::int64_t i = 0; i < report.unreadable; ++i) {
    fail(true);
  }
  for (const RepositoryReport& repository : report.repositories) {
    if (repository.failure) {
      fail(IsStalled(repository.failure->code));
    }
    for (std::size_t i = 0; i < repository.refused.size(); ++i) {
      fail(true);
    }
    for (const ReleaseReport& release : repository.released) {
      if (release.failure) {
        fail(IsStalled(release.failure->code));
      } else {
        ++tally.done;
      }
    }
  }
  for (const TargetReport& target : report.targets) {
    if (target.failure) {
      fail(IsStalled(target.failure->code));
    } else if (target.proposal.outcome == Outcome::kUnknown &&
               CouldNotMeasure(target.proposal.reason.code)) {
      fail(false);
    } else {
      ++tally.done;
    }
  }
  return tally;
}

std::int64_t CountOf(const RunReport& report, Outcome outcome) {
  return std::ranges::count_if(report.targets, [&](const TargetReport& target) {
    return !target.failure && target.proposal.outcome == outcome;
  });
}

std::int64_t CountReleased(const RunReport& report) {
  std::int64_t count = 0;
  for (const RepositoryReport& repository : report.repositories) {
    count += std::ranges::count_if(repository.released, [&](const ReleaseReport& release) {
      return IsReleaseDone(release, report.plan);
    });
  }
  return count;
}

std::int64_t FrozenAmongHeld(const RunReport& report) {
  return std::ranges::count_if(report.targets, [](const TargetReport& target) {
    return !target.failure && target.proposal.outcome == Outcome::kHeld &&
           IsFrozen(target.proposal);
  });
}

}  // namespace

void FillInReport(const std::vector<RepositoryRun>& runs, Detail detail, RunReport& report) {
  for (const RepositoryRun& run : runs) {
    RepositoryReport repository;
    repository.name = run.settings->name;
    repository.url = run.settings->url;
    repository.branch = run.settings->branch;
    repository.tip = run.tip.commit;
    repository.push_attempts = run.push_attempts;
    repository.failure = run.failure;
    repository.refused = run.refused;
    repository.released = run.released;
    if (!run.done) {
      repository.failure = Error{
          ErrorCode::kUnavailable, "not tried: the process was asked to end", run.settings->name};
    }
    report.repositories.push_back(std::move(repository));
    for (const TargetRun& target : run.targets) {
      if (run.done) {
        report.targets.push_back(ReportOf(run, target));
        if (detail == Detail::kEveryStage) {
          report.targets.back().decided_on = DecidedOn{target.policy, target.now};
        }
      }
    }
  }
}

void LogOutcome(const RepositoryRun& run) {
  if (run.failure) {
    Log(LogLevel::kError,
        "repository failed",
        {{"repository", run.settings->name},
         {"code", std::string(ErrorCodeName(run.failure->code))},
         {"error", run.failure->message}});
  }
  for (const RefusedPolicy& refused : run.refused) {
    LogRefused(run, refused);
  }
  for (const TargetRun& target : run.targets) {
    LogTarget(run, target);
  }
  for (const ReleaseReport& release : run.released) {
    LogRelease(run, release);
  }
}

void LogSummary(const RunReport& report) {
  const Tally tally = Count(report);
  std::int64_t refused = 0;
  for (const RepositoryReport& repository : report.repositories) {
    refused += static_cast<std::int64_t>(repository.refused.size());
  }
  Log(LogLevel::kInfo,
      report.plan ? "plan complete" : "run complete",
      {{"repositories", static_cast<std::int64_t>(report.repositories.size())},
       {"targets", static_cast<std::int64_t>(report.targets.size())},
       {"changed", CountOf(report, Outcome::kChanged)},
       {"not_needed", CountOf(report, Outcome::kNotNeeded)},
       {"held", CountOf(report, Outcome::kHeld) - FrozenAmongHeld(report)},
       {"not_tried", CountOf(report, Outcome::kNotTried)},
       {"frozen", CountOf(report, Outcome::kUnknown) + FrozenAmongHeld(report)},
       {"released", CountReleased(report)},
       {"refused", refused},
       {"failed", tally.failed},
       {"metric_queries", report.metric_queries},
       {"elapsed_ms", report.elapsed_ms}});
}

ExitCode ExitCodeOf(const RunReport& report) {
  const Tally tally = Count(report);
  if (tally.failed == 0) {
    return ExitCode::kComplete;
  }
  if (tally.done > 0) {
    return ExitCode::kPartial;
  }
  return tally.stalled == tally.failed ? ExitCode::kInvalid : ExitCode::kFailed;
}

bool HasChanges(const RunReport& report) {
  return CountOf(report, Outcome::kChanged) > 0 || CountReleased(report) > 0;
}

}  // namespace gitscale
