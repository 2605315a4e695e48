// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "policies/repository_snapshot.h"
#include "reconciler/change_set.h"

/// What the shell must supply: small interfaces, named for what they give. All are passed by
/// reference; `cli/` owns them.
namespace gitscale {

/// Reads one branch of one repository.
class RepositorySource {
 public:
  RepositorySource() = default;
  RepositorySource(const RepositorySource&) = delete;
  RepositorySource& operator=(const RepositorySource&) = delete;
  virtual ~RepositorySource() = default;

  /// Which files of the tree to keep: called once per regular file, with its path and bytes. Must
  /// be pure.
  using Filter = std::function<bool(std::string_view path, std::string_view bytes)>;

  /// Fetches the branch and reads the files that `keep` accepts, at its tip.
  /// Errors: kNotFound (repository or branch), kPermissionDenied, kUnavailable, kDeadlineExceeded.
  [[nodiscard]] virtual Result<RepositorySnapshot> Fetch(const Filter& keep) = 0;
};

/// What a publish came to.
struct Published {
  /// Commit ids, parallel to change_set.commits. Empty: after a rejected push the new tip needed no
  /// change any more, or only the ledger was written.
  std::vector<std::string> commits;
  ChangeSet change_set;  ///< as pushed: the first one, or what Rebuild made of a newer tip
  int attempts = 0;      ///< pushes tried, at least 1 unless nothing was to be done
};

/// Makes the change set for a newer tip: re-reads policies and targets there and decides again
/// where they changed.
using Rebuild = std::function<Result<ChangeSet>(const RepositorySnapshot& tip)>;

/// Asked just before each push: a reason to write nothing after all (the global stop), or success.
using Permit = std::function<Status(const RepositorySnapshot& tip)>;

/// Writes a change set to the base branch of one repository.
class Publisher {
 public:
  Publisher() = default;
  Publisher(const Publisher&) = delete;
  Publisher& operator=(const Publisher&) = delete;
  virtual ~Publisher() = default;

  /// Commits on `tip` and pushes with compare-and-swap. Never forces: when someone else landed,
  /// fetches, asks `rebuild` for the new tip and tries again, with jittered back-off, a bounded
  /// number of times. Errors: those of RepositorySource::Fetch, of `rebuild` and of `permit`;
  /// kConflict when every attempt lost the race; kPermissionDenied when the server refuses the
  /// branch (protected, read-only, hook). After an error nothing of the change set is on the
  /// branch, except after kDeadlineExceeded or kUnavailable during a push: then all or none of it.
  [[nodiscard]] virtual Result<Published> Publish(const RepositorySnapshot& tip,
                                                  const ChangeSet& changes,
                                                  const Rebuild& rebuild,
                                                  const Permit& permit) = 0;
};

/// Waits. A port so that tests do not.
class Sleeper {
 public:
  Sleeper() = default;
  Sleeper(const Sleeper&) = delete;
  Sleeper& operator=(const Sleeper&) = delete;
  virtual ~Sleeper() = default;

  virtual void SleepFor(std::chrono::milliseconds duration) = 0;
};

}  // namespace gitscale
