// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/time.h"
#include "reconciler/measure.h"
#include "reconciler/observation.h"

namespace gitscale::fleet {

/// Most instances of one target that ever exist at once.
inline constexpr std::size_t kSlots = 14;

/// What one exporter delivered in one scrape.
struct Sample {
  Role role = Role::kUnknown;  ///< unknown: nothing was delivered
  bool has_load = false;
  bool is_nan = false;
  bool receives = false;
  std::int32_t lag_milli = 0;
  std::array<std::int32_t, 2> load_milli{};  ///< by metric of the policy
};

/// All exporters of one target at one moment; by the slot of the instance.
struct Scrape {
  SysSeconds time{};
  std::int32_t writes = 0;  ///< bytes/s of the primary
  std::array<Sample, kSlots> samples{};
};

/// The newest scrapes of one target, at multiples of the interval.
class ScrapeRing {
 public:
  ScrapeRing(std::chrono::seconds interval, std::chrono::seconds kept);

  void Push(const Scrape& scrape);

  /// The scrape of exactly that moment, or null.
  [[nodiscard]] const Scrape* At(SysSeconds time) const;

  [[nodiscard]] std::chrono::seconds interval() const { return interval_; }

  /// The newest sample's time and role of the slot; unknown role: never.
  struct Newest {
    SysSeconds time{};
    Role role = Role::kUnknown;
  };

  [[nodiscard]] const Newest& NewestOf(std::size_t slot) const { return newest_[slot]; }

 private:
  [[nodiscard]] std::size_t IndexOf(SysSeconds time) const;

  std::chrono::seconds interval_;
  std::vector<Scrape> scrapes_;
  std::array<Newest, kSlots> newest_{};
};

/// Reads one series as a metrics server would answer it. Keeps the steps it has folded already, so
/// that a run costs only what is new.
class SeriesReader {
 public:
  SeriesReader(SeriesRequest request, std::size_t metric, std::chrono::seconds latency_offset)
      : request_(request), metric_(metric), offset_(latency_offset) {}

  [[nodiscard]] SignalWindow Read(const ScrapeRing& ring, SysSeconds now);

 private:
  struct Folded {
    SignalStep step;
    bool has_role = false;     // any instance told its role
    bool has_counted = false;  // an instance of the role that counts
    bool has_series = false;
    bool is_nan = false;
  };

  [[nodiscard]] Folded Fold(const ScrapeRing& ring,
                            SysSeconds end,
                            std::chrono::seconds step) const;
  void FoldSlot(const ScrapeRing& ring,
                SysSeconds end,
                std::chrono::seconds step,
                std::size_t slot,
                Folded& out) const;
  /// Why the steps as a whole cannot be used, or nothing.
  [[nodiscard]] std::optional<Reason> Fault() const;
  [[nodiscard]] std::int64_t ValueOf(const Scrape& scrape, std::size_t slot) const;

  SeriesRequest request_;
  std::size_t metric_;
  std::chrono::seconds offset_;
  SysSeconds last_end_{};
  std::vector<Folded> folded_;
};

}  // namespace gitscale::fleet
