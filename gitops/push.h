// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <git2.h>

#include "base/result.h"
#include "gitops/local_mirror.h"
#include "gitops/remote_connection.h"

namespace gitscale {

/// One reference to move on the remote, only if it still is where we think.
struct RefUpdate {
  std::string reference;  ///< full name
  git_oid expected{};     ///< what it must be now; zero: it must not exist
  git_oid commit{};       ///< what it is to be; descends from `expected`, unless ...
  bool expected_is_no_commit =
      false;  ///< ... what is there is no commit, so nothing can descend from it
};

/// How a server's answer about one reference is to be read.
enum class Rejection {
  kRace,     ///< somebody else moved or locks the reference: fetch and try again
  kRefused,  ///< a hook or a rule: trying again is useless
  kUnclear,  ///< look where the reference is now
};

/// From the words of git's receive-pack (2.20 to 2.45) and of the large forges.
[[nodiscard]] Rejection ClassifyRejection(std::string_view status);

/// What became of a push.
struct PushResult {
  enum class Outcome { kLanded, kLostRace, kRefused, kUnclear };

  Outcome outcome = Outcome::kLanded;
  std::string reason;                   ///< unless landed: the server's words, one line
  std::vector<std::string> references;  ///< the ones these words are about; may be empty
  std::vector<std::string> accepted;    ///< unless landed: the ones that landed all the same
};

/// What the callbacks of one push see and note. Internal to push.cc and the transport context.
struct PushLog {
  struct Rejected {
    std::string reference;
    std::string status;  ///< the server's words
  };

  std::span<const RefUpdate> updates;
  bool asks_for_atomic = false;       ///< until the commands are sent
  bool has_moved = false;             ///< the remote advertised something else than expected
  std::vector<std::string> accepted;  ///< names of references
  std::vector<Rejected> rejected;
};

/// Pushes with compare-and-swap on exactly `expected`, never forced. The commits are in `mirror`.
///
/// Several updates are one transaction: all of them land, or none; git (2.39) makes one exception,
/// what it refuses before the transaction (hidden references): see PushResult::accepted. REQUIRES:
/// opened with kPush, at least one update; several only if connection.OffersAtomic().
/// Errors: cause only. After kUnavailable and kDeadlineExceeded nobody knows whether it landed.
[[nodiscard]] Result<PushResult> Push(RemoteConnection& connection,
                                      const LocalMirror& mirror,
                                      std::span<const RefUpdate> updates);

}  // namespace gitscale
