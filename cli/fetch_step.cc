// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/fetch_step.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace gitscale {
namespace {

/// A signal handler cannot wake a waiting thread: look that often.
constexpr std::chrono::milliseconds kSignalPoll{50};

}  // namespace

/// Owned by the threads too, so that one that hangs past the run touches nothing that is gone.
struct FetchStep::Shared {
  std::mutex mutex;
  std::condition_variable changed;
  RepositorySource::Filter keep;
  std::vector<std::shared_ptr<RepositorySource>> sources;
  std::vector<std::pair<std::size_t, Result<RepositorySnapshot>>> ready;  ///< not yet handed out
  std::size_t next = 0;
  std::size_t finished = 0;
  bool abandoned = false;
};

FetchStep::FetchStep(const std::vector<RepositoryRun*>& runs,
                     RepositorySource::Filter keep,
                     std::size_t threads,
                     std::chrono::milliseconds gather,
                     const StopSignal& stop)
    : runs_(runs), shared_(std::make_shared<Shared>()), gather_(gather), stop_(stop) {
  shared_->keep = std::move(keep);
  for (const RepositoryRun* run : runs) {
    shared_->sources.push_back(run->ports.source);
  }
  for (std::size_t i = 0; i < std::min(threads, runs.size()); ++i) {
    threads_.emplace_back(Work, shared_);
  }
}

FetchStep::~FetchStep() {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->abandoned = true;
  }
  for (std::thread& thread : threads_) {
    if (stop_.raised()) {
      thread.detach();
    } else {
      thread.join();
    }
  }
}

void FetchStep::Work(const std::shared_ptr<Shared>& shared) {
  std::unique_lock lock(shared->mutex);
  while (!shared->abandoned && shared->next < shared->sources.size()) {
    const std::size_t index = shared->next++;
    const std::shared_ptr<RepositorySource> source = shared->sources[index];
    lock.unlock();
    Result<RepositorySnapshot> snapshot = source->Fetch(shared->keep);
    lock.lock();
    shared->ready.emplace_back(index, std::move(snapshot));
    ++shared->finished;
    shared->changed.notify_all();
  }
}

std::vector<RepositoryRun*> FetchStep::NextWave() {
  if (handed_out_ == runs_.size()) {
    return {};
  }
  const auto deadline = std::chrono::steady_clock::now() + gather_;
  std::unique_lock lock(shared_->mutex);
  const auto complete = [&] {
    const bool late = std::chrono::steady_clock::now() >= deadline;
    return shared_->finished == runs_.size() || (late && !shared_->ready.empty());
  };
  while (!complete()) {
    if (stop_.raised()) {
      return {};
    }
    shared_->changed.wait_for(lock, kSignalPoll);
  }
  auto ready = std::exchange(shared_->ready, {});
  lock.unlock();
  std::ranges::sort(ready, {}, [](const auto& entry) { return entry.first; });
  std::vector<RepositoryRun*> wave;
  for (auto& [index, snapshot] : ready) {
    RepositoryRun& run = *runs_[index];
    if (snapshot) {
      run.tip = *std::move(snapshot);
    } else {
      run.failure = std::move(snapshot).error();
    }
    wave.push_back(&run);
  }
  handed_out_ += wave.size();
  return wave;
}

std::size_t FetchStep::finished() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->finished;
}

}  // namespace gitscale
