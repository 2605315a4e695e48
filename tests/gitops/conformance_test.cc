// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <map>
#include <string>

#include "tests/gitops/git_fixture.h"
#include "tests/gitops/remote_kinds.h"

namespace gitscale::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Key;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

class Conformance : public OverRemote {};

INSTANTIATE_TEST_SUITE_P(Remotes, Conformance, EveryKind(), KindName);

TEST_P(Conformance, FetchReadsTheTipOfTheBranch) {
  const std::string commit = remote_->Commit("apps/a/values.yaml", "replicas: 1\n");
  Git(remote_->clone(), "push -q origin HEAD:other");
  GitRepository repository = Repository();
  const auto snapshot = repository.Fetch(KeepAll);
  ASSERT_TRUE(snapshot) << snapshot.error().message;
  EXPECT_EQ(snapshot->commit, commit);
  EXPECT_THAT(
      snapshot->files,
      ElementsAre(Pair("README.md", "start\n"), Pair("apps/a/values.yaml", "replicas: 1\n")));
}

TEST_P(Conformance, FetchKeepsWhatTheFilterAccepts) {
  remote_->Commit("apps/a.yaml", "kind: Postgres\n");
  remote_->Commit("apps/b.yaml", "kind: Other\n");
  GitRepository repository = Repository();
  const auto snapshot = repository.Fetch([](std::string_view path, std::string_view bytes) {
    return path.starts_with("apps/") && bytes.find("Postgres") != std::string_view::npos;
  });
  ASSERT_TRUE(snapshot) << snapshot.error().message;
  EXPECT_THAT(snapshot->files, ElementsAre(Key("apps/a.yaml")));
}

TEST_P(Conformance, FetchPassesOverLinksSubmodulesAndLargeFiles) {
  const std::string commit = remote_->Commit("plain.yaml", std::string("a\0b\n", 4));
  Git(remote_->clone(),
      "update-index --add --cacheinfo 160000," + commit +
          ",module && ln -s plain.yaml \"$(git -C '" + remote_->clone().string() +
          "' rev-parse --show-toplevel)/link\"");
  Git(remote_->clone(), "add link");
  remote_->Commit("script.sh", "#!/bin/sh\n");
  Git(remote_->clone(), "update-index --chmod=+x script.sh");
  remote_->Commit("large.yaml", std::string((std::size_t{4} << 20U) + 1, 'x'));
  remote_->Commit("almost.yaml", std::string(std::size_t{4} << 20U, 'x'));
  GitRepository repository = Repository();
  const auto snapshot = repository.Fetch(KeepAll);
  ASSERT_TRUE(snapshot) << snapshot.error().message;
  EXPECT_THAT(Git(remote_->bare(), "ls-tree main"), HasSubstr("160000"));
  EXPECT_THAT(Git(remote_->bare(), "ls-tree main"), HasSubstr("120000"));
  EXPECT_THAT(snapshot->files,
              UnorderedElementsAre(
                  Key("README.md"), Key("almost.yaml"), Key("plain.yaml"), Key("script.sh")));
  EXPECT_EQ(snapshot->files.at("plain.yaml"), std::string("a\0b\n", 4));
}

TEST_P(Conformance, SecondFetchSeesTheNewTip) {
  GitRepository repository = Repository();
  ASSERT_TRUE(repository.Fetch(KeepAll));
  const std::string commit = remote_->Commit("new.yaml", "a: 1\n");
  const auto snapshot = repository.Fetch(KeepAll);
  ASSERT_TRUE(snapshot) << snapshot.error().message;
  EXPECT_EQ(snapshot->commit, commit);
  EXPECT_EQ(snapshot->files.count("new.yaml"), 1U);
}

TEST_P(Conformance, ForcePushedBranchIsFollowed) {
  const std::string first = remote_->Commit("a.yaml", "a: 1\n");
  remote_->Commit("a.yaml", "a: 2\n");
  GitRepository repository = Repository();
  ASSERT_TRUE(repository.Fetch(KeepAll));
  Git(remote_->bare(), "update-ref refs/heads/main " + first);
  const auto back = repository.Fetch(KeepAll);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->files.at("a.yaml"), "a: 1\n");
  const std::string other = remote_->Commit("a.yaml", "a: 3\n");
  const auto sideways = repository.Fetch(KeepAll);
  ASSERT_TRUE(sideways) << sideways.error().message;
  EXPECT_EQ(sideways->commit, other);
}

TEST_P(Conformance, PublishesStackedCommitsInOnePush) {
  remote_->Commit("apps/deep/er/values.yaml", "replicas: 1\n");
  remote_->SetHook("pre-receive", "echo push >> \"$GIT_DIR/pushes\"\n");
  GitRepository repository = Repository();
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip) << tip.error().message;
  ChangeSet changes;
  changes.commits.push_back(
      {"first\n\nwhy\n",
       {{"apps/deep/er/values.yaml", "replicas: 2\n"}, {"apps/new/folder/file.yaml", "a: 1\n"}},
       {"d1"}});
  changes.commits.push_back({"second\n", {{"apps/deep/er/values.yaml", "replicas: 3\n"}}, {"d2"}});
  changes.commits.push_back({"third\n", {{"README.md", "end\n"}}, {"d3"}});
  const auto published = repository.Publish(*tip, changes, NoRebuild, PermitAll);
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_EQ(published->attempts, 1);
  EXPECT_EQ(published->change_set, changes);
  ASSERT_EQ(published->commits.size(), 3U);
  EXPECT_EQ(published->commits.back(), remote_->Tip());
  EXPECT_EQ(published->commits[0], Git(remote_->bare(), "rev-parse main~2"));
  EXPECT_EQ(Git(remote_->bare(), "rev-parse main~3"), tip->commit);
  EXPECT_THAT(remote_->Subjects(),
              ElementsAre("write apps/deep/er/values.yaml", "first", "second", "third"));
  EXPECT_EQ(Git(remote_->bare(), "show main~2:apps/deep/er/values.yaml"), "replicas: 2");
  EXPECT_EQ(remote_->FileAt("apps/deep/er/values.yaml"), "replicas: 3");
  EXPECT_EQ(remote_->FileAt("apps/new/folder/file.yaml"), "a: 1");
  EXPECT_EQ(Git(remote_->bare(), "log -1 --format=%B main~2"), "first\n\nwhy");
  EXPECT_EQ(RunCommand("cat '" + (remote_->bare() / "pushes").string() + "'").output, "push\n");
  EXPECT_EQ(
      RunCommand("git -C '" + remote_->bare().string() + "' fsck --strict --no-dangling").output,
      "");
}

TEST_P(Conformance, CommitsCarryTheConfiguredIdentityAndTheInjectedTime) {
  GitRepository repository = Repository();
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip);
  ASSERT_TRUE(repository.Publish(*tip, OneCommit("s", "a", "b"), NoRebuild, PermitAll));
  EXPECT_EQ(Git(remote_->bare(), "log -1 --format='%an <%ae> %aI|%cn <%ce> %cI' main"),
            "Scaler <scaler@example.org> 2026-08-21T09:30:00+00:00|"
            "Scaler <scaler@example.org> 2026-08-21T09:30:00+00:00");
}

TEST_P(Conformance, FileModesAreKept) {
  remote_->Commit("run.sh", "#!/bin/sh\n");
  Git(remote_->clone(), "update-index --chmod=+x run.sh");
  Git(remote_->clone(),
      "commit -qm mode && git -C '" + remote_->clone().string() + "' push -q origin HEAD:main");
  GitRepository repository = Repository();
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip);
  ChangeSet changes{{{"s\n", {{"run.sh", "#!/bin/sh\nexit\n"}, {"new.yaml", "a\n"}}, {}}}, {}};
  ASSERT_TRUE(repository.Publish(*tip, changes, NoRebuild, PermitAll));
  const std::string listing = Git(remote_->bare(), "ls-tree main");
  EXPECT_THAT(listing, HasSubstr("100755 blob " + Git(remote_->bare(), "rev-parse main:run.sh")));
  EXPECT_THAT(listing, HasSubstr("100644 blob " + Git(remote_->bare(), "rev-parse main:new.yaml")));
}

TEST_P(Conformance, PublishTwiceWithOneFetch) {
  GitRepository repository = Repository();
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip);
  const auto one = repository.Publish(*tip, OneCommit("one", "a", "1"), NoRebuild, PermitAll);
  ASSERT_TRUE(one) << one.error().message;
  const auto next = repository.Fetch(KeepAll);
  ASSERT_TRUE(next);
  EXPECT_EQ(next->commit, one->commits.front());
  const auto two = repository.Publish(*next, OneCommit("two", "a", "2"), NoRebuild, PermitAll);
  ASSERT_TRUE(two) << two.error().message;
  EXPECT_THAT(remote_->Subjects(), ElementsAre("one", "two"));
  EXPECT_EQ(Git(remote_->bare(), "for-each-ref --format='%(refname)'"), "refs/heads/main");
}

TEST_P(Conformance, NothingToPublishCallsNobody) {
  GitRepository repository = Repository();
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip);
  const auto published = repository.Publish(*tip, {}, NoRebuild, [](const RepositorySnapshot&) {
    return Status(Fail(ErrorCode::kInternal, "permit was called"));
  });
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_EQ(published->attempts, 0);
  EXPECT_THAT(published->commits, ::testing::IsEmpty());
}

TEST_P(Conformance, DeniedPermitWritesNothing) {
  GitRepository repository = Repository();
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip);
  const auto published = repository.Publish(
      *tip, OneCommit("s", "a", "b"), NoRebuild, [&](const RepositorySnapshot& t) {
        EXPECT_EQ(t, *tip);
        return Status(Fail(ErrorCode::kInvalidArgument, "the stop is on"));
      });
  ASSERT_FALSE(published);
  EXPECT_EQ(published.error().message, "the stop is on");
  EXPECT_EQ(remote_->Tip(), tip->commit);
}

TEST_P(Conformance, PathsThatCannotBeAreRefused) {
  GitRepository repository = Repository();
  remote_->Commit("folder/file", "x");
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip);
  for (const char* path :
       {"", "/a", "a//b", "../a", ".git/config", "a/../b", "folder", "README.md/below"}) {
    const auto published =
        repository.Publish(*tip, OneCommit("s", path, "b"), NoRebuild, PermitAll);
    ASSERT_FALSE(published) << path;
    EXPECT_EQ(published.error().code, ErrorCode::kInvalidArgument) << path;
  }
  EXPECT_EQ(remote_->Tip(), tip->commit);
}

TEST_P(Conformance, UnknownBranchIsNamed) {
  settings_.branch = "nowhere";
  GitRepository repository = Repository();
  const auto snapshot = repository.Fetch(KeepAll);
  ASSERT_FALSE(snapshot);
  EXPECT_EQ(snapshot.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(snapshot.error().message,
            "cannot fetch branch 'nowhere' of '" + url_ + "': no such branch");
  EXPECT_EQ(snapshot.error().subject, url_);
}

TEST_P(Conformance, EmptyRepositorySaysSo) {
  Git(remote_->bare(), "update-ref -d refs/heads/main");
  GitRepository repository = Repository();
  const auto snapshot = repository.Fetch(KeepAll);
  ASSERT_FALSE(snapshot);
  EXPECT_EQ(snapshot.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(snapshot.error().message, HasSubstr("the repository is empty"));
}

TEST_P(Conformance, UnknownRepositoryIsNotFound) {
  settings_.url += "-missing";
  GitRepository repository = Repository();
  const auto snapshot = repository.Fetch(KeepAll);
  ASSERT_FALSE(snapshot);
  EXPECT_EQ(snapshot.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(snapshot.error().message,
            "cannot fetch branch 'main' of '" + url_ + "-missing': repository not found");
}

TEST_P(Conformance, HookRejectionIsNotTriedAgain) {
  remote_->SetHook("pre-receive",
                   "echo push >> \"$GIT_DIR/pushes\"\necho 'only on Mondays' >&2\nexit 1\n");
  GitRepository repository = Repository();
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip);
  const auto published = repository.Publish(*tip, OneCommit("s", "a", "b"), NoRebuild, PermitAll);
  ASSERT_FALSE(published);
  EXPECT_EQ(published.error().code, ErrorCode::kPermissionDenied);
  EXPECT_EQ(published.error().message,
            "cannot push branch 'main' of '" + url_ +
                "': remote rejected: pre-receive hook declined (only on Mondays)");
  EXPECT_EQ(RunCommand("cat '" + (remote_->bare() / "pushes").string() + "'").output, "push\n");
  EXPECT_THAT(sleeper_.slept, ::testing::IsEmpty());
}

TEST_P(Conformance, RuleOfTheServerIsNotTriedAgain) {
  remote_->SetHook("update",
                   "test \"$1\" != refs/heads/main || { echo 'protected' >&2; exit 1; }\n");
  GitRepository repository = Repository();
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip);
  const auto published = repository.Publish(*tip, OneCommit("s", "a", "b"), NoRebuild, PermitAll);
  ASSERT_FALSE(published);
  EXPECT_EQ(published.error().code, ErrorCode::kPermissionDenied);
  EXPECT_THAT(published.error().message, HasSubstr("hook declined (protected;"));
}

TEST_P(Conformance, LargePushIsStreamed) {
  GitRepository repository = Repository();
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip);
  std::string noise;  // does not compress
  std::uint64_t state = 88172645463325252U;
  while (noise.size() < (std::size_t{3} << 20U)) {
    state ^= state << 13U;
    state ^= state >> 7U;
    state ^= state << 17U;
    noise.append(std::to_string(state));
  }
  const auto published =
      repository.Publish(*tip, OneCommit("s", "big", noise), NoRebuild, PermitAll);
  ASSERT_TRUE(published) << published.error().message;
  const auto back = Repository(2).Fetch(KeepAll);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_TRUE(back->files.at("big") == noise);
}

}  // namespace
}  // namespace gitscale::testing
