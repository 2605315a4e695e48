// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include <fmt/format.h>

#include "reconciler/formula.h"
#include "reconciler/lag_brake.h"
#include "reconciler/stages.h"

namespace gitscale {
namespace {

/// Scale-ups in a row that changed nothing before the next one is held.
constexpr std::int32_t kIneffectiveScaleUps = 2;

/// Two decimals, as people write ratios: "0.97".
std::string RatioText(std::int64_t milli) {
  return fmt::format("{}.{:02}", milli / 1000, milli % 1000 / 10);
}

/// The metric that asks for most: "ReadConnections 210 over 150 per read replica".
std::string Comparison(const MetricStatus& metric, std::string_view word) {
  if (!metric.current) {
    return fmt::format("{} {} {} per read replica",
                       SignalName(metric.signal),
                       word,
                       FormatQuantity(metric.target));
  }
  // Whole units are enough for people; the exact numbers are in the inputs.
  const std::int64_t whole = (metric.current->milli + 500) / 1000;
  const bool small = metric.target.milli < 10'000;
  return fmt::format("{} {} {} {} per read replica",
                     SignalName(metric.signal),
                     small ? FormatQuantity(*metric.current) : std::to_string(whole),
                     word,
                     FormatQuantity(metric.target));
}

/// Nothing asks for a change: is it the tolerance, or is the count just right?
Reason Unchanged(const StageInput& in, const MetricStatus& metric) {
  if (!metric.current) {
    return {ReasonCode::kDesiredWithinRange, "the metrics ask for the present count"};
  }
  const std::int64_t ratio =
      UsageRatioMilli({std::max<std::int64_t>(0, metric.current->milli)}, metric.target, 1);
  if (ratio >= 1000 - in.policy.tolerance_milli && ratio <= 1000 + in.policy.tolerance_milli) {
    return {ReasonCode::kWithinTolerance, fmt::format("within tolerance ({})", RatioText(ratio))};
  }
  return {ReasonCode::kDesiredWithinRange,
          fmt::format("{} at {} of target, {} instances are right",
                      SignalName(metric.signal),
                      RatioText(ratio),
                      in.target.replicas)};
}

/// A standby that was at its target within the scale-down window, however little the sum is.
std::optional<Reason> HottestStandby(const StageInput& in) {
  for (std::size_t i = 0; i < in.policy.metrics.size(); ++i) {
    std::int64_t hottest = 0;
    for (const SignalStep& step : in.seen.metrics[i].down.steps) {
      hottest = std::max(hottest, step.hottest_milli);
    }
    if (hottest >= in.policy.metrics[i].average.milli) {
      return Reason{ReasonCode::kHottestStandby,
                    fmt::format("one standby had {} {}, target {}",
                                SignalName(in.policy.metrics[i].signal),
                                FormatQuantity({hottest}),
                                FormatQuantity(in.policy.metrics[i].average))};
    }
  }
  return std::nullopt;
}

/// Whether the load per standby is (about) what it was before the newest scale-up landed: less than
/// half of the share that one standby more should have taken is gone. Nothing: cannot be told.
std::optional<bool> LeftTheLoadAsItWas(const LedgerEntry& entry,
                                       const std::vector<MetricStatus>& metrics,
                                       const StageInput& in) {
  const auto metric = std::ranges::find(metrics, entry.scaled_on, &MetricStatus::signal);
  if (entry.load_before_milli <= 0 || metric == metrics.end() || !metric->current) {
    return std::nullopt;
  }
  const std::int64_t expected_drop = entry.load_before_milli / std::max(1, in.Standbys());
  return metric->current->milli > entry.load_before_milli - expected_drop / 2;
}

/// A run that sees the load per standby lower than before the scale-up ends the suspicion: what
/// comes later is growth.
void ForgetScaleUpThatHelped(Draft& draft, const StageInput& in) {
  LedgerEntry& entry = draft.proposal.entry;
  if (LeftTheLoadAsItWas(entry, draft.recommendation.metrics, in) == false) {
    entry.scaled_on = Signal::kUnset;
    entry.load_before_milli = 0;
    entry.ineffective = 0;
  }
}

/// Up is what the metrics ask for, for long enough.
void ConsiderUp(Draft& draft, const StageInput& in) {
  const Recommendation& asked = draft.recommendation;
  const MetricStatus& leading = asked.metrics.at(asked.leading);
  const LedgerEntry& entry = draft.proposal.entry;
  const bool is_suspect = entry.scaled_on == leading.signal &&
                          LeftTheLoadAsItWas(entry, asked.metrics, in).value_or(false);
  const std::int32_t ineffective = is_suspect ? entry.ineffective + 1 : 0;
  if (ineffective >= kIneffectiveScaleUps) {
    Hold(draft,
         Rule::kStabilization,
         Outcome::kHeld,
         {ReasonCode::kScaleUpIneffective,
          fmt::format("{}, but the last {} scale-ups left it as it was: the load does not reach "
                      "new standbys",
                      Comparison(leading, "over"),
                      ineffective)});
    return;
  }
  draft.proposal.scaled_on = leading.signal;
  draft.proposal.load_before_milli = leading.current ? leading.current->milli : 0;
  draft.proposal.ineffective = ineffective;
  Note(draft,
       Rule::kStabilization,
       *asked.up,
       {ReasonCode::kMetricAboveTarget, Comparison(leading, "over")});
}

/// Down is what the metrics ask for, if not for long enough yet.
void ConsiderDown(Draft& draft, const StageInput& in) {
  const Recommendation& asked = draft.recommendation;
  const MetricStatus& leading = asked.metrics.at(asked.leading);
  const std::chrono::seconds window = in.policy.scale_down.stabilization_window;
  const bool newest_lower = asked.down ? asked.newest_down < in.target.replicas
                                       : asked.up && asked.newest_up < in.target.replicas;
  if (!newest_lower && asked.up_fault) {
    // The metrics that can be read ask for nothing; the one that cannot might.
    Hold(draft, Rule::kStabilization, Outcome::kUnknown, *asked.up_fault);
  } else if (!newest_lower) {
    Hold(draft, Rule::kStabilization, Outcome::kNotNeeded, Unchanged(in, leading));
  } else if (draft.veto_down) {
    const Outcome outcome = draft.veto_down->code == ReasonCode::kScaleDownDisabled
                                ? Outcome::kHeld
                                : Outcome::kUnknown;
    Hold(draft, Rule::kStabilization, outcome, *draft.veto_down);
  } else if (*asked.down >= in.target.replicas) {
    const SysSeconds until = asked.last_needed.value_or(in.now) + window;
    Hold(draft,
         Rule::kStabilization,
         Outcome::kHeld,
         {ReasonCode::kScaleDownStabilized,
          fmt::format("below target, but not for {} yet; at the earliest at {}",
                      FormatDuration(window),
                      FormatRfc3339(until))},
         until);
  } else if (const auto hottest = HottestStandby(in)) {
    Hold(draft, Rule::kStabilization, Outcome::kHeld, *hottest);
  } else {
    Note(draft,
         Rule::kStabilization,
         *asked.down,
         {ReasonCode::kMetricBelowTarget,
          fmt::format("{} for {}", Comparison(leading, "under"), FormatDuration(window))});
  }
}

}  // namespace

void RequireFreshMetrics(Draft& draft, const StageInput& in) {
  if (draft.minimum_raise) {
    return;
  }
  draft.recommendation = Recommend(in.policy, in.target, in.seen, in.now);
  const Recommendation& asked = draft.recommendation;
  draft.proposal.metrics = asked.metrics;
  if (!asked.up) {
    draft.veto_up = asked.up_fault;
  }
  if (!asked.down) {
    draft.veto_down = asked.down_fault;
  } else if (in.policy.scale_down.disabled) {
    draft.veto_down = Reason{ReasonCode::kScaleDownDisabled, "scaleDown.disabled is set"};
  }
  draft.proposal.shared.window_complete = asked.down.has_value();
  draft.proposal.shared.holds_twice = asked.twice && *asked.twice < in.target.replicas;
  if (!asked.up && !asked.down) {
    const Reason& why = asked.up_fault ? *asked.up_fault : *asked.down_fault;
    SetCondition(draft.proposal, ConditionType::kAbleToScale, false, why);
    Settle(draft, Rule::kMetricsFresh, Outcome::kUnknown, why);
    return;
  }
  if (asked.up_fault || asked.down_fault) {
    const Reason& why = asked.down_fault ? *asked.down_fault : *asked.up_fault;
    SetCondition(draft.proposal, ConditionType::kAbleToScale, false, why);
    Note(draft, Rule::kMetricsFresh, draft.proposal.desired, why);
  }
}

void BrakeOnLag(Draft& draft, const StageInput& in) {
  // A target without a standby has nothing that could lag, and needs its first one.
  if (in.Standbys() < 1) {
    return;
  }
  if (const auto veto =
          LagVeto(in.seen.replication, in.Standbys(), in.policy.max_replication_lag, in.now)) {
    SetCondition(draft.proposal, ConditionType::kAbleToScale, false, *veto);
    const bool unknown = veto->code == ReasonCode::kLagUnknown;
    Settle(draft, Rule::kLagBrake, unknown ? Outcome::kUnknown : Outcome::kHeld, *veto);
  }
}

void Stabilize(Draft& draft, const StageInput& in) {
  if (draft.minimum_raise) {
    return;
  }
  ForgetScaleUpThatHelped(draft, in);
  const Recommendation& asked = draft.recommendation;
  const std::int32_t current = in.target.replicas;
  draft.proposal.recommendation = current;
  if (asked.up && *asked.up > current) {
    draft.proposal.recommendation = *asked.up;
    ConsiderUp(draft, in);
    return;
  }
  if (asked.down && *asked.down < current) {
    draft.proposal.recommendation = *asked.down;
  }
  if (asked.up && asked.newest_up > current) {
    const std::chrono::seconds window = in.policy.scale_up.stabilization_window;
    const SysSeconds until = asked.last_enough.value_or(in.now) + window;
    Hold(draft,
         Rule::kStabilization,
         Outcome::kHeld,
         {ReasonCode::kScaleUpStabilized,
          fmt::format("above target, but not for {} yet; at the earliest at {}",
                      FormatDuration(window),
                      FormatRfc3339(until))},
         until);
    return;
  }
  if (!asked.up && draft.veto_up && asked.newest_down > current) {
    // More may be needed, but the window that could say so cannot be used.
    Hold(draft, Rule::kStabilization, Outcome::kUnknown, *draft.veto_up);
    return;
  }
  ConsiderDown(draft, in);
}

}  // namespace gitscale
