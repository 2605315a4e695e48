// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

namespace gitscale {
namespace {

class FileTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "gitscale-file-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }

  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string Path(const std::string& name) const { return folder_ + "/" + name; }

  std::string folder_;
};

TEST_F(FileTest, WritesAndReadsBack) {
  const std::string bytes = std::string("a\0b\r\n\xFF", 6) + std::string(200'000, 'x');
  ASSERT_TRUE(WriteFileAtomically(Path("f"), bytes));
  EXPECT_EQ(*ReadFile(Path("f")), bytes);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1)
      << "the temporary neighbour is gone";
}

TEST_F(FileTest, KeepsTheModeOfAnExistingFile) {
  ASSERT_TRUE(WriteFileAtomically(Path("f"), "1"));
  ASSERT_EQ(::chmod(Path("f").c_str(), 0600), 0);
  ASSERT_TRUE(WriteFileAtomically(Path("f"), "2"));

  struct stat info {};

  ASSERT_EQ(::stat(Path("f").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0600U);
  EXPECT_EQ(*ReadFile(Path("f")), "2");
}

TEST_F(FileTest, FailuresNameThePathAndTheReason) {
  const auto missing = ReadFile(Path("none"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(missing.error().message,
            "cannot read '" + Path("none") + "': No such file or directory");
  EXPECT_EQ(missing.error().subject, Path("none"));

  const auto folder = ReadFile(folder_);
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().code, ErrorCode::kInvalidArgument);

  ASSERT_TRUE(WriteFileAtomically(Path("big"), "12345"));
  EXPECT_TRUE(ReadFile(Path("big"), 5));
  const auto big = ReadFile(Path("big"), 4);
  ASSERT_FALSE(big);
  EXPECT_EQ(big.error().code, ErrorCode::kInvalidArgument);

  const auto below_a_file = ReadFile(Path("big/x"));
  ASSERT_FALSE(below_a_file);
  EXPECT_EQ(below_a_file.error().code, ErrorCode::kNotFound);

  const auto nowhere = WriteFileAtomically(Path("none/f"), "x");
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().code, ErrorCode::kNotFound);
}

TEST_F(FileTest, AFileThatMayNotBeReadIsPermissionDenied) {
  if (::geteuid() == 0) {
    GTEST_SKIP() << "root reads everything";
  }
  ASSERT_TRUE(WriteFileAtomically(Path("f"), "x"));
  ASSERT_EQ(::chmod(Path("f").c_str(), 0), 0);
  const auto denied = ReadFile(Path("f"));
  ASSERT_FALSE(denied);
  EXPECT_EQ(denied.error().code, ErrorCode::kPermissionDenied);
}

TEST_F(FileTest, SecretsAreTrimmedRememberedAndReadAfresh) {
  ASSERT_TRUE(WriteFileAtomically(Path("token"), " \n file-secret-1\r\n"));
  const auto first = ReadSecretFile(Path("token"));
  ASSERT_TRUE(first);
  EXPECT_EQ(first->Reveal(), "file-secret-1");
  EXPECT_EQ(Redact("x file-secret-1 y"), "x *** y");

  ASSERT_TRUE(WriteFileAtomically(Path("token"), "file-secret-2"));
  EXPECT_EQ(ReadSecretFile(Path("token"))->Reveal(), "file-secret-2");

  ASSERT_TRUE(WriteFileAtomically(Path("token"), "abcde\n"));
  const auto brief = ReadSecretFile(Path("token"));
  ASSERT_FALSE(brief) << "too short to be kept out of messages";
  EXPECT_EQ(brief.error().code, ErrorCode::kInvalidArgument);

  ASSERT_TRUE(WriteFileAtomically(Path("token"), " \n"));
  const auto empty = ReadSecretFile(Path("token"));
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace gitscale
