// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <memory>

#include "base/result.h"
#include "base/time.h"
#include "gitops/remote_settings.h"
#include "reconciler/ports.h"

namespace gitscale {

/// One branch of one Git repository, and the ledger beside it, over http(s) or a path: reads them,
/// and writes to them without a working copy and without ever losing somebody else's commit.
///
/// The ledger is a reference of its own (RemoteSettings::ledger_ref). A fetch of a ledger that
/// cannot be read warns and gives an empty one; the next write then replaces what is there.
///
/// Errors are those of the ports, plus kInvalidArgument for settings that cannot work (see
/// CheckRemoteSettings) and kUnavailable when the mirror folder is in use. A hung server costs at
/// most fetch_timeout per fetch and push_timeout per push. No secret is in any error.
///
/// Each object is used by one thread; different objects by different threads at the same time.
class GitRepository final : public RepositorySource, public Publisher {
 public:
  /// Does nothing yet. clock: time of commits, and deadlines. sleeper: waits between lost races.
  /// seed: of the jitter of those waits; writers that race each other need different ones. clock
  /// and sleeper outlive the object.
  GitRepository(RemoteSettings settings, const Clock& clock, Sleeper& sleeper, std::uint64_t seed);
  GitRepository(const GitRepository&) = delete;
  GitRepository& operator=(const GitRepository&) = delete;
  ~GitRepository() override;

  [[nodiscard]] Result<RepositorySnapshot> Fetch(const Filter& keep) override;

  /// tip: from the last Fetch, whose filter also serves for newer tips.
  ///
  /// Both references move in one push, all or none of it, where the server offers atomic pushes.
  /// Elsewhere the branch goes first, and a ledger that then is not taken is only a warning. A
  /// ledger that moved alone is merged by file, and `rebuild` is asked only when one of
  /// changes.ledger is not there as expected. Writes that change nothing make no commit; changes
  /// that are only ledger writes move only the ledger, and Published.commits is empty. Other
  /// errors: kInvalidArgument for a path outside "targets/" and "inputs/".
  [[nodiscard]] Result<Published> Publish(const RepositorySnapshot& tip,
                                          const ChangeSet& changes,
                                          const Rebuild& rebuild,
                                          const Permit& permit) override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gitscale
