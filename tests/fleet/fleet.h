// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/fleet/checks.h"
#include "tests/fleet/figures.h"
#include "tests/fleet/people.h"
#include "tests/fleet/surroundings.h"
#include "tests/fleet/weather.h"

namespace gitscale::fleet {

/// How long a run waits for the next.
inline constexpr std::chrono::seconds kBetweenRuns{300};

/// What may happen in a simulation.
struct Conditions {
  std::uint64_t seed = 1;
  bool weather = false;
  bool people = false;
  double mishaps = 0;  ///< share of the pushes that are killed, raced or late
  bool checks = true;
};

/// Targets, their surroundings and gitscale itself, run by run.
class Fleet {
 public:
  explicit Fleet(Conditions conditions) : conditions_(conditions), random_(conditions.seed) {}

  /// Five minutes pass, then a run.
  void RunOnce();
  void RunFor(std::chrono::seconds time);

  /// Runs until `done` or `most` has passed; whether it came to be.
  bool RunUntil(const std::function<bool()>& done, std::chrono::seconds most);

  std::vector<Subject> subjects;
  Surroundings around;
  Checks checks;
  Figures figures;
  std::vector<Considered> runs;  ///< of the newest run, parallel to subjects
  SysSeconds now = kStart;

 private:
  enum class Mishap { kNone, kKilledBefore, kKilledBetween, kRaced, kOverlapped, kLate };

  /// A decision that somebody merges later.
  struct Late {
    std::size_t subject = 0;
    std::string decision;
    std::int32_t to = 0;
    std::string previous;  ///< id of the decision that it follows
    SysSeconds made_at{};
    SysSeconds due{};
  };

  /// A ledger file as read last.
  struct Parsed {
    std::string path;
    std::string text;
    History history;
  };

  void Pass();
  void Consider();
  void CheckConsidered(const SharedRoom& room);
  void DecideOn(std::size_t index);
  const History& ReadHistory(std::size_t index);
  [[nodiscard]] std::vector<std::size_t> InTargetOrder(std::vector<std::size_t> members) const;
  void Allot(const std::vector<std::size_t>& members, const SharedRoom& room);
  void Publish(const Tenant& tenant, const SharedRoom& room);
  void Carry(const Tenant& tenant, Mishap mishap);
  void DecideAgain(const Tenant& tenant, const SharedRoom& room);
  void Overlap(const Tenant& tenant, const SharedRoom& room);
  void Write(std::size_t index, bool with_ledger);
  void WriteBase(Subject& subject, const Considered& run, const std::string& decision);
  void Postpone(const Tenant& tenant);
  void MergeLate();
  void Count();
  [[nodiscard]] bool WantsWrite(std::size_t index) const;
  [[nodiscard]] Mishap Draw();

  Conditions conditions_;
  Random random_;
  std::vector<std::size_t> changed_;
  std::vector<Late> late_;
  std::vector<std::size_t> in_order_;
  std::vector<Parsed> parsed_;
};

}  // namespace gitscale::fleet
