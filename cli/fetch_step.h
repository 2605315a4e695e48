// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

#include "cli/repository_run.h"
#include "cli/stop_signal.h"
#include "reconciler/ports.h"

namespace gitscale {

/// Fetches repositories in parallel and hands them out in waves: those that are ready when all are,
/// or when `gather` has passed. A late one joins a later wave and makes nobody wait.
class FetchStep {
 public:
  /// runs and stop must outlive the step. keep: see RepositorySource::Fetch.
  FetchStep(const std::vector<RepositoryRun*>& runs,
            RepositorySource::Filter keep,
            std::size_t threads,
            std::chrono::milliseconds gather,
            const StopSignal& stop);
  FetchStep(const FetchStep&) = delete;
  FetchStep& operator=(const FetchStep&) = delete;
  /// Waits for fetches under way; after a signal leaves them to the end of the process.
  ~FetchStep();

  /// The next ones, with tip or failure filled in; empty when there are no more or a signal came.
  [[nodiscard]] std::vector<RepositoryRun*> NextWave();

  /// How many have been fetched so far, failed ones included.
  [[nodiscard]] std::size_t finished() const;

 private:
  struct Shared;

  static void Work(const std::shared_ptr<Shared>& shared);

  std::vector<RepositoryRun*> runs_;
  std::shared_ptr<Shared> shared_;
  std::vector<std::thread> threads_;
  std::chrono::milliseconds gather_;
  const StopSignal& stop_;
  std::size_t handed_out_ = 0;
};

}  // namespace gitscale
