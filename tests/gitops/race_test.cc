// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <atomic>
#include <thread>

#include <fmt/format.h>

#include "tests/gitops/git_fixture.h"
#include "tests/gitops/remote_kinds.h"

namespace gitscale::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Race : public OverRemote {};

INSTANTIATE_TEST_SUITE_P(Remotes, Race, EveryKind(), KindName);

/// Appends a line to what the tip holds: losing anybody's edit shows.
ChangeSet Appended(const RepositorySnapshot& tip, const std::string& line) {
  const auto at = tip.files.find("log");
  const std::string before = at == tip.files.end() ? "" : at->second;
  return OneCommit(line, "log", before + line + "\n");
}

TEST_P(Race, WriterBetweenOurListingAndOurPushIsNotLost) {
  GitRepository repository = Repository();
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip);
  int permits = 0;
  std::string theirs;
  int rebuilds = 0;
  const auto published = repository.Publish(
      *tip,
      Appended(*tip, "ours"),
      [&](const RepositorySnapshot& newer) -> Result<ChangeSet> {
        ++rebuilds;
        EXPECT_EQ(newer.commit, theirs);
        EXPECT_EQ(newer.files.at("log"), "theirs\n");
        return Appended(newer, "ours");
      },
      [&](const RepositorySnapshot& at) -> Status {
        if (++permits == 1) {
          theirs = remote_->Commit("log", "theirs\n");
        } else {
          EXPECT_EQ(at.commit, theirs);
        }
        return {};
      });
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_EQ(published->attempts, 2);
  EXPECT_EQ(rebuilds, 1);
  EXPECT_EQ(permits, 2);
  EXPECT_EQ(sleeper_.slept.size(), 1U);
  EXPECT_THAT(remote_->Subjects(), ElementsAre("write log", "ours"));
  EXPECT_EQ(remote_->FileAt("log"), "theirs\nours");
  EXPECT_THAT(published->commits, ElementsAre(remote_->Tip()));
}

TEST_P(Race, WriterBeforeOurListingIsNotLost) {
  GitRepository repository = Repository();
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip);
  remote_->Commit("log", "theirs\n");
  const auto published = repository.Publish(
      *tip,
      Appended(*tip, "ours"),
      [](const RepositorySnapshot& newer) -> Result<ChangeSet> { return Appended(newer, "ours"); },
      PermitAll);
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_EQ(published->attempts, 2);
  EXPECT_EQ(remote_->FileAt("log"), "theirs\nours");
}

TEST_P(Race, BranchSetBackIsARaceToo) {
  const std::string before = remote_->Tip();
  remote_->Commit("log", "withdrawn\n");
  GitRepository repository = Repository();
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip);
  bool is_first = true;
  const auto published = repository.Publish(
      *tip,
      Appended(*tip, "ours"),
      [](const RepositorySnapshot& newer) -> Result<ChangeSet> { return Appended(newer, "ours"); },
      [&](const RepositorySnapshot&) -> Status {
        if (std::exchange(is_first, false)) {
          Git(remote_->bare(), "update-ref refs/heads/main " + before);
        }
        return {};
      });
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_THAT(remote_->Subjects(), ElementsAre("ours"));
  EXPECT_EQ(remote_->FileAt("log"), "ours");
}

TEST_P(Race, NewerTipThatNeedsNothingIsASuccessWithoutCommits) {
  GitRepository repository = Repository();
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip);
  const std::string theirs = remote_->Commit("log", "theirs\n");
  const auto published = repository.Publish(
      *tip,
      Appended(*tip, "ours"),
      [](const RepositorySnapshot&) -> Result<ChangeSet> { return ChangeSet{}; },
      PermitAll);
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_THAT(published->commits, ::testing::IsEmpty());
  EXPECT_THAT(published->change_set.commits, ::testing::IsEmpty());
  EXPECT_EQ(published->attempts, 1);
  EXPECT_EQ(remote_->Tip(), theirs);
}

TEST_P(Race, FailedRebuildEndsIt) {
  GitRepository repository = Repository();
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip);
  remote_->Commit("log", "theirs\n");
  const auto published = repository.Publish(*tip, Appended(*tip, "ours"), NoRebuild, PermitAll);
  ASSERT_FALSE(published);
  EXPECT_EQ(published.error().message, "rebuild was called");
}

TEST_P(Race, LosingEveryTimeIsAConflictAfterTheLastAttempt) {
  settings_.max_attempts = 3;
  GitRepository repository = Repository();
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip);
  int count = 0;
  const auto published = repository.Publish(
      *tip,
      Appended(*tip, "ours"),
      [](const RepositorySnapshot& newer) -> Result<ChangeSet> { return Appended(newer, "ours"); },
      [&](const RepositorySnapshot&) -> Status {
        remote_->Commit("log", fmt::format("theirs {}\n", ++count));
        return {};
      });
  ASSERT_FALSE(published);
  EXPECT_EQ(published.error().code, ErrorCode::kConflict);
  EXPECT_EQ(published.error().message,
            "cannot push branch 'main' of '" + url_ + "': others were faster 3 times (run again)");
  EXPECT_EQ(count, 3);
  EXPECT_EQ(sleeper_.slept.size(), 2U);
  EXPECT_EQ(remote_->FileAt("log"), "theirs 3");
}

TEST_P(Race, FiveWritersLoseNothing) {
  constexpr int kWriters = 5;
  constexpr int kCommits = 5;
  settings_.max_attempts = 200;  // someone always wins, so this is never reached
  std::atomic<int> landed = 0;
  std::vector<std::string> errors(kWriters);
  std::vector<std::thread> threads;
  for (int writer = 0; writer < kWriters; ++writer) {
    threads.emplace_back([&, writer] {
      RecordingSleeper sleeper;
      GitRepository repository(settings_, clock_, sleeper, static_cast<std::uint64_t>(writer));
      for (int i = 0; i < kCommits; ++i) {
        const std::string line = fmt::format("writer {} commit {}", writer, i);
        const auto tip = repository.Fetch(KeepAll);
        const auto published = !tip
                                   ? Result<Published>(tl::unexpected<Error>(tip.error()))
                                   : repository.Publish(
                                         *tip,
                                         Appended(*tip, line),
                                         [&](const RepositorySnapshot& newer) -> Result<ChangeSet> {
                                           return Appended(newer, line);
                                         },
                                         PermitAll);
        if (!published) {
          errors[static_cast<std::size_t>(writer)] = published.error().message;
          return;
        }
        ++landed;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_THAT(errors, ::testing::Each(""));
  EXPECT_EQ(landed, kWriters * kCommits);
  std::vector<std::string> subjects = remote_->Subjects();
  std::string lines;
  for (const std::string& subject : subjects) {
    lines += subject + "\n";
  }
  EXPECT_EQ(remote_->FileAt("log") + "\n", lines);  // each edit was made on the one before
  std::ranges::sort(subjects);
  const auto repeated = std::ranges::unique(subjects);
  EXPECT_TRUE(repeated.empty());
  EXPECT_EQ(subjects.size(), static_cast<std::size_t>(kWriters * kCommits));
}

}  // namespace
}  // namespace gitscale::testing
