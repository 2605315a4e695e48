// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/git_repository.h"

#include <array>
#include <optional>
#include <random>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/log.h"
#include "gitops/backoff.h"
#include "gitops/commit_builder.h"
#include "gitops/git_error.h"
#include "gitops/git_library.h"
#include "gitops/local_mirror.h"
#include "gitops/push.h"
#include "gitops/remote_connection.h"
#include "gitops/tree_reader.h"

namespace gitscale {
namespace {

bool IsOutcomeUnknown(ErrorCode code) {
  return code == ErrorCode::kUnavailable || code == ErrorCode::kDeadlineExceeded;
}

}  // namespace

class GitRepository::Impl {
 public:
  Impl(RemoteSettings settings, const Clock& clock, Sleeper& sleeper, std::uint64_t seed)
      : settings_(std::move(settings)),
        clock_(clock),
        sleeper_(sleeper),
        random_(seed),
        reference_("refs/heads/" + settings_.branch) {}

  Result<RepositorySnapshot> Fetch(const Filter& keep) {
    keep_ = keep;
    return FetchTip();
  }

  Result<Published> Publish(const RepositorySnapshot& tip,
                            const ChangeSet& changes,
                            const Rebuild& rebuild,
                            const Permit& permit);

 private:
  /// What one push attempt came to: ids of the commits, or nothing when it lost the race.
  using Attempted = Result<std::optional<std::vector<std::string>>>;

  Status Prepare();
  Result<RepositorySnapshot> FetchTip();
  Result<RepositorySnapshot> FetchAndRead();
  Result<git_oid> FetchBranch();
  Result<std::unique_ptr<RemoteConnection>> Connect(RemoteConnection::Direction direction);
  Attempted Attempt(const RepositorySnapshot& tip, const ChangeSet& changes, const Permit& permit);
  Result<PushResult> PushOrFindOut(std::unique_ptr<RemoteConnection> connection,
                                   const RefUpdate& update);
  Result<bool> HasMovedFrom(const git_oid& expected);
  bool HasLanded(const git_oid& commit);

  [[nodiscard]] tl::unexpected<Error> Failed(std::string_view doing, Error error) const {
    error.message = fmt::format(
        "cannot {} branch '{}' of '{}': {}", doing, settings_.branch, Shown(), error.message);
    error.message = Redact(error.message);
    error.subject = Shown();
    return tl::unexpected<Error>(std::move(error));
  }

  [[nodiscard]] const std::string& Shown() const { return address_.shown; }

  RemoteSettings settings_;
  const Clock& clock_;
  Sleeper& sleeper_;
  std::mt19937_64 random_;
  std::string reference_;
  RemoteAddress address_;
  Filter keep_;
  std::optional<HttpPool> pool_;
  std::optional<LocalMirror> mirror_;
};

Status GitRepository::Impl::Prepare() {
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

Result<std::unique_ptr<RemoteConnection>> GitRepository::Impl::Connect(
    RemoteConnection::Direction direction) {
  return RemoteConnection::Open(
      mirror_->repository(), settings_, address_, clock_, *pool_, direction);
}

Result<RepositorySnapshot> GitRepository::Impl::FetchTip() {
  TRY(Prepare());
  Result<RepositorySnapshot> snapshot = FetchAndRead();
  // kInternal is about the local copy. A kept one may have been damaged since the last run.
  if (!snapshot && snapshot.error().code == ErrorCode::kInternal && mirror_->IsKept()) {
    TRY(mirror_->Rebuild(snapshot.error().message));
    snapshot = FetchAndRead();
  }
  if (!snapshot) {
    return Failed("fetch", std::move(snapshot).error());
  }
  return snapshot;
}

Result<RepositorySnapshot> GitRepository::Impl::FetchAndRead() {
  TRY_ASSIGN(const git_oid tip, FetchBranch());
  return ReadTree(mirror_->repository(), tip, keep_);
}

Result<git_oid> GitRepository::Impl::FetchBranch() {
  TRY_ASSIGN(const auto connection, Connect(RemoteConnection::Direction::kFetch));
  TRY_ASSIGN(const std::optional<git_oid> tip, connection->Find(reference_));
  if (!tip) {
    TRY_ASSIGN(const bool is_empty, connection->IsEmpty());
    return Fail(ErrorCode::kNotFound,
                is_empty ? "the repository is empty (push a first commit)" : "no such branch");
  }
  TRY_ASSIGN(const bool is_here, mirror_->Has(*tip));
  if (!is_here) {
    TRY(connection->Download(reference_));
  }
  TRY(mirror_->SetReference(reference_, *tip));
  return *tip;
}

Result<Published> GitRepository::Impl::Publish(const RepositorySnapshot& tip,
                                               const ChangeSet& changes,
                                               const Rebuild& rebuild,
                                               const Permit& permit) {
  TRY(Prepare());
  Published published;
  published.change_set = changes;
  RepositorySnapshot newer;
  const RepositorySnapshot* base = &tip;
  while (!published.change_set.commits.empty()) {
    ++published.attempts;
    TRY_ASSIGN(auto commits, Attempt(*base, published.change_set, permit));
    if (commits) {
      published.commits = std::move(*commits);
      return published;
    }
    if (published.attempts >= settings_.max_attempts) {
      return Failed("push",
                    {ErrorCode::kConflict,
                     fmt::format("others were faster {} times (run again)", published.attempts),
                     {}});
    }
    sleeper_.SleepFor(Delay(published.attempts, settings_.backoff_base, random_()));
    TRY_ASSIGN(newer, FetchTip());
    base = &newer;
    TRY_ASSIGN(published.change_set, rebuild(newer));
  }
  return published;
}

GitRepository::Impl::Attempted GitRepository::Impl::Attempt(const RepositorySnapshot& tip,
                                                            const ChangeSet& changes,
                                                            const Permit& permit) {
  auto connection = Connect(RemoteConnection::Direction::kPush);
  if (!connection) {
    Error error = std::move(connection).error();
    if (error.code == ErrorCode::kPermissionDenied) {
      return Fail(error.code,
                  Redact(fmt::format("cannot write to '{}': {}", Shown(), error.message)),
                  Shown());
    }
    return Failed("push", std::move(error));
  }
  TRY_ASSIGN(const git_oid base, OidFromString(tip.commit));
  auto advertised = (*connection)->Find(reference_);
  if (!advertised) {
    return Failed("push", std::move(advertised).error());
  }
  if (!*advertised || git_oid_equal(&**advertised, &base) == 0) {
    return std::nullopt;
  }
  TRY(permit(tip));
  auto commits = BuildCommits(mirror_->repository(),
                              base,
                              changes,
                              {settings_.author_name, settings_.author_email, clock_.Now()});
  if (!commits) {
    return Failed("build commits for", std::move(commits).error());
  }
  const RefUpdate update{reference_, base, commits->back()};
  Result<PushResult> result = PushOrFindOut(std::move(*connection), update);
  if (!result) {
    return Failed("push", std::move(result).error());
  }
  if (result->outcome == PushResult::Outcome::kLostRace) {
    return std::nullopt;
  }
  if (result->outcome != PushResult::Outcome::kLanded) {
    return Failed("push", {ErrorCode::kPermissionDenied, "remote rejected: " + result->reason, {}});
  }
  // Only saves the next fetch a step, so its failure is none of the push's.
  static_cast<void>(mirror_->SetReference(reference_, update.commit));
  std::vector<std::string> ids;
  for (const git_oid& commit : *commits) {
    ids.push_back(OidToString(commit));
  }
  return ids;
}

Result<PushResult> GitRepository::Impl::PushOrFindOut(std::unique_ptr<RemoteConnection> connection,
                                                      const RefUpdate& update) {
  Result<PushResult> result = Push(*connection, *mirror_, std::array{update});
  connection.reset();
  if (!result && IsOutcomeUnknown(result.error().code)) {
    if (HasLanded(update.commit)) {
      Log(LogLevel::kWarn,
          "connection lost during push, but the commits are on the branch",
          {{"repository", Shown()}, {"cause", result.error().message}});
      return PushResult{};
    }
    return result;
  }
  if (result && result->outcome == PushResult::Outcome::kUnclear) {
    TRY_ASSIGN(const bool has_moved, HasMovedFrom(update.expected));
    result->outcome = has_moved ? PushResult::Outcome::kLostRace : PushResult::Outcome::kRefused;
  }
  return result;
}

Result<bool> GitRepository::Impl::HasMovedFrom(const git_oid& expected) {
  TRY_ASSIGN(const auto connection, Connect(RemoteConnection::Direction::kFetch));
  TRY_ASSIGN(const std::optional<git_oid> tip, connection->Find(reference_));
  return !tip || git_oid_equal(&*tip, &expected) == 0;
}

bool GitRepository::Impl::HasLanded(const git_oid& commit) {
  const Result<git_oid> tip = FetchBranch();
  if (!tip) {
    return false;  // the push's own error says more than this one
  }
  return git_oid_equal(&*tip, &commit) == 1 ||
         git_graph_descendant_of(&mirror_->repository(), &*tip, &commit) == 1;
}

GitRepository::GitRepository(RemoteSettings settings,
                             const Clock& clock,
                             Sleeper& sleeper,
                             std::uint64_t seed)
    : impl_(std::make_unique<Impl>(std::move(settings), clock, sleeper, seed)) {}

GitRepository::~GitRepository() = default;

Result<RepositorySnapshot> GitRepository::Fetch(const Filter& keep) {
  return impl_->Fetch(keep);
}

Result<Published> GitRepository::Publish(const RepositorySnapshot& tip,
                                         const ChangeSet& changes,
                                         const Rebuild& rebuild,
                                         const Permit& permit) {
  return impl_->Publish(tip, changes, rebuild, permit);
}

}  // namespace gitscale
