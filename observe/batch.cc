// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/batch.h"

#include <algorithm>

#include <fmt/format.h>

namespace gitscale {

WindowGroups GroupRequests(const std::vector<MetricRequest>& requests) {
  WindowGroups groups;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const MetricRequest& request = requests[i];
    for (std::size_t j = 0; j < request.series.size(); ++j) {
      const SeriesRequest& series = request.series[j];
      WindowGroup& group = groups[{request.target.engine, series.window}];
      group.workloads.push_back(WorkloadOf(request.target));
      group.signals[{series.signal, series.fold}].push_back({i, j});
    }
  }
  for (auto& [key, group] : groups) {
    std::ranges::sort(group.workloads);
    group.workloads.erase(std::unique(group.workloads.begin(), group.workloads.end()),
                          group.workloads.end());
  }
  return groups;
}

BatchAnswer AskInChunks(PrometheusClient& client,
                        const QueryText& text,
                        const Grid& grid,
                        const std::vector<Workload>& wanted,
                        const PodIndex& index,
                        std::size_t slots,
                        std::size_t max_query_bytes) {
  BatchAnswer out;
  out.values.resize(slots);
  out.faults.resize(slots);
  for (const auto& chunk : ChunkWorkloads(wanted, text, max_query_bytes)) {
    std::optional<Reason> fault;
    const auto answer = client.Query(text.For(chunk), grid);
    if (!answer) {
      fault = answer.error();
    } else if (const auto spread = SpreadValues(*answer, grid, index, out); !spread) {
      fault = Reason{ReasonCode::kMalformedAnswer, spread.error().message};
    }
    if (fault) {
      for (const Workload& workload : chunk) {
        if (const auto slot = index.Find(workload)) {
          out.faults[*slot] = fault;
        }
      }
    }
  }
  return out;
}

}  // namespace gitscale
