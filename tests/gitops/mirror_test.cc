// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <fstream>

#include "tests/gitops/git_fixture.h"
#include "tests/gitops/remote_kinds.h"

namespace gitscale::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class Mirror : public OverRemote {
 protected:
  void SetUp() override {
    OverRemote::SetUp();
    settings_.mirror_dir = (scratch_.path() / "state" / "mirror").string();
  }

  [[nodiscard]] fs::path Objects() const {
    return fs::path(settings_.mirror_dir) / "repository" / "objects";
  }

  [[nodiscard]] std::vector<std::string> Packs() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(Objects() / "pack")) {
      if (entry.path().extension() == ".pack") {
        names.push_back(entry.path().filename().string());
      }
    }
    return names;
  }
};

INSTANTIATE_TEST_SUITE_P(Remotes, Mirror, EveryKind(), KindName);

TEST_P(Mirror, IsReusedAndTransfersOnlyWhatIsNew) {
  remote_->Commit("a.yaml", "a: 1\n");
  ASSERT_TRUE(Repository().Fetch(KeepAll));
  const auto packs = Packs();
  EXPECT_EQ(packs.size(), 1U);
  const auto again = Repository().Fetch(KeepAll);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->commit, remote_->Tip());
  EXPECT_EQ(Packs(), packs);  // nothing new, nothing received
  remote_->Commit("b.yaml", "b: 1\n");
  const auto newer = Repository().Fetch(KeepAll);
  ASSERT_TRUE(newer) << newer.error().message;
  EXPECT_EQ(newer->files.size(), 3U);
  EXPECT_EQ(Packs().size(), 2U);
}

TEST_P(Mirror, LeavesOtherFilesInItsFolderAlone) {
  fs::create_directories(settings_.mirror_dir);
  std::ofstream(fs::path(settings_.mirror_dir) / "mine") << "x";
  ASSERT_TRUE(Repository().Fetch(KeepAll));
  EXPECT_TRUE(fs::exists(fs::path(settings_.mirror_dir) / "mine"));
}

TEST_P(Mirror, ThatDoesNotOpenIsMadeAnew) {
  ASSERT_TRUE(Repository().Fetch(KeepAll));
  fs::remove(fs::path(settings_.mirror_dir) / "repository" / "HEAD");
  const auto snapshot = Repository().Fetch(KeepAll);
  ASSERT_TRUE(snapshot) << snapshot.error().message;
  EXPECT_EQ(snapshot->commit, remote_->Tip());
}

TEST_P(Mirror, WithDamagedObjectsIsMadeAnew) {
  remote_->Commit("a.yaml", "a: 1\n");
  ASSERT_TRUE(Repository().Fetch(KeepAll));
  for (const std::string& name : Packs()) {
    const fs::path pack = Objects() / "pack" / name;
    fs::permissions(pack, fs::perms::owner_all);
    const auto size = static_cast<std::size_t>(fs::file_size(pack));
    std::fstream file(pack, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(12);
    file << std::string(size - 32, '\xff');
  }
  ::testing::internal::CaptureStderr();
  const auto snapshot = Repository().Fetch(KeepAll);
  const std::string log = ::testing::internal::GetCapturedStderr();
  ASSERT_TRUE(snapshot) << snapshot.error().message;
  EXPECT_EQ(snapshot->files.at("a.yaml"), "a: 1\n");
  EXPECT_THAT(log, HasSubstr("mirror is corrupt, fetching everything again"));
}

TEST_P(Mirror, WithAStaleLockIsMadeAnew) {
  ASSERT_TRUE(Repository().Fetch(KeepAll));
  std::ofstream(fs::path(settings_.mirror_dir) / "repository/refs/heads/main.lock") << "";
  remote_->Commit("a.yaml", "a: 1\n");
  const auto snapshot = Repository().Fetch(KeepAll);
  ASSERT_TRUE(snapshot) << snapshot.error().message;
}

TEST_P(Mirror, InUseIsRefused) {
  GitRepository first = Repository();
  ASSERT_TRUE(first.Fetch(KeepAll));
  const auto second = Repository().Fetch(KeepAll);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(second.error().message, HasSubstr("it is in use"));
}

TEST_P(Mirror, TemporaryOneIsRemoved) {
  settings_.mirror_dir = "";
  const fs::path parent = scratch_.path() / "tmp";
  fs::create_directories(parent);
  const char* const before = getenv("TMPDIR");
  const std::string saved = before != nullptr ? before : "";
  setenv("TMPDIR", parent.c_str(), 1);
  {
    GitRepository repository = Repository();
    ASSERT_TRUE(repository.Fetch(KeepAll));
    EXPECT_FALSE(fs::is_empty(parent));
  }
  saved.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", saved.c_str(), 1);
  EXPECT_TRUE(fs::is_empty(parent));
}

TEST(MirrorFolder, ThatCannotBeMadeIsAnError) {
  TemporaryFolder scratch;
  std::ofstream(scratch.path() / "file") << "";
  RemoteSettings settings = SettingsFor("/nowhere");
  settings.mirror_dir = (scratch.path() / "file" / "mirror").string();
  FixedClock clock;
  RecordingSleeper sleeper;
  const auto snapshot = GitRepository(settings, clock, sleeper, 1).Fetch(KeepAll);
  ASSERT_FALSE(snapshot);
  EXPECT_EQ(snapshot.error().code, ErrorCode::kUnavailable);
}

}  // namespace
}  // namespace gitscale::testing
