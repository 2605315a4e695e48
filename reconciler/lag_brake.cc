// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/lag_brake.h"

#include <algorithm>

#include <fmt/format.h>

#include "reconciler/window.h"

namespace gitscale {
namespace {

using std::chrono::seconds;

/// Whether the primary wrote in the step that ends at `end`. Unknown counts as writing.
bool Writes(const SignalWindow& writes, SysSeconds end) {
  if (writes.fault) {
    return true;
  }
  for (std::size_t i = 0; i < writes.steps.size(); ++i) {
    if (StepEnd(writes, i) == end) {
      return writes.steps[i].present == 0 || writes.steps[i].sum_milli > 0;
    }
  }
  return true;
}

struct Brake {
  bool engaged = false;
  seconds calm{0};               // how long it has been low since
  std::int64_t worst_milli = 0;  // while engaged
};

Brake Follow(const ReplicationObservation& replication,
             std::int32_t standbys,
             std::int64_t limit_milli) {
  Brake brake;
  const SignalWindow& lag = replication.lag;
  for (std::size_t i = 0; i < lag.steps.size(); ++i) {
    const SignalStep& step = lag.steps[i];
    const bool known = step.present >= standbys;
    const bool writing = Writes(replication.writes, StepEnd(lag, i));
    if (writing && step.hottest_milli > limit_milli) {
      brake.worst_milli =
          brake.engaged ? std::max(brake.worst_milli, step.hottest_milli) : step.hottest_milli;
      brake.engaged = true;
      brake.calm = seconds{0};
    } else if (brake.engaged) {
      const bool low =
          !writing || (known && step.hottest_milli * 1000 < limit_milli * kLagReleaseMilli);
      brake.calm = low ? brake.calm + lag.step : seconds{0};
      brake.engaged = brake.calm < kLagReleaseAfter;
    }
  }
  return brake;
}

bool IsFresh(const SignalWindow& lag, std::int32_t standbys, SysSeconds now) {
  const auto age = NewestAge(lag, standbys, now);
  return age && *age <= AgeLimit(lag);
}

}  // namespace

std::optional<Reason> LagVeto(const ReplicationObservation& replication,
                              std::int32_t standbys,
                              seconds limit,
                              SysSeconds now) {
  const SignalWindow& lag = replication.lag;
  if (lag.fault || lag.steps.empty()) {
    return Reason{ReasonCode::kLagUnknown,
                  fmt::format("replication lag is unknown: {}",
                              lag.fault ? lag.fault->message : "no samples")};
  }
  // The newest step may be still filling; the one before it must be complete then.
  const std::size_t newest = lag.steps.size() - 1;
  const bool known =
      lag.steps[newest].present >= standbys ||
      (newest > 0 && lag.steps[newest - 1].present >= standbys && lag.steps[newest].present > 0);
  if (!known || !IsFresh(lag, standbys, now)) {
    return Reason{
        ReasonCode::kLagUnknown,
        fmt::format(
            "replication lag is known of {} of {} standbys", lag.steps[newest].present, standbys)};
  }
  const SignalWindow& receivers = replication.receivers;
  if (receivers.fault || receivers.steps.empty() ||
      receivers.steps.back().sum_milli < std::int64_t{standbys} * 1000) {
    const std::int64_t up = receivers.steps.empty() ? 0 : receivers.steps.back().sum_milli / 1000;
    return Reason{ReasonCode::kWalReceiverDown,
                  fmt::format("{} of {} standbys stream from the primary", up, standbys)};
  }
  const std::int64_t limit_milli = limit.count() * 1000;
  const Brake brake = Follow(replication, standbys, limit_milli);
  if (!brake.engaged) {
    return std::nullopt;
  }
  const std::int64_t now_milli = lag.steps[newest].hottest_milli;
  if (now_milli > limit_milli) {
    return Reason{
        ReasonCode::kReplicationLag,
        fmt::format(
            "replication lag {} s over {} s while writing", now_milli / 1000, limit.count())};
  }
  return Reason{ReasonCode::kReplicationLag,
                fmt::format("replication lag was {} s, over {} s; low for {} of the {} it takes",
                            brake.worst_milli / 1000,
                            limit.count(),
                            FormatDuration(brake.calm),
                            FormatDuration(kLagReleaseAfter))};
}

}  // namespace gitscale
