// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <git2.h>

#include "base/result.h"
#include "base/time.h"
#include "gitops/http_exchange.h"
#include "gitops/ledger_commit.h"
#include "gitops/local_mirror.h"
#include "gitops/push.h"
#include "gitops/remote_address.h"
#include "gitops/remote_connection.h"
#include "gitops/remote_settings.h"
#include "policies/repository_snapshot.h"
#include "reconciler/ports.h"

namespace gitscale {

/// The branch and the ledger of one remote repository, and the copy of them on this machine: what
/// GitRepository reads with and asks with. Internal to gitops/.
class RemoteBranch {
 public:
  /// clock outlives the object.
  RemoteBranch(RemoteSettings settings, const Clock& clock);

  /// Opens the mirror at the first call; REQUIRED before everything below. Errors: those of
  /// CheckRemoteSettings and LocalMirror::Open.
  [[nodiscard]] Status Prepare();

  /// Both tips and what they hold, received over one connection. A ledger that cannot be read is
  /// lost, with a warning. Errors: as GitRepository::Fetch.
  [[nodiscard]] Result<RepositorySnapshot> Fetch(const RepositorySource::Filter& keep);

  [[nodiscard]] Result<std::unique_ptr<RemoteConnection>> Connect(
      RemoteConnection::Direction direction);

  /// Pushes the branch, the ledger, or both (the branch first in `updates`): in one transaction if
  /// the server can, else one after the other. kLanded as soon as the first did; a ledger that then
  /// did not is a warning. Never kUnclear, and a lost answer of a push that landed is no error.
  /// Errors: cause only.
  [[nodiscard]] Result<PushResult> Push(std::unique_ptr<RemoteConnection> connection,
                                        std::span<const RefUpdate> updates);

  /// The ledger of a snapshot, as something to build on. Errors: kInvalidArgument for an id that is
  /// none.
  [[nodiscard]] Result<LedgerTip> LedgerOf(const RepositorySnapshot& tip) const;

  [[nodiscard]] const RemoteSettings& settings() const { return settings_; }

  [[nodiscard]] const LocalMirror& mirror() const { return *mirror_; }

  /// Full name of the branch.
  [[nodiscard]] const std::string& reference() const { return reference_; }

  /// The repository's address for people.
  [[nodiscard]] const std::string& Shown() const { return address_.shown; }

  /// "cannot <doing> of '<repository>': <cause>", redacted, with the repository as subject.
  [[nodiscard]] tl::unexpected<Error> Failed(std::string_view doing, Error error) const;

 private:
  struct Tips {
    git_oid base{};
    std::optional<git_oid> ledger;
  };

  /// The push itself, and where its end is not known a look at the remote.
  [[nodiscard]] Result<PushResult> PushOrFindOut(std::unique_ptr<RemoteConnection> connection,
                                                 std::span<const RefUpdate> updates);
  void PushLedgerAfterwards(const RefUpdate& update);
  void WarnOfLedger(const RefUpdate& update, const std::string& cause) const;
  /// Saves the next fetch a step.
  void NoteLanded(std::span<const RefUpdate> updates);
  /// Whether a reference of `updates` is not at `expected` now. Errors: cause only.
  [[nodiscard]] Result<bool> HasMoved(std::span<const RefUpdate> updates);
  /// Whether the commit of `update` is in the history of its reference now. False also when nobody
  /// can be asked.
  [[nodiscard]] bool HasLanded(const RefUpdate& update);
  [[nodiscard]] Result<Tips> FetchTips();
  [[nodiscard]] Result<RepositorySnapshot> FetchAndRead(const RepositorySource::Filter& keep,
                                                        bool may_rebuild);
  [[nodiscard]] Status ReadLedger(const git_oid& id, bool may_rebuild, RepositorySnapshot& into);

  RemoteSettings settings_;
  const Clock& clock_;
  std::string reference_;
  RemoteAddress address_;
  std::optional<HttpPool> pool_;
  std::optional<LocalMirror> mirror_;
  LedgerTip lost_;  ///< the last ledger that could not be read
};

}  // namespace gitscale
