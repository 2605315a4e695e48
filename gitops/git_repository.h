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

/// One branch of one Git repository, over http(s) or a path: reads it, and writes to it without a
/// working copy and without ever losing somebody else's commit.
///
/// Errors are those of the ports, plus kInvalidArgument for settings that cannot work (see
/// CheckRemoteSettings) and kUnavailable when the mirror folder is in use. A hung server costs at
/// most operation_timeout per fetch and per push. No secret is in any error.
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
  [[nodiscard]] Result<Published> Publish(const RepositorySnapshot& tip,
                                          const ChangeSet& changes,
                                          const Rebuild& rebuild,
                                          const Permit& permit) override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gitscale
