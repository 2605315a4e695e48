// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fleet/subject.h"

#include <algorithm>
#include <cmath>

#include "reconciler/counts.h"
#include "reconciler/lag_brake.h"

namespace gitscale::fleet {
namespace {

using std::chrono::seconds;

/// Share of the scrapes that get lost for no reason.
constexpr double kLostScrapes = 0.003;

bool WritesAt(const LoadNature& load, SysSeconds now) {
  // Whole hours, the same for every run of the simulation.
  const auto hour = static_cast<std::uint64_t>((now - kStart + load.shift) / seconds{3600});
  return Random(hour).Unit() < load.write_share;
}

}  // namespace

void Subject::Prepare(seconds scrape_interval) {
  const seconds longest = 2 * policy.scale_down.stabilization_window;
  ring = ScrapeRing(scrape_interval, std::max(longest, seconds{3600}) + seconds{1200});
  readers.clear();
  const std::vector<SeriesRequest> wanted = WantedSeries(policy);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    readers.emplace_back(wanted[i], i < 3 * policy.metrics.size() ? i / 3 : 0, latency_offset);
  }
}

Target Subject::Declared() const {
  Target declared = target;
  declared.declared_replicas = git.declared;
  declared.replicas = git.declared;
  declared.decision = git.decision;
  return declared;
}

std::int64_t Subject::LoadMilli(SysSeconds now, std::size_t metric) {
  const double share = load.curve->At(now - kStart + load.shift);
  const double standbys = load.base + (load.peak - load.base) * share;
  const double noisy = standbys * (1 + load.noise * (2 * random.Unit() - 1));
  // The second metric is not the one that decides, most of the time.
  const double weight = metric == 0 ? 1.0 : 0.8;
  return std::llround(noisy * weight * static_cast<double>(policy.metrics[metric].average.milli));
}

void Subject::AddSamples(SysSeconds now, Scrape& scrape) {
  std::vector<const Pod*> serving;
  for (const Pod& pod : cluster.pods) {
    if (pod.ready && !pod.primary) {
      serving.push_back(&pod);
    }
  }
  const auto count = static_cast<std::int64_t>(serving.size());
  for (const Pod& pod : cluster.pods) {
    const bool dark = !pod.ready || now < pod.dark_until || now < scrapes_lost_until ||
                      random.Chance(kLostScrapes);
    if (dark) {
      continue;
    }
    Sample& sample = scrape.samples[pod.slot];
    sample.role = pod.primary ? Role::kPrimary : Role::kReplica;
    sample.has_load = true;
    sample.is_nan = now < nan_until;
    sample.receives = now >= pod.silent_until;
    sample.lag_milli = static_cast<std::int32_t>(zeroed * random.Between(0, 900));
  }
  for (std::size_t metric = 0; metric < policy.metrics.size(); ++metric) {
    const std::int64_t total = load.sticks ? policy.metrics[metric].average.milli * 16 / 10 * count
                                           : LoadMilli(now, metric);
    for (std::size_t i = 0; i < serving.size(); ++i) {
      const double part =
          1 + (i == 0 ? load.unevenness : 0) -
          (i > 0 && count > 1 ? load.unevenness / static_cast<double>(count - 1) : 0);
      scrape.samples[serving[i]->slot].load_milli[metric] = static_cast<std::int32_t>(
          std::llround(zeroed * part * static_cast<double>(total) / static_cast<double>(count)));
    }
  }
  if (now < lag_until && !serving.empty()) {
    scrape.samples[serving.back()->slot].lag_milli =
        static_cast<std::int32_t>(zeroed * random.Between(lag_milli * 9 / 10, lag_milli));
  } else if (now < lag_tail_until && !serving.empty()) {
    const auto limit = static_cast<std::int32_t>(policy.max_replication_lag.count() * 1000);
    scrape.samples[serving.back()->slot].lag_milli =
        static_cast<std::int32_t>(zeroed * random.Between(limit * 85 / 100, limit * 95 / 100));
  }
}

void Subject::Advance(SysSeconds now) {
  cluster.Advance(now, git, random);
  Scrape scrape;
  scrape.time = now;
  scrape.writes = WritesAt(load, now) ? static_cast<std::int32_t>(zeroed * 500'000) : 0;
  AddSamples(now, scrape);
  ring.Push(scrape);
  FollowFlight(now);
  JudgeCalm(now, scrape);
}

void Subject::FollowFlight(SysSeconds now) {
  if (!truth.flight_open || !cluster.RunsExactly(truth.flight_to)) {
    return;
  }
  truth.flight_open = false;
  truth.landed_after = now - truth.flight_at;
  const bool grew = !truth.flight_is_rollback && truth.flight_to > truth.flight_from;
  if (grew && truth.flight_to >= truth.failed_count) {
    truth.failed_count = 0;
    truth.rollbacks = 0;
  }
}

void Subject::JudgeCalm(SysSeconds now, const Scrape& scrape) {
  const std::int32_t less = OneLess(*this);
  bool calm = less < git.declared && less >= std::max(policy.min_replicas, target.quorum_floor) &&
              !policy.suspend && cluster.RunsExactly(git.declared) && now >= cluster.busy_until &&
              now >= cluster.suspended_until && now >= cluster.unreadable_until &&
              now >= scrapes_lost_until && now >= nan_until &&
              now >= std::max(lag_until, lag_tail_until) && zeroed == 1;
  for (const Pod& pod : cluster.pods) {
    calm = calm && now >= pod.dark_until && now >= pod.silent_until &&
           !(target.removes_by_ordinal && pod.primary && pod.ordinal >= less);
  }
  for (std::size_t metric = 0; calm && metric < policy.metrics.size(); ++metric) {
    const std::int64_t average = policy.metrics[metric].average.milli;
    std::int64_t sum = 0;
    for (const Sample& sample : scrape.samples) {
      calm = calm && sample.load_milli[metric] * 100 < average * 95;
      sum += sample.load_milli[metric];
    }
    calm = calm && sum * 100 <= average * 85 * (less - target.primary_count);
  }
  if (!calm) {
    truth.disturbed_at = now;
  }
}

Observation Subject::Observe(SysSeconds now, const std::optional<Reason>& endpoint_fault) {
  std::vector<SignalWindow> windows;
  for (SeriesReader& reader : readers) {
    windows.push_back(reader.Read(ring, now));
    if (endpoint_fault) {
      windows.back().fault = endpoint_fault;
      windows.back().steps.clear();
      windows.back().newest_samples.clear();
    }
  }
  return AssembleObservation(policy, std::move(windows), endpoint_fault, cluster.Observe(now));
}

std::int32_t OneLess(const Subject& subject) {
  return PreviousAllowed(subject.target.allowed_counts, subject.git.declared);
}

}  // namespace gitscale::fleet
