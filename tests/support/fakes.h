// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/result.h"
#include "base/time.h"
#include "reconciler/measure.h"
#include "reconciler/ports.h"

/// In-memory twins of the ports. Each keeps its calls in public and can be told to fail.
namespace gitscale::testing {

/// A clock that stands still until it is moved.
class FakeClock final : public Clock {
 public:
  explicit FakeClock(SysSeconds now = SysSeconds{std::chrono::seconds{1'800'000'000}})
      : now_(now) {}

  SysSeconds Now() const override {
    const std::lock_guard lock(mutex_);
    return now_;
  }

  std::chrono::steady_clock::time_point Monotonic() const override {
    const std::lock_guard lock(mutex_);
    return std::chrono::steady_clock::time_point(elapsed_);
  }

  void Advance(std::chrono::seconds by) {
    const std::lock_guard lock(mutex_);
    now_ += by;
    elapsed_ += by;
  }

 private:
  mutable std::mutex mutex_;
  SysSeconds now_;
  std::chrono::seconds elapsed_{1'000};
};

class FakeSleeper final : public Sleeper {
 public:
  void SleepFor(std::chrono::milliseconds duration) override { sleeps.push_back(duration); }

  std::vector<std::chrono::milliseconds> sleeps;
};

/// One branch in memory, with the compare-and-swap of a real one.
class FakeRepository final : public RepositorySource, public Publisher {
 public:
  using Files = std::map<std::string, std::string, std::less<>>;

  explicit FakeRepository(Files files) : files_(std::move(files)) {}

  Result<RepositorySnapshot> Fetch(const Filter& keep) override {
    if (on_fetch) {
      on_fetch();
    }
    const std::lock_guard lock(mutex_);
    ++fetches;
    if (fetch_error) {
      return tl::unexpected(*fetch_error);
    }
    keep_ = keep;
    return Tip();
  }

  Result<Published> Publish(const RepositorySnapshot& tip,
                            const ChangeSet& changes,
                            const Rebuild& rebuild,
                            const Permit& permit) override {
    ++publishes;
    Published published;
    published.change_set = changes;
    RepositorySnapshot base = tip;
    for (int attempt = 1; attempt <= max_attempts; ++attempt) {
      if (published.change_set.commits.empty() && published.change_set.ledger.empty()) {
        return published;
      }
      TRY(permit(base));
      if (before_push) {
        before_push(attempt);
      }
      if (push_error) {
        return tl::unexpected(*push_error);
      }
      published.attempts = attempt;
      if (base.commit == Commit()) {
        Apply(published);
        return published;
      }
      base = Current();
      TRY_ASSIGN(published.change_set, rebuild(base));
    }
    return Fail(ErrorCode::kConflict, "somebody else landed first, every time");
  }

  /// Somebody else's commit.
  void Land(const std::string& path, const std::string& content) {
    const std::lock_guard lock(mutex_);
    files_.insert_or_assign(path, content);
    ++version_;
  }

  /// Somebody else's commit that removes a file.
  void Drop(const std::string& path) {
    const std::lock_guard lock(mutex_);
    files_.erase(path);
    ++version_;
  }

  /// The ledger as it is, by path.
  [[nodiscard]] Files Ledger() const {
    const std::lock_guard lock(mutex_);
    return ledger_;
  }

  [[nodiscard]] std::string File(const std::string& path) const {
    const std::lock_guard lock(mutex_);
    return files_.at(path);
  }

  std::optional<Error> fetch_error;
  std::optional<Error> push_error;
  std::function<void()> on_fetch;                ///< before each fetch
  std::function<void(int attempt)> before_push;  ///< after the permit, before the swap
  int max_attempts = 8;
  int fetches = 0;
  int publishes = 0;
  std::vector<ChangeSet> pushed;

 private:
  RepositorySnapshot Tip() const {
    RepositorySnapshot tip;
    tip.commit = fmt::format("{:040x}", version_);
    tip.ledger = ledger_;
    for (const auto& [path, bytes] : files_) {
      if (!keep_ || keep_(path, bytes)) {
        tip.files.emplace(path, bytes);
      }
    }
    return tip;
  }

  RepositorySnapshot Current() const {
    const std::lock_guard lock(mutex_);
    return Tip();
  }

  std::string Commit() const { return Current().commit; }

  void Apply(Published& published) {
    const std::lock_guard lock(mutex_);
    for (const PlannedCommit& commit : published.change_set.commits) {
      for (const FileWrite& file : commit.files) {
        files_.insert_or_assign(file.path, file.content);
      }
      ++version_;
      published.commits.push_back(fmt::format("{:040x}", version_));
    }
    for (const LedgerWrite& write : published.change_set.ledger) {
      if (write.content) {
        ledger_.insert_or_assign(write.path, *write.content);
      } else {
        ledger_.erase(write.path);
      }
    }
    pushed.push_back(published.change_set);
  }

  mutable std::mutex mutex_;
  Files files_;
  Files ledger_;
  Filter keep_;
  int version_ = 1;
};

/// Answers every window with the same load on every standby, which all stream without lag behind an
/// idle primary; or with a fault.
class FakeMetricSource final : public MetricSource {
 public:
  MetricReading Read(const std::vector<MetricRequest>& requests) override {
    asked.push_back(requests);
    MetricReading reading;
    reading.now = now;
    reading.fault = fault;
    reading.queries = 1;
    for (const MetricRequest& request : requests) {
      std::vector<SignalWindow> windows;
      for (const SeriesRequest& series : request.series) {
        windows.push_back(Window(request.target, series));
      }
      reading.windows.push_back(std::move(windows));
    }
    return reading;
  }

  SysSeconds now{std::chrono::seconds{1'800'000'000}};
  std::optional<Reason> fault;
  /// Per standby, by release name; others have `load`.
  std::map<std::string, std::int64_t> load_of;
  std::int64_t load = 0;
  std::int32_t standbys = 1;
  std::vector<std::vector<MetricRequest>> asked;

 private:
  std::int64_t Each(const TargetKey& target, Signal signal) const {
    if (signal == Signal::kWalReceiverUp) {
      return 1'000;
    }
    if (!IsPolicyMetric(signal)) {
      return 0;
    }
    const auto own = load_of.find(target.name);
    return (own == load_of.end() ? load : own->second) * 1'000;
  }

  SignalWindow Window(const TargetKey& target, const SeriesRequest& series) const {
    SignalWindow window;
    if (fault) {
      window.fault = fault;
      return window;
    }
    const std::int64_t each = Each(target, series.signal);
    const std::int32_t present = series.signal == Signal::kWriteBytesPerSecond ? 1 : standbys;
    window.step = StepFor(series.window, std::chrono::seconds(30));
    const std::int32_t count = StepCount(series.window, window.step);
    window.first_end = now - window.step * (count - 1);
    window.steps.assign(static_cast<std::size_t>(count), SignalStep{each * present, each, present});
    window.newest_samples.assign(static_cast<std::size_t>(present), now);
    return window;
  }
};

/// Says that every target runs in full.
class FakeClusterReader final : public ClusterReader {
 public:
  ClusterReading Read(const std::vector<TargetKey>& targets) override {
    asked.push_back(targets);
    ClusterReading reading;
    reading.calls = 1;
    reading.as_of = as_of;
    for (const TargetKey& target : targets) {
      const auto known = replicas_of.find(target.name);
      reading.states.push_back(Running(target, known == replicas_of.end() ? 2 : known->second));
    }
    return reading;
  }

  std::optional<SysSeconds> as_of;
  std::map<std::string, std::int32_t> replicas_of;  ///< by release name; others have 2
  std::vector<std::vector<TargetKey>> asked;

 private:
  static ClusterState Running(const TargetKey& target, std::int32_t replicas) {
    ClusterState state;
    state.requested_replicas = replicas;
    state.operational = true;
    state.suspended = false;
    for (std::int32_t i = 1; i <= replicas; ++i) {
      state.instances.push_back(
          {fmt::format("{}-{}", target.name, i), i == 1 ? Role::kPrimary : Role::kReplica, true});
    }
    return state;
  }
};

}  // namespace gitscale::testing
