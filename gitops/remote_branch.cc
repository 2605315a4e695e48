// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/remote_branch.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/log.h"
#include "gitops/git_error.h"
#include "gitops/git_library.h"
#include "gitops/tree_reader.h"

namespace gitscale {
namespace {

/// Where the mirror keeps the ledger, whatever it is called on the remote.
constexpr const char* kLocalLedger = "refs/gitscale/ledger";
/// The folder of it that runs read.
constexpr const char* kTargets = "targets";

constexpr git_oid kNoOid{};

bool IsOutcomeUnknown(ErrorCode code) {
  return code == ErrorCode::kUnavailable || code == ErrorCode::kDeadlineExceeded;
}

}  // namespace

RemoteBranch::RemoteBranch(RemoteSettings settings, const Clock& clock)
    : settings_(std::move(settings)), clock_(clock), reference_("refs/heads/" + settings_.branch) {}

Status RemoteBranch::Prepare() {
  if (mirror_) {
    return {};
  }
  TRY(CheckRemoteSettings(settings_));
  TRY_ASSIGN(address_, ParseRemoteAddress(settings_.url));
  InitGitLibrary();
  if (!pool_) {
    pool_.emplace();
  }
  TRY_ASSIGN(LocalMirror mirror, LocalMirror::Open(settings_.mirror_dir));
  mirror_.emplace(std::move(mirror));
  return {};
}

tl::unexpected<Error> RemoteBranch::Failed(std::string_view doing, Error error) const {
  error.message = Redact(fmt::format("cannot {} of '{}': {}", doing, Shown(), error.message));
  error.subject = Shown();
  return tl::unexpected<Error>(std::move(error));
}

Result<std::unique_ptr<RemoteConnection>> RemoteBranch::Connect(
    RemoteConnection::Direction direction) {
  return RemoteConnection::Open(
      mirror_->repository(), settings_, address_, clock_, *pool_, direction);
}

Result<RepositorySnapshot> RemoteBranch::Fetch(const RepositorySource::Filter& keep) {
  Result<RepositorySnapshot> snapshot = FetchAndRead(keep, mirror_->IsKept());
  // kInternal is about the local copy. A kept one may have been damaged since the last run.
  if (!snapshot && snapshot.error().code == ErrorCode::kInternal && mirror_->IsKept()) {
    TRY(mirror_->Rebuild(snapshot.error().message));
    snapshot = FetchAndRead(keep, false);
  }
  if (!snapshot) {
    return Failed(fmt::format("fetch branch '{}'", settings_.branch), std::move(snapshot).error());
  }
  return snapshot;
}

Result<RepositorySnapshot> RemoteBranch::FetchAndRead(const RepositorySource::Filter& keep,
                                                      bool may_rebuild) {
  TRY_ASSIGN(const Tips tips, FetchTips());
  TRY_ASSIGN(RepositorySnapshot snapshot, ReadTree(mirror_->repository(), tips.base, keep));
  if (tips.ledger) {
    TRY(ReadLedger(*tips.ledger, may_rebuild, snapshot));
  }
  return snapshot;
}

Result<RemoteBranch::Tips> RemoteBranch::FetchTips() {
  TRY_ASSIGN(const auto connection, Connect(RemoteConnection::Direction::kFetch));
  TRY_ASSIGN(const std::optional<git_oid> base, connection->Find(reference_));
  if (!base) {
    TRY_ASSIGN(const bool is_empty, connection->IsEmpty());
    return Fail(ErrorCode::kNotFound,
                is_empty ? "the repository is empty (push a first commit)" : "no such branch");
  }
  Tips tips{*base, std::nullopt};
  if (!settings_.ledger_ref.empty()) {
    TRY_ASSIGN(tips.ledger, connection->Find(settings_.ledger_ref));
  }
  std::vector<std::string> missing;
  TRY_ASSIGN(const bool has_base, mirror_->Has(tips.base));
  if (!has_base) {
    missing.push_back(reference_);
  }
  if (tips.ledger) {
    TRY_ASSIGN(const bool has_ledger, mirror_->Has(*tips.ledger));
    if (!has_ledger) {
      missing.push_back(settings_.ledger_ref);
    }
  }
  if (!missing.empty()) {
    TRY(connection->Download(missing));
  }
  TRY(mirror_->SetReference(reference_, tips.base));
  return tips;
}

Status RemoteBranch::ReadLedger(const git_oid& id, bool may_rebuild, RepositorySnapshot& into) {
  into.ledger_commit = OidToString(id);
  auto files = ReadFolder(mirror_->repository(), id, kTargets);
  if (files) {
    into.ledger = std::move(*files);
    return mirror_->SetReference(kLocalLedger, id);
  }
  Error& error = files.error();
  if (error.code == ErrorCode::kInternal && may_rebuild) {
    return tl::unexpected<Error>(std::move(error));
  }
  Log(LogLevel::kWarn,
      "ledger cannot be read and is treated as lost",
      {{"repository", Shown()}, {"reference", settings_.ledger_ref}, {"cause", error.message}});
  TRY_ASSIGN(const bool is_commit, IsCommit(mirror_->repository(), id));
  lost_ = LedgerTip{id, is_commit, false};
  return {};
}

Result<LedgerTip> RemoteBranch::LedgerOf(const RepositorySnapshot& tip) const {
  LedgerTip ledger;
  if (tip.ledger_commit.empty()) {
    return ledger;
  }
  TRY_ASSIGN(ledger.id, OidFromString(tip.ledger_commit));
  return lost_.id && git_oid_equal(&*lost_.id, &*ledger.id) == 1 ? lost_ : ledger;
}

Result<PushResult> RemoteBranch::Push(std::unique_ptr<RemoteConnection> connection,
                                      std::span<const RefUpdate> updates) {
  const auto branch = updates.first(1);
  if (updates.size() > 1 && !connection->OffersAtomic()) {
    TRY_ASSIGN(PushResult result, PushOrFindOut(std::move(connection), branch));
    if (result.outcome == PushResult::Outcome::kLanded) {
      NoteLanded(branch);
      PushLedgerAfterwards(updates.back());
    }
    return result;
  }
  TRY_ASSIGN(PushResult result, PushOrFindOut(std::move(connection), updates));
  if (result.outcome == PushResult::Outcome::kLanded) {
    NoteLanded(updates);
  } else if (std::ranges::count(result.accepted, branch.front().reference) > 0) {
    NoteLanded(branch);
    WarnOfLedger(updates.back(), result.reason);
    return PushResult{};
  }
  return result;
}

void RemoteBranch::PushLedgerAfterwards(const RefUpdate& update) {
  const std::span updates(&update, 1);
  auto connection = Connect(RemoteConnection::Direction::kPush);
  if (!connection) {
    WarnOfLedger(update, connection.error().message);
    return;
  }
  const auto result = PushOrFindOut(std::move(*connection), updates);
  if (result && result->outcome == PushResult::Outcome::kLanded) {
    NoteLanded(updates);
  } else {
    WarnOfLedger(update, result ? result->reason : result.error().message);
  }
}

/// The decisions are on the branch, so the run has done its work.
void RemoteBranch::WarnOfLedger(const RefUpdate& update, const std::string& cause) const {
  Log(LogLevel::kWarn,
      "ledger was not pushed, the next run repairs it",
      {{"repository", Shown()}, {"reference", update.reference}, {"cause", cause}});
}

Result<PushResult> RemoteBranch::PushOrFindOut(std::unique_ptr<RemoteConnection> connection,
                                               std::span<const RefUpdate> updates) {
  Result<PushResult> result = gitscale::Push(*connection, *mirror_, updates);
  connection.reset();
  if (!result && IsOutcomeUnknown(result.error().code)) {
    if (HasLanded(updates.front())) {  // and with it the others
      Log(LogLevel::kWarn,
          "connection lost during push, but the commits are on the server",
          {{"repository", Shown()}, {"cause", result.error().message}});
      return PushResult{};
    }
    return result;
  }
  if (result && result->outcome == PushResult::Outcome::kUnclear) {
    TRY_ASSIGN(const bool has_moved, HasMoved(updates));
    result->outcome = has_moved ? PushResult::Outcome::kLostRace : PushResult::Outcome::kRefused;
  }
  return result;
}

Result<bool> RemoteBranch::HasMoved(std::span<const RefUpdate> updates) {
  TRY_ASSIGN(const auto connection, Connect(RemoteConnection::Direction::kFetch));
  for (const RefUpdate& update : updates) {
    TRY_ASSIGN(const std::optional<git_oid> tip, connection->Find(update.reference));
    if (git_oid_equal(tip ? &*tip : &kNoOid, &update.expected) == 0) {
      return true;
    }
  }
  return false;
}

bool RemoteBranch::HasLanded(const RefUpdate& update) {
  // Any failure: the push's own error says more.
  const auto connection = Connect(RemoteConnection::Direction::kFetch);
  if (!connection) {
    return false;
  }
  const auto tip = (*connection)->Find(update.reference);
  if (!tip || !*tip) {
    return false;
  }
  if (git_oid_equal(&**tip, &update.commit) == 1) {
    return true;
  }
  const auto is_here = mirror_->Has(**tip);
  return is_here && (*is_here || (*connection)->Download({update.reference})) &&
         git_graph_descendant_of(&mirror_->repository(), &**tip, &update.commit) == 1;
}

void RemoteBranch::NoteLanded(std::span<const RefUpdate> updates) {
  for (const RefUpdate& update : updates) {
    // Its failure is none of the push's.
    static_cast<void>(mirror_->SetReference(
        update.reference == reference_ ? reference_ : kLocalLedger, update.commit));
  }
}

}  // namespace gitscale
