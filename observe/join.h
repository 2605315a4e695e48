// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "observe/answer_parser.h"
#include "observe/grid.h"
#include "observe/pod_index.h"
#include "policies/signal.h"
#include "reconciler/observation.h"

namespace gitscale {

/// Per step of a grid, the value of one instance; nothing where it has no sample. May be NaN or
/// infinite.
using StepValues = std::vector<std::optional<double>>;

/// The series of one target, by pod name.
using PodValues = std::map<std::string, StepValues>;

/// One instance over a window: what it was in each step (kUnknown: no sample in it), and when its
/// role was last seen.
struct RoleTrack {
  std::vector<Role> roles;
  std::optional<SysSeconds> newest;

  bool operator==(const RoleTrack&) const = default;
};

/// The instances of one target, by pod name.
using PodRoles = std::map<std::string, RoleTrack>;

/// What one query said about each workload of an index.
struct BatchAnswer {
  std::vector<PodValues> values;              ///< by slot of the index
  std::vector<std::optional<Reason>> faults;  ///< by slot: what it said cannot be used
};

/// Tells an answer apart: slot i of `into` gets the pods of the index's slot i; pods of other
/// targets are dropped. A pod with two series is a fault of its slot (kMalformedAnswer): nobody
/// knows which one counts. Errors: kInvalidArgument when a sample is at no step of the grid.
[[nodiscard]] Status SpreadValues(const Answer& answer,
                                  const Grid& grid,
                                  const PodIndex& index,
                                  BatchAnswer& into);

/// Role values (1 standby, 0 primary) as roles. newest: Unix time per pod, from any step. Fault:
/// kNotANumber, kInfinite, kNegative, or kMalformedAnswer for another number.
struct RolesOfTarget {
  PodRoles pods;
  std::optional<Reason> fault;
};

[[nodiscard]] RolesOfTarget RolesFrom(const PodValues& values,
                                      const PodValues& newest,
                                      const Grid& grid);

/// Joins roles and values of one target into one window.
///
/// A step sums the instances that have the signal's counted role in it. An instance without a value
/// does not count, nor does one without a role, whatever it reports. newest_samples: of the
/// instances whose last known role is the counted one, so that a fresh primary never hides a stale
/// standby. Faults: kNotANumber, kInfinite, kNegative for a value that counts (kInfinite also when
/// a sum does not fit), kNoSeries when instances should report and none has a value anywhere in the
/// window.
[[nodiscard]] SignalWindow JoinWindow(Signal signal,
                                      const Grid& grid,
                                      const PodRoles& roles,
                                      const PodValues& values);

/// A window of this grid without steps, which cannot be used because of `fault`. The message gets
/// the signal's name in front.
[[nodiscard]] SignalWindow FaultyWindow(Signal signal, const Grid& grid, Reason fault);

}  // namespace gitscale
