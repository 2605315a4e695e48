// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "policies/signal.h"
#include "policies/target.h"

namespace gitscale {

/// Where a target is in its life, as runs saw it.
enum class Lifecycle {
  kIdle,    ///< nothing is under way
  kFlight,  ///< a decision is on the base branch and has not converged
  kHold,    ///< somebody set the count by hand; gitscale waits
};

/// The flight that is open. Times are those of runs: the first that saw the decision on the base
/// branch, and so on.
struct Flight {
  std::int32_t from = 0;
  std::int32_t to = 0;
  bool rollback = false;                 ///< it undoes a scale-up that got stuck
  std::optional<SysSeconds> first_seen;  ///< nothing: pushed, not seen on the base branch yet
  std::int32_t most_existing = 0;        ///< high-water marks since it began
  std::int32_t most_ready = 0;
  std::optional<SysSeconds> last_progress;  ///< when one of them last rose
  std::optional<SysSeconds>
      paused_since;  ///< the GitOps engine has not applied it: the deadline stands still
  std::chrono::seconds paused{0};  ///< earlier pauses

  bool operator==(const Flight&) const = default;
};

/// What is kept about one target between runs, in Git (docs/formats.md). Recorded at transitions
/// only. All of it can be lost: it is rebuilt
/// from the annotation, with back-offs at their longest (CheckOwnership).
struct LedgerEntry {
  std::string decision;       ///< id of the newest decision seen in, or pushed to, the target's
                              ///< annotation; empty: none
  std::int32_t replicas = 0;  ///< the count in Git that belongs to it
  Lifecycle state = Lifecycle::kIdle;
  std::optional<Flight> flight;                ///< state kFlight
  std::optional<SysSeconds> hold_until;        ///< state kHold
  std::optional<std::int32_t> last_converged;  ///< newest count that a run saw running in full
  std::optional<SysSeconds> last_scale;        ///< when the newest decision was pushed
  std::int32_t rollbacks = 0;                  ///< in a row
  std::int32_t failed_count = 0;               ///< counts at or above it are held back ...
  std::optional<SysSeconds> backoff_until;     ///< ... until then
  Signal scaled_on = Signal::kUnset;           ///< metric of the newest scale-up ...
  std::int64_t load_before_milli = 0;          ///< ... and its load per standby then
  std::int32_t ineffective = 0;  ///< scale-ups in a row that left the load per standby as it was

  bool operator==(const LedgerEntry&) const = default;
};

/// Path of the entry in the ledger's tree: "targets/<cluster>/<namespace>/<engine>/<name>.json".
[[nodiscard]] std::string LedgerPath(const TargetKey& key);

/// The key whose entry stands at this path; nothing when no entry can stand there.
[[nodiscard]] std::optional<TargetKey> KeyOfLedgerPath(std::string_view path);

/// Canonical JSON with a final newline.
[[nodiscard]] std::string WriteLedgerEntry(const LedgerEntry& entry);

/// Errors: kInvalidArgument. A ledger that cannot be read is treated as lost, never as empty.
[[nodiscard]] Result<LedgerEntry> ParseLedgerEntry(std::string_view text);

}  // namespace gitscale
