// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <thread>
#include <vector>

#include "tests/gitops/over_ledger.h"

namespace gitscale::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

class LedgerRace : public OverLedger {
 protected:
  /// Permits, and lets somebody else act between our listing and our first push.
  template <typename Act>
  static Permit OnceBeforeThePush(Act act) {
    return [act, is_first = true](const RepositorySnapshot&) mutable -> Status {
      if (std::exchange(is_first, false)) {
        act();
      }
      return {};
    };
  }
};

INSTANTIATE_TEST_SUITE_P(Remotes, LedgerRace, EveryKind(), KindName);

TEST_P(LedgerRace, AnotherFileIsMergedWithoutRebuild) {
  WriteLedger(kA, "a\n");
  NotePushes();
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  const ChangeSet changes = Both(kA, "ours\n", "a\n");
  std::string theirs;
  const auto published = repository.Publish(
      tip, changes, NoRebuild, OnceBeforeThePush([&] { theirs = WriteLedger(kB, "theirs\n"); }));
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_EQ(published->attempts, 2);
  EXPECT_EQ(published->change_set, changes);
  EXPECT_EQ(sleeper_.slept.size(), 1U);
  EXPECT_EQ(LedgerFile(kA), "ours");
  EXPECT_EQ(LedgerFile(kB), "theirs");
  EXPECT_EQ(Git(remote_->bare(), "log -1 --format=%P " + LedgerId()), theirs);
  EXPECT_THAT(remote_->Subjects(), ElementsAre("ours"));  // the lost push left nothing
  EXPECT_THAT(published->commits, ElementsAre(remote_->Tip()));
}

TEST_P(LedgerRace, AnotherFileBeforeOurListingIsMergedToo) {
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  WriteLedger(kB, "theirs\n");
  const auto published =
      repository.Publish(tip, OnlyLedger(kA, "ours\n", {}), NoRebuild, PermitAll);
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_EQ(published->attempts, 2);
  EXPECT_EQ(LedgerFile(kA), "ours");
  EXPECT_EQ(LedgerFile(kB), "theirs");
}

TEST_P(LedgerRace, OurFileIsDecidedAgain) {
  WriteLedger(kA, "a\n");
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  int rebuilds = 0;
  const auto published = repository.Publish(
      tip,
      Both(kA, "ours\n", "a\n"),
      [&](const RepositorySnapshot& newer) -> Result<ChangeSet> {
        ++rebuilds;
        EXPECT_EQ(newer.commit, tip.commit);
        EXPECT_EQ(newer.ledger_commit, LedgerId());
        EXPECT_THAT(newer.ledger, ElementsAre(Pair(kA, "theirs\n")));
        return OnlyLedger(kA, "theirs and ours\n", "theirs\n");
      },
      OnceBeforeThePush([&] { WriteLedger(kA, "theirs\n"); }));
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_EQ(rebuilds, 1);
  EXPECT_EQ(published->attempts, 2);
  EXPECT_EQ(published->change_set, OnlyLedger(kA, "theirs and ours\n", "theirs\n"));
  EXPECT_THAT(published->commits, IsEmpty());
  EXPECT_THAT(remote_->Subjects(), IsEmpty());
  EXPECT_EQ(LedgerFile(kA), "theirs and ours");
}

TEST_P(LedgerRace, SameEntryFromSomebodyElseNeedsNoMore) {
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  std::string theirs;
  const auto published = repository.Publish(
      tip, OnlyLedger("inputs/0f.json", "same\n", {}), NoRebuild, OnceBeforeThePush([&] {
        theirs = WriteLedger("inputs/0f.json", "same\n");
      }));
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_EQ(published->attempts, 1);
  EXPECT_EQ(LedgerId(), theirs);
}

TEST_P(LedgerRace, MovedBranchIsDecidedAgainWithTheNewLedger) {
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  int rebuilds = 0;
  std::string theirs;
  const auto published = repository.Publish(
      tip,
      OnlyLedger(kA, "ours\n", {}),
      [&](const RepositorySnapshot& newer) -> Result<ChangeSet> {
        ++rebuilds;
        EXPECT_EQ(newer.commit, theirs);
        EXPECT_THAT(newer.ledger, ElementsAre(Pair(kB, "theirs\n")));
        return Both(kA, "ours again\n", {});
      },
      OnceBeforeThePush([&] {
        theirs = remote_->Commit("a.yaml", "a: 1\n");
        WriteLedger(kB, "theirs\n");
      }));
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_EQ(rebuilds, 1);
  EXPECT_THAT(remote_->Subjects(), ElementsAre("write a.yaml", "ours"));
  EXPECT_EQ(LedgerFile(kA), "ours again");
  EXPECT_EQ(LedgerFile(kB), "theirs");
}

TEST_P(LedgerRace, MovedLedgerIsNoRaceForThoseWhoDoNotWriteIt) {
  WriteLedger(kA, "a\n");
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  WriteLedger(kA, "theirs\n");
  const auto published = repository.Publish(tip, OneCommit("ours", "a", "b"), NoRebuild, PermitAll);
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_EQ(published->attempts, 1);
  EXPECT_EQ(LedgerFile(kA), "theirs");
}

TEST_P(LedgerRace, DeletedLedgerIsCreatedAnew) {
  WriteLedger(kA, "a\n");
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  Git(remote_->bare(), std::string("update-ref -d ") + kLedger);
  int rebuilds = 0;
  const auto published = repository.Publish(
      tip,
      Both(kA, "ours\n", "a\n"),
      [&](const RepositorySnapshot& newer) -> Result<ChangeSet> {
        ++rebuilds;
        EXPECT_EQ(newer.ledger_commit, "");
        EXPECT_THAT(newer.ledger, IsEmpty());
        return Both(kA, "adopted\n", {});
      },
      PermitAll);
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_EQ(rebuilds, 1);
  EXPECT_EQ(LedgerFile(kA), "adopted");
  EXPECT_EQ(Git(remote_->bare(), "log --format=%s " + LedgerId()), "Record 1 transition");
}

// Nothing can descend from what is no commit, so only the compare-and-swap protects its successor.
TEST_P(LedgerRace, GarbageThatSomebodyElseReplacedIsNotReplacedAgain) {
  const std::string garbage = Git(remote_->bare(), "rev-parse main:README.md");
  for (const bool is_before_listing : {true, false}) {
    SetLedger(garbage);
    GitRepository repository = Repository();
    const RepositorySnapshot tip = MustFetch(repository);
    EXPECT_EQ(tip.ledger_commit, garbage);
    const auto act = [&] {
      Git(remote_->bare(), std::string("update-ref -d ") + kLedger);
      WriteLedger(kB, "theirs\n");
    };
    if (is_before_listing) {
      act();
    }
    const auto published =
        repository.Publish(tip,
                           OnlyLedger(kA, "ours\n", {}),
                           NoRebuild,
                           is_before_listing ? Permit(PermitAll) : OnceBeforeThePush(act));
    ASSERT_TRUE(published) << published.error().message;
    EXPECT_EQ(published->attempts, 2);
    EXPECT_EQ(LedgerFile(kA), "ours");
    EXPECT_EQ(LedgerFile(kB), "theirs");
  }
}

TEST_P(LedgerRace, LosingEveryTimeIsAConflict) {
  settings_.max_attempts = 3;
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  int count = 0;
  const auto published = repository.Publish(
      tip, OnlyLedger(kA, "ours\n", {}), NoRebuild, [&](const RepositorySnapshot&) -> Status {
        WriteLedger(kB, fmt::format("theirs {}\n", ++count));
        return {};
      });
  ASSERT_FALSE(published);
  EXPECT_EQ(published.error().code, ErrorCode::kConflict);
  EXPECT_EQ(published.error().message,
            "cannot push ledger 'refs/gitscale/ledger' of '" + url_ +
                "': others were faster 3 times (run again)");
  EXPECT_EQ(sleeper_.slept.size(), 2U);
  EXPECT_EQ(LedgerFiles().find("a.json"), std::string::npos);
}

TEST_P(LedgerRace, FiveWritersLoseNothing) {
  constexpr int kWriters = 5;
  constexpr int kWrites = 2;
  settings_.max_attempts = 200;  // someone always wins, so this is never reached
  std::vector<std::string> errors(kWriters);
  std::vector<std::thread> threads;
  for (int writer = 0; writer < kWriters; ++writer) {
    threads.emplace_back([&, writer] {
      RecordingSleeper sleeper;
      GitRepository repository(settings_, clock_, sleeper, static_cast<std::uint64_t>(writer));
      const std::string path = fmt::format("targets/c/ns/sets/{}.json", writer);
      std::optional<std::string> last;
      for (int i = 0; i < kWrites; ++i) {
        const std::string next = last.value_or("") + fmt::format("write {}\n", i);
        const auto tip = repository.Fetch(KeepAll);
        const auto published =
            !tip ? Result<Published>(tl::unexpected<Error>(tip.error()))
                 : repository.Publish(*tip, OnlyLedger(path, next, last), NoRebuild, PermitAll);
        if (!published) {
          errors[static_cast<std::size_t>(writer)] = published.error().message;
          return;
        }
        last = next;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_THAT(errors, ::testing::Each(""));
  GitRepository repository = Repository();
  const RepositorySnapshot tip = MustFetch(repository);
  EXPECT_EQ(tip.ledger.size(), static_cast<std::size_t>(kWriters));
  for (const auto& [path, content] : tip.ledger) {
    EXPECT_EQ(content, "write 0\nwrite 1\n") << path;
  }
  EXPECT_EQ(Git(remote_->bare(), "rev-list --count " + LedgerId()),
            std::to_string(kWriters * kWrites));
}

}  // namespace
}  // namespace gitscale::testing
