// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/result.h"
#include "reconciler/measure.h"
#include "reconciler/ports.h"

namespace gitscale {

/// One repository, to read and to write. Shared: a fetch that hangs past a signal outlives the run.
struct RepositoryPorts {
  std::shared_ptr<RepositorySource> source;
  std::shared_ptr<Publisher> publisher;
};

/// Everything outside that a run talks to, by name in the configuration.
struct RunPorts {
  std::map<std::string, RepositoryPorts, std::less<>> repositories;
  std::map<std::string, std::unique_ptr<MetricSource>, std::less<>> metrics;
  std::map<std::string, std::unique_ptr<ClusterReader>, std::less<>> clusters;
  std::int64_t unreadable = 0;  ///< endpoints and clusters of which the file cannot be read
  /// Whether the configuration says `stop: true` at this moment. Called from several threads.
  std::function<Result<bool>()> read_stop;
};

}  // namespace gitscale
