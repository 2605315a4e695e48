// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <unistd.h>

#include <fstream>

#include "tests/gitops/git_fixture.h"

namespace gitscale::testing {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using ::testing::Not;

class Failure : public ::testing::Test {
 protected:
  void SetUp() override { SetUpGitEnvironment(); }

  Error FetchError(const RemoteSettings& settings) {
    const auto snapshot = GitRepository(settings, clock_, sleeper_, 1).Fetch(KeepAll);
    EXPECT_FALSE(snapshot);
    return snapshot ? Error{} : snapshot.error();
  }

  TemporaryFolder scratch_;
  FixedClock clock_;
  RecordingSleeper sleeper_;
};

TEST_F(Failure, SshIsRefusedWithTheRemedy) {
  const Error error = FetchError(SettingsFor("git@example.org:o/r.git"));
  EXPECT_EQ(error.code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(error.message, HasSubstr("this version speaks https and local paths"));
}

TEST_F(Failure, HungServerCostsTheDeadline) {
  RawServer silent;
  RemoteSettings settings = SettingsFor(silent.Url() + "/r.git");
  settings.fetch_timeout = settings.push_timeout = milliseconds(200);
  const auto begin = clock_.Monotonic();
  const Error error = FetchError(settings);
  const auto took = clock_.Monotonic() - begin;
  EXPECT_EQ(error.code, ErrorCode::kDeadlineExceeded) << error.message;
  EXPECT_EQ(
      error.message,
      "cannot fetch branch 'main' of '" + settings.url + "': no complete answer within 200 ms");
  EXPECT_GE(took, milliseconds(200));
  EXPECT_LT(took, milliseconds(2000));
}

TEST_F(Failure, HungProgramCostsTheDeadlineAndLeavesNoChild) {
  const int before = CountChildren();
  TestRepository remote(scratch_.path(), "r");
  remote.SetHook("pre-receive", "sleep 600\n");
  RemoteSettings settings = SettingsFor(remote.bare().string());
  settings.fetch_timeout = settings.push_timeout = milliseconds(700);
  GitRepository repository(settings, clock_, sleeper_, 1);
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip) << tip.error().message;
  const auto begin = clock_.Monotonic();
  const auto published = repository.Publish(*tip, OneCommit("s", "a", "b"), NoRebuild, PermitAll);
  ASSERT_FALSE(published);
  EXPECT_EQ(published.error().code, ErrorCode::kDeadlineExceeded) << published.error().message;
  EXPECT_LT(clock_.Monotonic() - begin, milliseconds(5000));
  EXPECT_EQ(CountChildren(), before);
  EXPECT_EQ(remote.Tip(), tip->commit);
}

TEST_F(Failure, LostAnswerOfAPushThatLandedIsASuccess) {
  TestRepository remote(scratch_.path(), "r");
  // The reference moves, then the program dies before it says so.
  remote.SetHook("reference-transaction",
                 "if [ \"$1\" = committed ] && grep -q refs/heads/main; then kill -9 $PPID; fi\n");
  GitRepository repository(SettingsFor(remote.bare().string()), clock_, sleeper_, 1);
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip) << tip.error().message;
  const auto published = repository.Publish(*tip, OneCommit("s", "a", "b"), NoRebuild, PermitAll);
  ASSERT_TRUE(published) << published.error().message;
  ASSERT_EQ(published->commits.size(), 1U);
  EXPECT_EQ(published->commits.front(), remote.Tip());
}

TEST_F(Failure, LostAnswerOfALedgerPushThatLandedIsASuccess) {
  TestRepository remote(scratch_.path(), "r");
  remote.SetHook("reference-transaction",
                 "if [ \"$1\" = committed ] && grep -q refs/gitscale; then kill -9 $PPID; fi\n");
  GitRepository repository(SettingsFor(remote.bare().string()), clock_, sleeper_, 1);
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip) << tip.error().message;
  const auto published =
      repository.Publish(*tip, {{}, {{"targets/a", "1\n", {}}}}, NoRebuild, PermitAll);
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_EQ(published->attempts, 1);
  EXPECT_EQ(Git(remote.bare(), "show refs/gitscale/ledger:targets/a"), "1");
}

TEST_F(Failure, LostAnswerOfAPushThatDidNotLandIsItsError) {
  TestRepository remote(scratch_.path(), "r");
  remote.SetHook("reference-transaction",
                 "if [ \"$1\" = prepared ] && grep -q refs/heads/main; then kill -9 $PPID; fi\n");
  GitRepository repository(SettingsFor(remote.bare().string()), clock_, sleeper_, 1);
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip) << tip.error().message;
  const auto published = repository.Publish(*tip, OneCommit("s", "a", "b"), NoRebuild, PermitAll);
  ASSERT_FALSE(published);
  EXPECT_EQ(published.error().code, ErrorCode::kUnavailable) << published.error().message;
  EXPECT_EQ(remote.Tip(), tip->commit);
}

TEST_F(Failure, RepositoryOfAnotherUserIsNamedWithTheRemedy) {
  if (geteuid() != 0) {
    GTEST_SKIP() << "only root can give a folder away";
  }
  TestRepository remote(scratch_.path(), "r");
  ASSERT_EQ(chown(remote.bare().c_str(), 65534, 65534), 0);
  const Error error = FetchError(SettingsFor(remote.bare().string()));
  EXPECT_EQ(error.code, ErrorCode::kPermissionDenied) << error.message;
  EXPECT_THAT(error.message, HasSubstr("dubious ownership"));
  EXPECT_THAT(error.message, HasSubstr("safe.directory '" + remote.bare().string() + "'"));
}

TEST_F(Failure, UnwritableLocalRepositoryIsADenial) {
  if (geteuid() == 0) {
    GTEST_SKIP() << "root may write everywhere";
  }
  TestRepository remote(scratch_.path(), "r");
  GitRepository repository(SettingsFor(remote.bare().string()), clock_, sleeper_, 1);
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip);
  std::filesystem::permissions(remote.bare() / "objects", std::filesystem::perms(0555));
  const auto published = repository.Publish(*tip, OneCommit("s", "a", "b"), NoRebuild, PermitAll);
  std::filesystem::permissions(remote.bare() / "objects", std::filesystem::perms(0755));
  ASSERT_FALSE(published);
  EXPECT_EQ(published.error().code, ErrorCode::kPermissionDenied) << published.error().message;
  EXPECT_THAT(published.error().message,
              HasSubstr("remote cannot store the commits: unable to create temporary object"));
}

TEST_F(Failure, FileUrlIsAPath) {
  TestRepository remote(scratch_.path(), "with space");
  std::string url = "file://" + remote.bare().string();
  url.replace(url.find(' '), 1, "%20");
  GitRepository repository(SettingsFor(url), clock_, sleeper_, 1);
  const auto snapshot = repository.Fetch(KeepAll);
  ASSERT_TRUE(snapshot) << snapshot.error().message;
  EXPECT_EQ(snapshot->commit, remote.Tip());
}

}  // namespace
}  // namespace gitscale::testing
