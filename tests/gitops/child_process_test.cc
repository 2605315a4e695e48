// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/child_process.h"

#include "tests/gitops/git_fixture.h"

namespace gitscale {
namespace {

using std::chrono::milliseconds;

ChildProcess::Remaining LongEnough() {
  return [] { return milliseconds(20'000); };
}

TEST(ChildProcess, TalksOverItsStreams) {
  auto child = ChildProcess::Spawn({"cat"}, LongEnough());
  ASSERT_TRUE(child);
  ASSERT_TRUE((*child)->Write("hello"));
  std::string buffer(16, '\0');
  const auto bytes = (*child)->Read(buffer.data(), buffer.size());
  ASSERT_TRUE(bytes);
  EXPECT_EQ(buffer.substr(0, *bytes), "hello");
  EXPECT_EQ((*child)->Finish(), 0);
}

TEST(ChildProcess, KeepsStandardErrorAndStatus) {
  auto child = ChildProcess::Spawn({"sh", "-c", "echo why >&2; exit 3"}, LongEnough());
  ASSERT_TRUE(child);
  EXPECT_EQ((*child)->Finish(), 3);
  EXPECT_EQ((*child)->ErrorText(), "why\n");
}

TEST(ChildProcess, WriteToOneThatHasGoneIsAnError) {
  auto child = ChildProcess::Spawn({"true"}, LongEnough());
  ASSERT_TRUE(child);
  std::string buffer(16, '\0');
  const auto end = (*child)->Read(buffer.data(), buffer.size());
  ASSERT_TRUE(end);
  EXPECT_EQ(*end, 0U);
  const Status written = (*child)->Write("anybody?");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ErrorCode::kUnavailable);
}

TEST(ChildProcess, MissingProgramIsNotFound) {
  const auto child = ChildProcess::Spawn({"gitscale-no-such-program"}, LongEnough());
  ASSERT_FALSE(child);
  EXPECT_EQ(child.error().code, ErrorCode::kNotFound);
}

TEST(ChildProcess, HungOneIsKilledWithItsChildrenAndReaped) {
  const int before = testing::CountChildren();
  {
    auto child =
        ChildProcess::Spawn({"sh", "-c", "sleep 600 & sleep 600"}, [] { return milliseconds(0); });
    ASSERT_TRUE(child);
    std::string buffer(16, '\0');
    const auto bytes = (*child)->Read(buffer.data(), buffer.size());
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().code, ErrorCode::kDeadlineExceeded);
    EXPECT_EQ((*child)->Finish(), 128 + 9);
  }
  EXPECT_EQ(testing::CountChildren(), before);
}

TEST(ChildProcess, DoesNotPassOnWhereOurRepositoryIs) {
  setenv("GIT_DIR", "/nowhere", 1);
  auto child = ChildProcess::Spawn({"sh", "-c", "test -z \"$GIT_DIR\""}, LongEnough());
  unsetenv("GIT_DIR");
  ASSERT_TRUE(child);
  EXPECT_EQ((*child)->Finish(), 0);
}

}  // namespace
}  // namespace gitscale
