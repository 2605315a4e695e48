// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "reconciler/observation.h"
#include "tests/fleet/random.h"

namespace gitscale::fleet {

/// What Git declares about one target: the field and its annotation, as text.
struct GitSide {
  std::int32_t declared = 0;
  std::optional<std::string> decision;
  std::int64_t revision = 0;  ///< grows with every commit that touches the target
  SysSeconds written_at{};
};

/// One instance pod.
struct Pod {
  std::string name;
  std::int32_t ordinal = 0;
  std::size_t slot = 0;
  bool primary = false;
  bool ready = false;
  bool broken = false;        ///< crash-loops, or its clone stands still
  SysSeconds ready_at{};      ///< while it clones or restarts
  SysSeconds dark_until{};    ///< its exporter is lost until then
  SysSeconds silent_until{};  ///< it does not stream from the primary until then
};

/// How the cluster of one target is, for good.
struct ClusterNature {
  std::string prefix;
  bool by_ordinal = false;
  bool tells_requested = true;  ///< the source says what the engine was asked for
  std::chrono::seconds flux_delay{90};
  std::chrono::seconds clone{240};
};

/// The engine, its operator and Flux: instances follow what was applied of Git, one clone at a
/// time.
class Cluster {
 public:
  Cluster() = default;
  Cluster(ClusterNature with_nature, std::int32_t instances, SysSeconds now);

  /// What happened until `now`. Call at every scrape.
  void Advance(SysSeconds now, const GitSide& git, Random& random);

  /// What a cluster reader would say.
  [[nodiscard]] ClusterState Observe(SysSeconds now) const;

  /// Asked for `count` and running exactly that.
  [[nodiscard]] bool RunsExactly(std::int32_t count) const;

  void FailOver(SysSeconds now);
  /// A ready standby stops being ready, or is gone.
  void LosePod(SysSeconds until, bool vanishes);

  ClusterNature nature;
  std::vector<Pod> pods;
  std::int32_t requested = 0;
  bool apply_failed = false;
  bool primary_was_removed = false;  ///< a shrink ever took the primary
  SysSeconds suspended_until{};
  SysSeconds apply_fails_until{};
  SysSeconds clones_break_until{};  ///< new instances never come up
  SysSeconds unreadable_until{};
  SysSeconds busy_until{};

 private:
  void FollowFlux(SysSeconds now, const GitSide& git);
  void FollowPods(SysSeconds now, Random& random);
  void AddPod(SysSeconds now, Random& random);
  void RemovePod(SysSeconds now);

  std::int64_t applied_ = 0;
  std::int64_t attempted_ = 0;
  std::int32_t next_serial_ = 0;
  SysSeconds next_removal_{};
};

}  // namespace gitscale::fleet
