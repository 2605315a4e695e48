// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "policies/scaling_policy.h"
#include "policies/target.h"
#include "reconciler/decide.h"
#include "tests/fleet/cluster.h"
#include "tests/fleet/curves.h"
#include "tests/fleet/random.h"
#include "tests/fleet/scrapes.h"

namespace gitscale::fleet {

/// Midnight, the moment every simulation starts at.
inline constexpr SysSeconds kStart{std::chrono::seconds{1'772'409'600}};  // 2026-03-02T00:00:00Z

/// How the load of one target is, for good.
struct LoadNature {
  const Curve* curve = nullptr;
  std::chrono::seconds shift{0};
  double base = 0;          ///< standbys' worth of load that is always there
  double peak = 3;          ///< ... and at the curve's 1
  double noise = 0.02;      ///< share, both sides
  double unevenness = 0;    ///< the first standby gets this share more than its part
  bool sticks = false;      ///< the load does not reach new standbys: each one always has its own
  double write_share = .8;  ///< of the hours in which the primary writes
};

/// What is really so, for the checks: nothing of it is seen by the core.
struct Truth {
  bool flight_open = false;
  std::int32_t flight_from = 0;
  std::int32_t flight_to = 0;
  bool flight_is_rollback = false;
  SysSeconds flight_at{};
  bool last_write_ours = true;
  std::optional<SysSeconds> foreign_at;      ///< newest commit that was not ours
  std::chrono::seconds hold{0};              ///< what the policy said then
  std::optional<SysSeconds> ledger_lost_at;  ///< newest loss of the ledger's file
  std::int32_t failed_count = 0;             ///< rolled back ...
  SysSeconds no_retry_before{};              ///< ... and not to be tried before
  std::int32_t rollbacks = 0;
  std::optional<std::chrono::seconds> landed_after;  ///< a flight landed since this was taken
  std::optional<SysSeconds> turned_at;  ///< newest change of ours that is no rollback ...
  bool turned_up = false;               ///< ... and its direction
  SysSeconds disturbed_at{};    ///< newest moment at which something spoke against a scale-down
  bool foreign_unseen = false;  ///< it undid what the ledger never heard of: Git is as known
  std::int32_t unrecorded = 0;  ///< decisions of ours that the ledger never heard of
  std::optional<std::string> uncut_entry;  ///< the ledger file, had the run not been killed
};

/// One target with all that surrounds it.
struct Subject {
  ScalingPolicy policy;
  Target target;  ///< without what Git says
  GitSide git;
  Cluster cluster;
  LoadNature load;
  std::chrono::seconds latency_offset{0};
  ScrapeRing ring{std::chrono::seconds{30}, std::chrono::seconds{60}};
  std::vector<SeriesReader> readers;
  Random random{0};
  Truth truth;
  std::size_t endpoint = 0;

  // What the weather does to it.
  SysSeconds lag_until{};
  std::int32_t lag_milli = 0;
  SysSeconds lag_tail_until{};      ///< afterwards it stays just below the limit
  SysSeconds scrapes_lost_until{};  ///< no exporter of the target is scraped
  SysSeconds nan_until{};
  double zeroed = 1;  ///< 0: the metrics store says zero for everything

  // What people changed for a while.
  std::optional<ScalingPolicy> usual;
  std::int32_t usual_floor = 0;
  SysSeconds usual_again_at{};

  std::optional<std::string> text_before;  ///< annotation before the newest decision of ours
  std::int32_t count_before = 0;

  /// Sets up ring and readers after policy and offsets are final.
  void Prepare(std::chrono::seconds scrape_interval);

  /// The target as the tip of Git declares it.
  [[nodiscard]] Target Declared() const;

  /// Total load of one metric now, in milli-units.
  [[nodiscard]] std::int64_t LoadMilli(SysSeconds now, std::size_t metric);

  /// Everything up to the scrape at `now`, that scrape included.
  void Advance(SysSeconds now);

  /// The observation a run at `now` makes. REQUIRES: advanced to the newest scrape before now.
  [[nodiscard]] Observation Observe(SysSeconds now, const std::optional<Reason>& endpoint_fault);

 private:
  void AddSamples(SysSeconds now, Scrape& scrape);
  void FollowFlight(SysSeconds now);
  void JudgeCalm(SysSeconds now, const Scrape& scrape);
};

/// Largest allowed count below the declared one, or the declared one when there is none.
[[nodiscard]] std::int32_t OneLess(const Subject& subject);

}  // namespace gitscale::fleet
