// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/gitops/over_ledger.h"

namespace gitscale::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;

class Ledger : public OverLedger {};

INSTANTIATE_TEST_SUITE_P(Remotes, Ledger, EveryKind(), KindName);

TEST_P(Ledger, IsCreatedWithTheFirstPushAndReadBack) {
  NotePushes();
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  EXPECT_EQ(tip.ledger_commit, "");
  EXPECT_THAT(tip.ledger, IsEmpty());
  ChangeSet changes = Both(kA, "{\"a\":1}\n", {});
  changes.ledger.push_back({"inputs/0f.json", "inputs\n", {}});
  changes.ledger.push_back({kB, "{\"b\":1}\n", {}});
  const auto published = repository.Publish(tip, changes, NoRebuild, PermitAll);
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_EQ(published->attempts, 1);
  EXPECT_EQ(published->change_set, changes);
  EXPECT_THAT(published->commits, ElementsAre(remote_->Tip()));
  EXPECT_EQ(Pushes(), "refs/heads/main refs/gitscale/ledger \n");
  EXPECT_EQ(Git(remote_->bare(), std::string("log --format='%s|%an <%ae> %aI|%cn %cI' ") + kLedger),
            "Record 2 transitions|Scaler <scaler@example.org> 2026-08-21T09:30:00+00:00|"
            "Scaler 2026-08-21T09:30:00+00:00");
  EXPECT_EQ(LedgerFile("inputs/0f.json"), "inputs");
  EXPECT_EQ(
      RunCommand("git -C '" + remote_->bare().string() + "' fsck --strict --no-dangling").output,
      "");
  const RepositorySnapshot same = MustFetch(repository);
  GitRepository other = Repository(2);
  EXPECT_EQ(MustFetch(other), same);
  EXPECT_EQ(same.ledger_commit, LedgerId());
  EXPECT_EQ(same.commit, remote_->Tip());
  EXPECT_THAT(same.ledger, ElementsAre(Pair(kA, "{\"a\":1}\n"), Pair(kB, "{\"b\":1}\n")));
  EXPECT_EQ(same.files.count(kA), 0U);
}

TEST_P(Ledger, WrittenFilesChangeAndAllOthersStay) {
  WriteLedger(kA, "a\n");
  WriteLedger("inputs/x.json", "x\n");
  WriteLedger("targets/c/other/sets/z.json", "z\n");
  const std::string before = WriteLedger("notes", "n\n");
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  const ChangeSet changes{{},
                          {{kB, "b\n", {}},
                           {"targets/c/other/sets/z.json", {}, "z\n"},
                           {"targets/c/never/was/there.json", {}, {}},
                           {"inputs/gone.json", {}, {}}}};
  const auto published = repository.Publish(tip, changes, NoRebuild, PermitAll);
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_EQ(LedgerFiles(),
            "inputs\ninputs/x.json\nnotes\ntargets\ntargets/c\ntargets/c/ns\n"
            "targets/c/ns/deployments\n" +
                std::string(kA) + "\n" + kB);
  EXPECT_EQ(LedgerFile(kA), "a");
  EXPECT_EQ(LedgerFile(kB), "b");
  EXPECT_EQ(Git(remote_->bare(), "log -1 --format='%s %P' " + LedgerId()),
            "Record 2 transitions " + before);
}

TEST_P(Ledger, LastEntryMayGo) {
  WriteLedger(kA, "a\n");
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  ASSERT_TRUE(repository.Publish(tip, OnlyLedger(kA, {}, "a\n"), NoRebuild, PermitAll));
  EXPECT_EQ(LedgerFiles(), "");
  const RepositorySnapshot empty = MustFetch(repository);
  EXPECT_NE(empty.ledger_commit, tip.ledger_commit);
  EXPECT_THAT(empty.ledger, IsEmpty());
  const auto again = repository.Publish(empty, OnlyLedger(kA, {}, {}), NoRebuild, PermitAll);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->attempts, 0);
  EXPECT_EQ(LedgerId(), empty.ledger_commit);
}

TEST_P(Ledger, OnlyTheLedgerIsPushedWhenThereIsNoCommit) {
  NotePushes();
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  int permits = 0;
  const auto published = repository.Publish(
      tip, OnlyLedger(kA, "a\n", {}), NoRebuild, [&](const RepositorySnapshot& at) -> Status {
        EXPECT_EQ(at, tip);
        ++permits;
        return {};
      });
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_THAT(published->commits, IsEmpty());
  EXPECT_EQ(published->attempts, 1);
  EXPECT_EQ(permits, 1);
  EXPECT_EQ(Pushes(), "refs/gitscale/ledger \n");
  EXPECT_EQ(remote_->Tip(), tip.commit);
  EXPECT_EQ(LedgerFile(kA), "a");
}

TEST_P(Ledger, EqualContentMakesNoCommit) {
  const std::string before = WriteLedger(kA, "a\n");
  NotePushes();
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  const auto nothing = repository.Publish(
      tip, OnlyLedger(kA, "a\n", "a\n"), NoRebuild, [](const RepositorySnapshot&) {
        return Status(Fail(ErrorCode::kInternal, "permit was called"));
      });
  ASSERT_TRUE(nothing) << nothing.error().message;
  EXPECT_EQ(nothing->attempts, 0);
  EXPECT_EQ(Pushes().find("refs"), std::string::npos);
  const auto base = repository.Publish(tip, Both(kA, "a\n", "a\n"), NoRebuild, PermitAll);
  ASSERT_TRUE(base) << base.error().message;
  EXPECT_EQ(Pushes(), "refs/heads/main \n");
  EXPECT_EQ(LedgerId(), before);
}

TEST_P(Ledger, BranchMayHoldIt) {
  settings_.ledger_ref = "refs/heads/gitscale-ledger";
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  ASSERT_TRUE(repository.Publish(tip, Both(kA, "a\n", {}), NoRebuild, PermitAll));
  const RepositorySnapshot next = MustFetch(repository);
  EXPECT_EQ(next.ledger_commit, LedgerId("refs/heads/gitscale-ledger"));
  EXPECT_THAT(next.ledger, ElementsAre(Pair(kA, "a\n")));
  ASSERT_TRUE(repository.Publish(next, OnlyLedger(kA, "b\n", "a\n"), NoRebuild, PermitAll));
  EXPECT_THAT(MustFetch(repository).ledger, ElementsAre(Pair(kA, "b\n")));
  EXPECT_EQ(LedgerId(), "");
}

TEST_P(Ledger, WithoutAReferenceNothingIsReadOrWritten) {
  const std::string before = WriteLedger(kA, "a\n");
  settings_.ledger_ref = "";
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  EXPECT_EQ(tip.ledger_commit, "");
  EXPECT_THAT(tip.ledger, IsEmpty());
  const auto nothing = repository.Publish(tip, OnlyLedger(kA, "b\n", {}), NoRebuild, PermitAll);
  ASSERT_TRUE(nothing) << nothing.error().message;
  EXPECT_EQ(nothing->attempts, 0);
  const auto base = repository.Publish(tip, Both(kB, "b\n", {}), NoRebuild, PermitAll);
  ASSERT_TRUE(base) << base.error().message;
  EXPECT_THAT(remote_->Subjects(), ElementsAre("ours"));
  EXPECT_EQ(LedgerId(), before);
}

TEST_P(Ledger, PathsThatCannotBeAreRefused) {
  WriteLedger(kA, "a\n");
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  for (const char* path : {"",
                           "a",
                           "/targets/a",
                           "targets",
                           "targets/",
                           "targets//a",
                           "targets/../a",
                           "targets/.git/config",
                           "targets/c",
                           "other/a"}) {
    const auto published = repository.Publish(tip, Both(path, "b\n", {}), NoRebuild, PermitAll);
    ASSERT_FALSE(published) << path;
    EXPECT_EQ(published.error().code, ErrorCode::kInvalidArgument) << path;
  }
  EXPECT_EQ(remote_->Tip(), tip.commit);
  EXPECT_EQ(LedgerId(), tip.ledger_commit);
}

TEST_P(Ledger, AFolderInThePlaceOfAnEntryMakesWay) {
  WriteLedger(std::string(kA) + "/odd.json", "odd\n");
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  const auto published = repository.Publish(tip, Both(kA, "a\n", {}), NoRebuild, PermitAll);
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_EQ(LedgerFile(kA), "a");
}

TEST_P(Ledger, GarbageIsLostAndReplaced) {
  settings_.mirror_dir = (scratch_.path() / "mirror").string();
  const std::string commit = WriteLedger("targets", "a file\n");
  const std::string root = Git(remote_->bare(), "rev-parse main^{tree}");
  for (const std::string& object :
       {Git(remote_->bare(), "rev-parse main:README.md"), root, commit}) {
    SetLedger(object);
    GitRepository repository = Repository();
    ::testing::internal::CaptureStderr();
    const RepositorySnapshot tip = MustFetch(repository);
    const std::string log = ::testing::internal::GetCapturedStderr();
    EXPECT_THAT(log, HasSubstr("ledger cannot be read and is treated as lost"));
    EXPECT_THAT(log, Not(HasSubstr("mirror is corrupt")));
    EXPECT_EQ(tip.ledger_commit, object);
    EXPECT_THAT(tip.ledger, IsEmpty());
    const auto published = repository.Publish(tip, Both(kA, "a\n", {}), NoRebuild, PermitAll);
    ASSERT_TRUE(published) << published.error().message;
    EXPECT_EQ(published->attempts, 1);
    EXPECT_THAT(MustFetch(repository).ledger, ElementsAre(Pair(kA, "a\n")));
    EXPECT_EQ(Git(remote_->bare(), "log -1 --format=%P " + LedgerId()),
              object == commit ? commit : "");
  }
}

}  // namespace
}  // namespace gitscale::testing
