// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/recorded_source.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/file.h"
#include "observe/grid.h"
#include "observe/join.h"
#include "observe/pod_index.h"
#include "observe/recording.h"

namespace gitscale {
namespace {

/// The value that stands for a step: the largest or smallest of its scrapes, but one that is no
/// usable number is never folded away.
void FoldInto(std::optional<double>& step, double value, Fold fold) {
  const auto is_usable = [](double number) { return std::isfinite(number) && number >= 0; };
  if (!step || (is_usable(*step) && !is_usable(value))) {
    step = value;
  } else if (is_usable(*step)) {
    step = fold == Fold::kLargest ? std::max(*step, value) : std::min(*step, value);
  }
}

class RecordedSource final : public MetricSource {
 public:
  RecordedSource(RecordedSettings settings, SysSeconds now, Recording recording)
      : settings_(std::move(settings)), now_(now), recording_(std::move(recording)) {
    for (const RecordedPod& pod : recording_.pods) {
      if (const auto name = NameOfPod(pod.name)) {
        pods_[{pod.ns, std::string(*name)}].push_back(&pod);
      }
    }
    has_receiver_rows_ = std::ranges::any_of(recording_.rows, [](const RecordedRow& row) {
      return row.signal == Signal::kWalReceiverUp;
    });
  }

  MetricReading Read(const std::vector<MetricRequest>& requests) override {
    MetricReading reading;
    reading.now = now_;
    for (const MetricRequest& request : requests) {
      std::vector<SignalWindow>& windows = reading.windows.emplace_back();
      for (const SeriesRequest& series : request.series) {
        windows.push_back(ReadWindow(WorkloadOf(request.target), series));
        windows.back().latency_offset = settings_.latency;
      }
    }
    return reading;
  }

 private:
  [[nodiscard]] SignalWindow ReadWindow(const Workload& workload,
                                        const SeriesRequest& series) const {
    const Grid grid = GridFor(now_, settings_.latency, series.window, settings_.scrape_interval);
    PodRoles roles;
    PodValues values;
    const auto found = pods_.find(workload);
    if (found != pods_.end()) {
      for (const RecordedPod* pod : found->second) {
        RoleTrack track = TrackOf(*pod, grid);
        if (std::ranges::all_of(track.roles, [](Role role) { return role == Role::kUnknown; })) {
          continue;
        }
        StepValues steps = StepsOf(*pod, grid, series);
        if (std::ranges::any_of(steps, [](const auto& step) { return step.has_value(); })) {
          values.emplace(pod->name, std::move(steps));
        }
        roles.emplace(pod->name, std::move(track));
      }
    }
    if (!roles.empty()) {
      return JoinWindow(series.signal, grid, roles, values);
    }
    const bool is_empty = IsEmpty(grid);
    return FaultyWindow(
        series.signal,
        grid,
        {is_empty ? ReasonCode::kEmptyAnswer : ReasonCode::kNoSeries,
         fmt::format("'{}' has no rows{} between {} and {}",
                     settings_.path,
                     is_empty ? "" : fmt::format(" of '{}/{}'", workload.ns, workload.name),
                     FormatRfc3339(grid.first_end - grid.step),
                     FormatRfc3339(grid.LastEnd()))});
  }

  [[nodiscard]] RoleTrack TrackOf(const RecordedPod& pod, const Grid& grid) const {
    RoleTrack track;
    track.roles.assign(static_cast<std::size_t>(grid.count), Role::kUnknown);
    for (const RecordedRow& row : recording_.RowsOf(pod)) {
      if (row.time > now_ - settings_.latency) {
        break;
      }
      track.newest = row.time;
      if (const auto step = grid.IndexOf(row.time)) {
        track.roles[*step] = row.role;
      }
    }
    return track;
  }

  /// A row's value as one of the signal asked for; nothing when it is another's.
  [[nodiscard]] std::optional<double> ValueFor(Signal signal, const RecordedRow& row) const {
    if (row.signal == signal) {
      return row.value;
    }
    if (signal == Signal::kWalReceiverUp && !has_receiver_rows_ &&
        row.signal == Signal::kReplicationLagSeconds) {
      return 1;
    }
    return std::nullopt;
  }

  [[nodiscard]] StepValues StepsOf(const RecordedPod& pod,
                                   const Grid& grid,
                                   const SeriesRequest& series) const {
    // First the scrapes, as a server keeps them; then the steps from those.
    const auto per_step = static_cast<std::size_t>(grid.step / settings_.scrape_interval);
    const Grid scrapes{grid.first_end - grid.step + settings_.scrape_interval,
                       settings_.scrape_interval,
                       grid.count * static_cast<std::int32_t>(per_step)};
    StepValues seen(static_cast<std::size_t>(scrapes.count));

    for (const RecordedRow& row : recording_.RowsOf(pod)) {
      const auto scrape = scrapes.IndexOf(row.time);
      if (!scrape) {
        continue;
      }
      if (const auto value = ValueFor(series.signal, row)) {
        seen[*scrape] = *value;
      }
    }
    StepValues steps(static_cast<std::size_t>(grid.count));
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (seen[i]) {
        FoldInto(steps[i / per_step], *seen[i], series.fold);
      }
    }
    return steps;
  }

  /// No row of anybody is in the window.
  [[nodiscard]] bool IsEmpty(const Grid& grid) const {
    return std::ranges::none_of(recording_.rows, [&](const RecordedRow& row) {
      return grid.IndexOf(row.time).has_value();
    });
  }

  RecordedSettings settings_;
  SysSeconds now_;
  Recording recording_;
  std::map<Workload, std::vector<const RecordedPod*>> pods_;  // into recording_
  bool has_receiver_rows_ = false;
};

}  // namespace

Result<std::unique_ptr<MetricSource>> LoadRecordedSource(RecordedSettings settings) {
  constexpr std::size_t kLargest = std::size_t{512} << 20U;
  TRY_ASSIGN(const std::string text, ReadFile(settings.path, kLargest));
  TRY_ASSIGN(Recording recording, ParseRecording(text, settings.path));
  std::optional<SysSeconds> now = settings.now;
  for (const RecordedRow& row : recording.rows) {
    if (!settings.now) {
      now = std::max(now.value_or(row.time), row.time);
    }
  }
  if (!now) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("cannot use '{}': expected at least one row, or a time given for now",
                            settings.path),
                settings.path);
  }
  return std::make_unique<RecordedSource>(std::move(settings), *now, std::move(recording));
}

}  // namespace gitscale
