// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/gitops/over_ledger.h"

namespace gitscale::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// What servers allow and refuse. NotAtomic...: on one that does not offer atomic pushes.
class LedgerServer : public OverLedger {
 protected:
  void OfferNoAtomicPush() const { Git(remote_->bare(), "config receive.advertiseAtomic false"); }

  void RefuseTheLedger() const {
    remote_->SetHook(
        "update", "test \"$1\" != refs/gitscale/ledger || { echo 'not this one' >&2; exit 1; }\n");
  }
};

INSTANTIATE_TEST_SUITE_P(Remotes, LedgerServer, EveryKind(), KindName);

TEST_P(LedgerServer, RefusedLedgerLeavesTheBranchAlone) {
  RefuseTheLedger();
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  const auto published = repository.Publish(tip, Both(kA, "a\n", {}), NoRebuild, PermitAll);
  ASSERT_FALSE(published);
  EXPECT_EQ(published.error().code, ErrorCode::kPermissionDenied);
  EXPECT_THAT(published.error().message,
              HasSubstr("cannot push branch 'main' of '" + url_ +
                        "': remote rejected 'refs/gitscale/ledger': hook declined (not this one"));
  EXPECT_EQ(remote_->Tip(), tip.commit);
  EXPECT_EQ(LedgerId(), "");
  EXPECT_THAT(sleeper_.slept, IsEmpty());
}

TEST_P(LedgerServer, RefusedBranchLeavesTheLedgerAlone) {
  remote_->SetHook("update", "test \"$1\" != refs/heads/main\n");
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  const auto published = repository.Publish(tip, Both(kA, "a\n", {}), NoRebuild, PermitAll);
  ASSERT_FALSE(published);
  EXPECT_EQ(published.error().code, ErrorCode::kPermissionDenied);
  EXPECT_THAT(published.error().message, HasSubstr("remote rejected 'refs/heads/main': hook"));
  EXPECT_EQ(LedgerId(), "");
}

TEST_P(LedgerServer, RefusedPushNamesAllOfIt) {
  remote_->SetHook("pre-receive", "! grep -q refs/gitscale/ledger\n");
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  const auto published = repository.Publish(tip, Both(kA, "a\n", {}), NoRebuild, PermitAll);
  ASSERT_FALSE(published);
  EXPECT_EQ(published.error().code, ErrorCode::kPermissionDenied);
  EXPECT_THAT(published.error().message,
              HasSubstr("remote rejected 'refs/heads/main', 'refs/gitscale/ledger': pre-receive"));
  EXPECT_EQ(remote_->Tip(), tip.commit);
}

// git refuses a hidden reference before the transaction, which then goes on without it.
TEST_P(LedgerServer, HiddenReferenceIsAWarningWhereTheBranchLands) {
  Git(remote_->bare(), "config receive.hideRefs refs/gitscale");
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  ::testing::internal::CaptureStderr();
  const auto both = repository.Publish(tip, Both(kA, "a\n", {}), NoRebuild, PermitAll);
  const std::string log = ::testing::internal::GetCapturedStderr();
  ASSERT_TRUE(both) << both.error().message;
  EXPECT_THAT(both->commits, ElementsAre(remote_->Tip()));
  EXPECT_THAT(log, HasSubstr("ledger was not pushed, the next run repairs it"));
  EXPECT_THAT(log, HasSubstr("deny updating a hidden ref"));
  const auto alone =
      repository.Publish(MustFetch(repository), OnlyLedger(kA, "a\n", {}), NoRebuild, PermitAll);
  ASSERT_FALSE(alone);
  EXPECT_EQ(alone.error().code, ErrorCode::kPermissionDenied);
}

TEST_P(LedgerServer, RefusedLedgerAloneIsAnError) {
  for (const bool is_atomic : {true, false}) {
    RefuseTheLedger();
    if (!is_atomic) {
      OfferNoAtomicPush();
    }
    GitRepository repository = Repository();
    const RepositorySnapshot tip = MustFetch(repository);
    const auto published = repository.Publish(tip, OnlyLedger(kA, "a\n", {}), NoRebuild, PermitAll);
    ASSERT_FALSE(published);
    EXPECT_EQ(published.error().code, ErrorCode::kPermissionDenied);
    EXPECT_THAT(published.error().message,
                HasSubstr("cannot push ledger 'refs/gitscale/ledger' of '" + url_ +
                          "': remote rejected 'refs/gitscale/ledger': hook declined"));
  }
}

TEST_P(LedgerServer, NotAtomicTheLedgerFollowsTheBranch) {
  OfferNoAtomicPush();
  NotePushes();
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  ::testing::internal::CaptureStderr();
  const auto published = repository.Publish(tip, Both(kA, "a\n", {}), NoRebuild, PermitAll);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), Not(HasSubstr("ledger")));
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_THAT(published->commits, ElementsAre(remote_->Tip()));
  EXPECT_EQ(Pushes(), "refs/heads/main \nrefs/gitscale/ledger \n");
  EXPECT_EQ(LedgerFile(kA), "a");
}

TEST_P(LedgerServer, NotAtomicARefusedLedgerIsAWarning) {
  OfferNoAtomicPush();
  RefuseTheLedger();
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  ::testing::internal::CaptureStderr();
  const auto published = repository.Publish(tip, Both(kA, "a\n", {}), NoRebuild, PermitAll);
  const std::string log = ::testing::internal::GetCapturedStderr();
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_THAT(log, HasSubstr("ledger was not pushed, the next run repairs it"));
  EXPECT_THAT(log, HasSubstr("not this one"));
  EXPECT_THAT(published->commits, ElementsAre(remote_->Tip()));
  EXPECT_THAT(remote_->Subjects(), ElementsAre("ours"));
  EXPECT_EQ(LedgerId(), "");
}

TEST_P(LedgerServer, NotAtomicALostLedgerRaceIsAWarning) {
  OfferNoAtomicPush();
  const std::string before = WriteLedger(kA, "a\n");
  const std::string theirs = WriteLedger(kA, "theirs\n");
  SetLedger(before);
  remote_->SetHook(
      "update",
      "test \"$1\" != refs/heads/main || git update-ref refs/gitscale/ledger " + theirs + "\n");
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  ::testing::internal::CaptureStderr();
  const auto published = repository.Publish(tip, Both(kA, "b\n", "a\n"), NoRebuild, PermitAll);
  const std::string log = ::testing::internal::GetCapturedStderr();
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_THAT(log, HasSubstr("ledger was not pushed, the next run repairs it"));
  EXPECT_THAT(published->commits, ElementsAre(remote_->Tip()));
  EXPECT_EQ(LedgerId(), theirs);
}

}  // namespace
}  // namespace gitscale::testing
