// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/git_repository.h"

#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gitops/backoff.h"
#include "gitops/commit_builder.h"
#include "gitops/git_error.h"
#include "gitops/ledger_commit.h"
#include "gitops/push.h"
#include "gitops/remote_branch.h"
#include "gitops/remote_connection.h"

namespace gitscale {
namespace {

/// "'a', 'b'"
std::string Quoted(const std::vector<std::string>& names) {
  return names.empty() ? "" : fmt::format("'{}'", fmt::join(names, "', '"));
}

}  // namespace

class GitRepository::Impl {
 public:
  Impl(RemoteSettings settings, const Clock& clock, Sleeper& sleeper, std::uint64_t seed)
      : remote_(std::move(settings), clock), clock_(clock), sleeper_(sleeper), random_(seed) {}

  Result<RepositorySnapshot> Fetch(const Filter& keep) {
    keep_ = keep;
    TRY(remote_.Prepare());
    return remote_.Fetch(keep_);
  }

  Result<Published> Publish(const RepositorySnapshot& tip,
                            const ChangeSet& changes,
                            const Rebuild& rebuild,
                            const Permit& permit);

 private:
  /// What one attempt is to push, and on what.
  struct Plan {
    const RepositorySnapshot& tip;
    const ChangeSet& changes;
    git_oid base{};
    LedgerTip ledger;
    std::optional<LedgerEdit> ledger_edit;

    [[nodiscard]] bool IsEmpty() const { return changes.commits.empty() && !ledger_edit; }
  };

  /// What one push attempt came to: ids of the commits, or nothing when it lost the race.
  using Attempted = Result<std::optional<std::vector<std::string>>>;

  Result<Plan> MakePlan(const RepositorySnapshot& tip, const ChangeSet& changes);
  Attempted Attempt(const Plan& plan, const Permit& permit);
  Result<bool> IsStillAt(RemoteConnection& connection, const Plan& plan);
  Result<std::vector<git_oid>> Build(const Plan& plan, std::vector<RefUpdate>& updates);
  Result<bool> CanKeep(const ChangeSet& changes,
                       const std::string& commit,
                       const RepositorySnapshot& newer);

  /// What a push of the plan does, for messages.
  [[nodiscard]] std::string Doing(const Plan& plan) const {
    return plan.changes.commits.empty()
               ? fmt::format("push ledger '{}'", remote_.settings().ledger_ref)
               : fmt::format("push branch '{}'", remote_.settings().branch);
  }

  RemoteBranch remote_;
  const Clock& clock_;
  Sleeper& sleeper_;
  std::mt19937_64 random_;
  Filter keep_;
};

Result<Published> GitRepository::Impl::Publish(const RepositorySnapshot& tip,
                                               const ChangeSet& changes,
                                               const Rebuild& rebuild,
                                               const Permit& permit) {
  TRY(remote_.Prepare());
  Published published;
  published.change_set = changes;
  RepositorySnapshot newer;
  const RepositorySnapshot* base = &tip;
  for (;;) {
    TRY_ASSIGN(const Plan plan, MakePlan(*base, published.change_set));
    if (plan.IsEmpty()) {
      return published;
    }
    ++published.attempts;
    TRY_ASSIGN(auto commits, Attempt(plan, permit));
    if (commits) {
      published.commits = std::move(*commits);
      return published;
    }
    if (published.attempts >= remote_.settings().max_attempts) {
      return remote_.Failed(
          Doing(plan),
          {ErrorCode::kConflict,
           fmt::format("others were faster {} times (run again)", published.attempts),
           {}});
    }
    sleeper_.SleepFor(Delay(published.attempts, remote_.settings().backoff_base, random_()));
    const std::string commit = base->commit;
    TRY_ASSIGN(newer, remote_.Fetch(keep_));
    base = &newer;
    TRY_ASSIGN(const bool can_keep, CanKeep(published.change_set, commit, newer));
    if (!can_keep) {
      TRY_ASSIGN(published.change_set, rebuild(newer));
    }
  }
}

/// After a lost race: whether only others' files of the ledger moved, so that nothing need be
/// decided again. commit: the branch's before.
Result<bool> GitRepository::Impl::CanKeep(const ChangeSet& changes,
                                          const std::string& commit,
                                          const RepositorySnapshot& newer) {
  if (newer.commit != commit) {
    return false;
  }
  if (remote_.settings().ledger_ref.empty()) {
    return true;
  }
  TRY_ASSIGN(const LedgerTip ledger, remote_.LedgerOf(newer));
  return CanMerge(remote_.mirror().repository(), ledger, changes.ledger);
}

Result<GitRepository::Impl::Plan> GitRepository::Impl::MakePlan(const RepositorySnapshot& tip,
                                                                const ChangeSet& changes) {
  Plan plan{tip, changes, {}, {}, {}};
  if (!remote_.settings().ledger_ref.empty() && !changes.ledger.empty()) {
    TRY_ASSIGN(plan.ledger, remote_.LedgerOf(tip));
    auto edit = EditLedger(remote_.mirror().repository(), plan.ledger, changes.ledger);
    if (!edit) {
      return remote_.Failed(fmt::format("build ledger '{}'", remote_.settings().ledger_ref),
                            std::move(edit).error());
    }
    plan.ledger_edit = *edit;
  }
  if (!plan.IsEmpty()) {
    TRY_ASSIGN(plan.base, OidFromString(tip.commit));
  }
  return plan;
}

GitRepository::Impl::Attempted GitRepository::Impl::Attempt(const Plan& plan,
                                                            const Permit& permit) {
  auto connection = remote_.Connect(RemoteConnection::Direction::kPush);
  if (!connection) {
    Error error = std::move(connection).error();
    if (error.code == ErrorCode::kPermissionDenied) {
      return Fail(error.code,
                  Redact(fmt::format("cannot write to '{}': {}", remote_.Shown(), error.message)),
                  remote_.Shown());
    }
    return remote_.Failed(Doing(plan), std::move(error));
  }
  auto is_still = IsStillAt(**connection, plan);
  if (!is_still) {
    return remote_.Failed(Doing(plan), std::move(is_still).error());
  }
  if (!*is_still) {
    return std::nullopt;
  }
  TRY(permit(plan.tip));
  std::vector<RefUpdate> updates;
  auto commits = Build(plan, updates);
  if (!commits) {
    return remote_.Failed(fmt::format("build commits for branch '{}'", remote_.settings().branch),
                          std::move(commits).error());
  }
  Result<PushResult> result = remote_.Push(std::move(*connection), updates);
  if (!result) {
    return remote_.Failed(Doing(plan), std::move(result).error());
  }
  if (result->outcome == PushResult::Outcome::kLostRace) {
    return std::nullopt;
  }
  if (result->outcome != PushResult::Outcome::kLanded) {
    const std::string what =
        plan.ledger_edit && !result->references.empty() ? " " + Quoted(result->references) : "";
    return remote_.Failed(Doing(plan),
                          {ErrorCode::kPermissionDenied,
                           fmt::format("remote rejected{}: {}", what, result->reason),
                           {}});
  }
  std::vector<std::string> ids;
  for (const git_oid& commit : *commits) {
    ids.push_back(OidToString(commit));
  }
  return ids;
}

/// A ledger that is not written may move.
Result<bool> GitRepository::Impl::IsStillAt(RemoteConnection& connection, const Plan& plan) {
  TRY_ASSIGN(const std::optional<git_oid> base, connection.Find(remote_.reference()));
  if (!base || git_oid_equal(&*base, &plan.base) == 0) {
    return false;
  }
  if (!plan.ledger_edit) {
    return true;
  }
  TRY_ASSIGN(const std::optional<git_oid> ledger, connection.Find(remote_.settings().ledger_ref));
  return ledger.has_value() == plan.ledger.id.has_value() &&
         (!ledger || git_oid_equal(&*ledger, &*plan.ledger.id) == 1);
}

/// The commits of the branch; what is to be pushed, the branch first, in `updates`.
Result<std::vector<git_oid>> GitRepository::Impl::Build(const Plan& plan,
                                                        std::vector<RefUpdate>& updates) {
  git_repository& repository = remote_.mirror().repository();
  const CommitIdentity identity{
      remote_.settings().author_name, remote_.settings().author_email, clock_.Now()};
  TRY_ASSIGN(std::vector<git_oid> commits,
             BuildCommits(repository, plan.base, plan.changes, identity));
  if (!commits.empty()) {
    updates.push_back({remote_.reference(), plan.base, commits.back()});
  }
  if (plan.ledger_edit) {
    RefUpdate update;
    update.reference = remote_.settings().ledger_ref;
    update.expected = plan.ledger.id.value_or(git_oid{});
    update.expected_is_no_commit = !plan.ledger.is_commit;
    TRY_ASSIGN(update.commit, CommitLedger(repository, plan.ledger, *plan.ledger_edit, identity));
    updates.push_back(std::move(update));
  }
  return commits;
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
