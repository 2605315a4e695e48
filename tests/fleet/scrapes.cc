// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fleet/scrapes.h"

#include <algorithm>
#include <functional>

#include "base/check.h"
#include "observe/grid.h"

namespace gitscale::fleet {
namespace {

Role Counted(Signal signal) {
  return signal == Signal::kWriteBytesPerSecond ? Role::kPrimary : Role::kReplica;
}

}  // namespace

ScrapeRing::ScrapeRing(std::chrono::seconds interval, std::chrono::seconds kept)
    : interval_(interval), scrapes_(static_cast<std::size_t>(kept / interval) + 1) {}

std::size_t ScrapeRing::IndexOf(SysSeconds time) const {
  return static_cast<std::size_t>(time.time_since_epoch() / interval_) % scrapes_.size();
}

void ScrapeRing::Push(const Scrape& scrape) {
  scrapes_[IndexOf(scrape.time)] = scrape;
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    if (scrape.samples[slot].role != Role::kUnknown) {
      newest_[slot] = {scrape.time, scrape.samples[slot].role};
    }
  }
}

const Scrape* ScrapeRing::At(SysSeconds time) const {
  const Scrape& scrape = scrapes_[IndexOf(time)];
  return scrape.time == time ? &scrape : nullptr;
}

std::int64_t SeriesReader::ValueOf(const Scrape& scrape, std::size_t slot) const {
  const Sample& sample = scrape.samples[slot];
  switch (request_.signal) {
    case Signal::kReplicationLagSeconds:
      return sample.lag_milli;
    case Signal::kWriteBytesPerSecond:
      return std::int64_t{scrape.writes} * 1000;
    case Signal::kWalReceiverUp:
      return sample.receives ? 1000 : 0;
    default:
      return sample.load_milli[metric_];
  }
}

void SeriesReader::FoldSlot(const ScrapeRing& ring,
                            SysSeconds end,
                            std::chrono::seconds step,
                            std::size_t slot,
                            Folded& out) const {
  Role role = Role::kUnknown;
  bool has_value = false;
  std::int64_t value = 0;
  for (SysSeconds time = end - step + ring.interval(); time <= end; time += ring.interval()) {
    const Scrape* scrape = ring.At(time);
    if (scrape == nullptr || scrape->samples[slot].role == Role::kUnknown) {
      continue;
    }
    const Sample& sample = scrape->samples[slot];
    role = sample.role;
    if (!sample.has_load) {
      continue;
    }
    out.is_nan = out.is_nan || (sample.is_nan && role == Counted(request_.signal));
    const std::int64_t here = ValueOf(*scrape, slot);
    const bool largest = request_.fold == gitscale::Fold::kLargest;
    value = !has_value ? here : largest ? std::max(value, here) : std::min(value, here);
    has_value = true;
  }
  out.has_role = out.has_role || role != Role::kUnknown;
  if (role != Counted(request_.signal)) {
    return;
  }
  out.has_counted = true;
  if (has_value) {
    out.has_series = true;
    out.step.sum_milli += value;
    out.step.hottest_milli = std::max(out.step.hottest_milli, value);
    ++out.step.present;
  }
}

SeriesReader::Folded SeriesReader::Fold(const ScrapeRing& ring,
                                        SysSeconds end,
                                        std::chrono::seconds step) const {
  Folded out;
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    // A slot without any sample since the step began has none in it.
    if (ring.NewestOf(slot).time > end - step) {
      FoldSlot(ring, end, step, slot, out);
    }
  }
  return out;
}

SignalWindow SeriesReader::Read(const ScrapeRing& ring, SysSeconds now) {
  const Grid grid = GridFor(now, offset_, request_.window, ring.interval());
  const auto count = static_cast<std::int64_t>(grid.count);
  const std::int64_t fresh =
      folded_.empty() ? count : std::min(count, (grid.LastEnd() - last_end_) / grid.step);
  CHECK(fresh >= 0);
  if (!folded_.empty()) {
    folded_.erase(folded_.begin(), folded_.begin() + fresh);
  }
  for (std::int64_t i = count - fresh; i < count; ++i) {
    folded_.push_back(Fold(ring, grid.End(static_cast<std::size_t>(i)), grid.step));
  }
  last_end_ = grid.LastEnd();
  SignalWindow window;
  window.first_end = grid.first_end;
  window.step = grid.step;
  window.latency_offset = offset_;
  window.fault = Fault();
  if (window.fault) {
    return window;
  }
  for (const Folded& one : folded_) {
    window.steps.push_back(one.step);
  }
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    const ScrapeRing::Newest& newest = ring.NewestOf(slot);
    if (newest.role == Counted(request_.signal) && newest.time > grid.first_end - grid.step) {
      window.newest_samples.push_back(std::min(newest.time, grid.LastEnd()));
    }
  }
  std::ranges::sort(window.newest_samples, std::greater());
  return window;
}

std::optional<Reason> SeriesReader::Fault() const {
  const auto any = [&](bool Folded::*member) {
    return std::ranges::any_of(folded_, [&](const Folded& one) { return one.*member; });
  };
  if (!any(&Folded::has_role)) {
    return Reason{ReasonCode::kNoSeries, "the target has no series"};
  }
  if (any(&Folded::is_nan) && IsPolicyMetric(request_.signal)) {
    return Reason{ReasonCode::kNotANumber, "an instance reported what is no number"};
  }
  if (any(&Folded::has_counted) && !any(&Folded::has_series)) {
    return Reason{ReasonCode::kNoSeries, "the instances report their role, but not this"};
  }
  return std::nullopt;
}

}  // namespace gitscale::fleet
