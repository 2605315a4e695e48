// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include <fmt/format.h>

#include "observe/grid.h"
#include "reconciler/lag_brake.h"
#include "tests/fleet/checks.h"

/// The facts behind a change, recomputed from the single scrapes.
namespace gitscale::fleet {
namespace {

using std::chrono::seconds;

SysSeconds NewestVisible(const Subject& subject, SysSeconds now) {
  const seconds interval = subject.ring.interval();
  const seconds newest = (now - subject.latency_offset).time_since_epoch();
  return SysSeconds{newest - newest % interval};
}

/// Standbys that delivered something in the scrapes of (end - length, end].
std::int32_t Delivered(const Subject& subject, SysSeconds end, seconds length) {
  std::int32_t count = 0;
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    bool delivered = false;
    for (SysSeconds time = end; time > end - length; time -= subject.ring.interval()) {
      const Scrape* scrape = subject.ring.At(time);
      delivered = delivered || (scrape != nullptr && scrape->samples[slot].role == Role::kReplica);
    }
    count += delivered ? 1 : 0;
  }
  return count;
}

bool AnyNan(const Subject& subject, SysSeconds after, SysSeconds end) {
  for (SysSeconds time = end; time > after; time -= subject.ring.interval()) {
    const Scrape* scrape = subject.ring.At(time);
    if (scrape != nullptr && std::ranges::any_of(scrape->samples, [](const Sample& sample) {
          return sample.role == Role::kReplica && sample.is_nan;
        })) {
      return true;
    }
  }
  return false;
}

/// The scale-down window, step by step; and that no step of it needed the instance.
void CheckDownWindow(Checks& checks,
                     const Subject& subject,
                     const Considered& run,
                     std::int32_t standbys) {
  const Grid grid = GridFor(run.now,
                            subject.latency_offset,
                            subject.policy.scale_down.stabilization_window,
                            subject.ring.interval());
  std::int32_t covered = 0;
  for (std::int32_t i = 0; i < grid.count; ++i) {
    const SysSeconds end = grid.End(static_cast<std::size_t>(i));
    covered += Delivered(subject, end, grid.step) >= standbys ? 1 : 0;
  }
  if (covered * 10 < grid.count * 9) {
    checks.Fail("NoShrinkOnMissingData",
                subject,
                run,
                fmt::format("{} of {} steps are covered", covered, grid.count));
  }
  const seconds freshness = 2 * grid.step + subject.ring.interval();
  if (Delivered(subject, NewestVisible(subject, run.now), freshness) < standbys) {
    checks.Fail("NoShrinkOnMissingData", subject, run, "a standby has no fresh sample");
  }
  if (AnyNan(subject, grid.first_end - grid.step, grid.LastEnd())) {
    checks.Fail("NoShrinkOnMissingData", subject, run, "a sample is not a number");
  }
}

/// What the scrapes say about the lag: engaged by one over the limit while the primary writes,
/// released by five minutes below 80 % of it, or without writes.
struct Brake {
  bool engaged = false;
  SysSeconds engaged_at{};  ///< newest scrape over the limit
};

Brake FollowLag(const Subject& subject, SysSeconds since, SysSeconds end, std::int32_t standbys) {
  const auto limit = static_cast<std::int32_t>(subject.policy.max_replication_lag.count() * 1000);
  Brake brake;
  seconds calm{0};
  for (SysSeconds time = since; time <= end; time += subject.ring.interval()) {
    const Scrape* scrape = subject.ring.At(time);
    std::int32_t worst = 0;
    std::int32_t known = 0;
    bool writes = true;
    for (std::size_t slot = 0; scrape != nullptr && slot < kSlots; ++slot) {
      const Sample& sample = scrape->samples[slot];
      worst = sample.role == Role::kReplica ? std::max(worst, sample.lag_milli) : worst;
      known += sample.role == Role::kReplica ? 1 : 0;
      writes = sample.role == Role::kPrimary ? scrape->writes > 0 : writes;
    }
    if (writes && worst > limit) {
      brake = {true, time};
      calm = seconds{0};
    } else {
      const bool low = !writes || (known >= standbys && worst * 10 < limit * 8);
      calm = low ? calm + subject.ring.interval() : seconds{0};
      brake.engaged = brake.engaged && calm < seconds{300};
    }
  }
  return brake;
}

void CheckLag(Checks& checks,
              const Subject& subject,
              const Considered& run,
              std::int32_t standbys) {
  const SysSeconds end = NewestVisible(subject, run.now);
  const seconds interval = subject.ring.interval();
  if (Delivered(subject, end, 2 * interval) < standbys) {
    checks.Fail("NothingOnUnknownLag", subject, run, "a standby does not tell its lag");
  }
  const Brake brake = FollowLag(subject, end - seconds{3600}, end, standbys);
  if (brake.engaged) {
    const bool in_sight = end - brake.engaged_at < kLagWindow - interval;
    checks.Fail(in_sight ? "NothingWhileTheLagBrakeIsOn" : "TheLagBrakeForgets",
                subject,
                run,
                fmt::format("over the limit at {}, not low for five minutes since",
                            FormatRfc3339(brake.engaged_at)));
  }
}

}  // namespace

void CheckFacts(Checks& checks, const Subject& subject, const Considered& run) {
  const ReasonCode why = run.given.reason.code;
  if (why == ReasonCode::kBelowQuorumFloor) {
    return;
  }
  if (run.now < subject.cluster.unreadable_until) {
    checks.Fail("NothingOnUnknownCluster", subject, run, "the cluster did not answer");
  }
  if (why == ReasonCode::kRolledBack) {
    return;
  }
  const std::int32_t standbys = run.declared.replicas - run.declared.primary_count;
  // The first standby needs no metrics: there is nothing that could be measured.
  if (standbys < 1 && why == ReasonCode::kBelowMinReplicas) {
    return;
  }
  if (run.endpoint_fault) {
    checks.Fail("NothingOnUnreadableMetrics", subject, run, run.endpoint_fault->message);
    return;
  }
  CheckLag(checks, subject, run, standbys);
  if (run.given.desired < run.given.current) {
    CheckDownWindow(checks, subject, run, standbys);
  }
}

}  // namespace gitscale::fleet
