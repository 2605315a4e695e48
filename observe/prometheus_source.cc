// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/prometheus_source.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "observe/batch.h"
#include "observe/promql.h"

namespace gitscale {
namespace {

/// One Read(): what all its queries share.
class Run {
 public:
  Run(const PrometheusSettings& settings,
      PrometheusClient& client,
      SysSeconds now,
      const std::vector<MetricRequest>& requests,
      std::vector<std::vector<SignalWindow>>& windows)
      : settings_(settings), client_(client), now_(now), requests_(requests), windows_(windows) {}

  void ReadGroup(Engine engine, std::chrono::seconds window, const WindowGroup& group);

 private:
  /// The group being read.
  struct Context {
    const EnginePromql& promql;
    const WindowGroup& group;
    Grid grid;
    PodIndex index;
  };

  [[nodiscard]] BatchAnswer Ask(const Context& context,
                                const QueryText& text,
                                const Grid& grid,
                                const std::vector<Workload>& wanted) {
    return AskInChunks(client_,
                       text,
                       grid,
                       wanted,
                       context.index,
                       context.group.workloads.size(),
                       settings_.max_query_bytes);
  }

  [[nodiscard]] std::vector<RolesOfTarget> ReadRoles(const Context& context);
  void ReadSignal(const Context& context,
                  const std::vector<RolesOfTarget>& roles,
                  Signal signal,
                  Fold fold,
                  const std::vector<WindowSlot>& slots);
  void FailAll(Signal signal,
               const Grid& grid,
               const std::vector<WindowSlot>& slots,
               const Reason& fault);

  const PrometheusSettings& settings_;
  PrometheusClient& client_;
  SysSeconds now_;
  const std::vector<MetricRequest>& requests_;
  std::vector<std::vector<SignalWindow>>& windows_;
};

/// The steps that freshness is asked at: the newest data the server serves, and two steps before,
/// so that a sample of up to three steps ago is found whatever the server's lookback.
Grid FreshnessGrid(SysSeconds newest, std::chrono::seconds step) {
  return {newest - 2 * step, step, 3};
}

std::optional<Reason> MissingLimit(const PodRoles& roles, const PodValues& limits) {
  for (const auto& [pod, track] : roles) {
    const bool is_counted = std::ranges::find(track.roles, Role::kReplica) != track.roles.end();
    if (is_counted && !limits.contains(pod)) {
      return Reason{ReasonCode::kNoCpuLimit, fmt::format("pod '{}' has no CPU limit", pod)};
    }
  }
  return std::nullopt;
}

std::vector<RolesOfTarget> Run::ReadRoles(const Context& context) {
  const std::vector<Workload>& workloads = context.group.workloads;
  const BatchAnswer roles = Ask(context,
                                RoleQuery(context.promql, context.grid.step, context.grid.step),
                                context.grid,
                                workloads);
  const auto has_pods = [](const PodValues& pods) { return !pods.empty(); };
  const bool is_empty = std::ranges::none_of(roles.values, has_pods);
  BatchAnswer newest;
  if (is_empty) {
    newest.values.resize(workloads.size());
    newest.faults.resize(workloads.size());
  } else {
    newest = Ask(context,
                 FreshnessQuery(context.promql),
                 FreshnessGrid(now_ - settings_.latency_offset, context.grid.step),
                 workloads);
  }
  std::vector<RolesOfTarget> out(workloads.size());
  for (std::size_t slot = 0; slot < workloads.size(); ++slot) {
    if (roles.faults[slot] || newest.faults[slot]) {
      out[slot].fault = roles.faults[slot] ? roles.faults[slot] : newest.faults[slot];
    } else if (is_empty) {
      out[slot].fault = Reason{
          ReasonCode::kEmptyAnswer,
          fmt::format("metrics endpoint '{}' has no role series of any target", settings_.name)};
    } else if (roles.values[slot].empty()) {
      out[slot].fault = Reason{ReasonCode::kNoSeries,
                               fmt::format("metrics endpoint '{}' has no role series of '{}/{}'",
                                           settings_.name,
                                           workloads[slot].ns,
                                           workloads[slot].name)};
    } else {
      out[slot] = RolesFrom(roles.values[slot], newest.values[slot], context.grid);
    }
  }
  return out;
}

void Run::FailAll(Signal signal,
                  const Grid& grid,
                  const std::vector<WindowSlot>& slots,
                  const Reason& fault) {
  for (const WindowSlot& slot : slots) {
    windows_[slot.request][slot.series] = FaultyWindow(signal, grid, fault);
  }
}

void Run::ReadSignal(const Context& context,
                     const std::vector<RolesOfTarget>& roles,
                     Signal signal,
                     Fold fold,
                     const std::vector<WindowSlot>& slots) {
  const Grid& grid = context.grid;
  const auto text = SignalQuery(context.promql,
                                signal,
                                {grid.step,
                                 settings_.scrape_interval,
                                 fold,
                                 settings_.monitoring_users,
                                 settings_.monitoring_applications});
  if (!text) {
    FailAll(signal,
            grid,
            slots,
            {ReasonCode::kUnsupportedSignal,
             fmt::format("not measured for engine {}", EngineName(context.promql.engine))});
    return;
  }
  // Only those whose roles are known: the others fail for that reason anyway.
  std::vector<Workload> wanted;
  for (const WindowSlot& slot : slots) {
    Workload workload = WorkloadOf(requests_[slot.request].target);
    const auto target = context.index.Find(workload);
    if (target && !roles[*target].fault) {
      wanted.push_back(std::move(workload));
    }
  }
  const BatchAnswer values = Ask(context, *text, grid, wanted);
  BatchAnswer limits;
  if (signal == Signal::kReadCpuUtilization) {
    constexpr std::chrono::seconds kLimitLookback{300};
    limits = Ask(context,
                 CpuLimitQuery(context.promql, grid.step * grid.count + kLimitLookback),
                 {grid.LastEnd(), grid.step, 1},
                 wanted);
  }
  for (const WindowSlot& slot : slots) {
    const auto target = context.index.Find(WorkloadOf(requests_[slot.request].target));
    std::optional<Reason> fault = roles[*target].fault;
    if (!fault) {
      fault = values.faults[*target];
    }
    if (!fault && !limits.values.empty()) {
      fault = limits.faults[*target] ? limits.faults[*target]
                                     : MissingLimit(roles[*target].pods, limits.values[*target]);
    }
    windows_[slot.request][slot.series] =
        fault ? FaultyWindow(signal, grid, *std::move(fault))
              : JoinWindow(signal, grid, roles[*target].pods, values.values[*target]);
  }
}

void Run::ReadGroup(Engine engine, std::chrono::seconds window, const WindowGroup& group) {
  const Grid grid = GridFor(now_, settings_.latency_offset, window, settings_.scrape_interval);
  const EnginePromql* const promql = PromqlOf(engine);
  if (promql == nullptr) {
    for (const auto& [key, slots] : group.signals) {
      FailAll(key.first,
              grid,
              slots,
              {ReasonCode::kUnsupportedSignal,
               fmt::format("not measured for engine {}", EngineName(engine))});
    }
    return;
  }
  const Context context{*promql, group, grid, PodIndex(group.workloads)};
  const std::vector<RolesOfTarget> roles = ReadRoles(context);
  for (const auto& [key, slots] : group.signals) {
    ReadSignal(context, roles, key.first, key.second, slots);
  }
}

class PrometheusSource final : public MetricSource {
 public:
  PrometheusSource(PrometheusSettings settings, HttpClient& http, const Clock& clock)
      : settings_(std::move(settings)), http_(http), clock_(clock) {}

  MetricReading Read(const std::vector<MetricRequest>& requests) override {
    MetricReading reading;
    reading.windows.resize(requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i) {
      reading.windows[i].resize(requests[i].series.size());
    }
    PrometheusClient client(settings_, http_);
    const SysSeconds local = clock_.Now();
    const auto now = client.ServerTime(local);
    reading.now = now.value_or(local);
    if (now) {
      Run run(settings_, client, *now, requests, reading.windows);
      for (const auto& [key, group] : GroupRequests(requests)) {
        run.ReadGroup(key.first, key.second, group);
      }
    } else {
      reading.fault = now.error();
      FailEverything(requests, reading);
    }
    for (std::vector<SignalWindow>& windows : reading.windows) {
      for (SignalWindow& window : windows) {
        window.latency_offset = settings_.latency_offset;
      }
    }
    reading.queries = client.queries();
    return reading;
  }

 private:
  void FailEverything(const std::vector<MetricRequest>& requests, MetricReading& reading) const {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      for (std::size_t j = 0; j < requests[i].series.size(); ++j) {
        const SeriesRequest& series = requests[i].series[j];
        const Grid grid = GridFor(
            reading.now, settings_.latency_offset, series.window, settings_.scrape_interval);
        reading.windows[i][j] = FaultyWindow(series.signal, grid, *reading.fault);
      }
    }
  }

  PrometheusSettings settings_;
  HttpClient& http_;
  const Clock& clock_;
};

}  // namespace

std::unique_ptr<MetricSource> MakePrometheusSource(PrometheusSettings settings,
                                                   HttpClient& http,
                                                   const Clock& clock) {
  return std::make_unique<PrometheusSource>(std::move(settings), http, clock);
}

}  // namespace gitscale
