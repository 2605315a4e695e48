// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/push.h"

namespace gitscale {
namespace {

TEST(ClassifyRejection, RacesAreTriedAgain) {
  for (const char* status : {"failed to update ref",
                             "atomic transaction failed",
                             "cannot lock ref 'refs/heads/main': is at 1 but expected 2",
                             "fetch first",
                             "non-fast-forward",
                             "incorrect old value provided",
                             "reference already exists"}) {
    EXPECT_EQ(ClassifyRejection(status), Rejection::kRace) << status;
  }
}

TEST(ClassifyRejection, RefusalsAreNot) {
  for (const char* status : {"pre-receive hook declined",
                             "hook declined",
                             "protected branch hook declined",
                             "deletion prohibited",
                             "deny updating a hidden ref",
                             "branch is currently checked out"}) {
    EXPECT_EQ(ClassifyRejection(status), Rejection::kRefused) << status;
  }
}

TEST(ClassifyRejection, OtherWordsAreUnclear) {
  for (const char* status : {"", "internal error", "atomic push failure", "unpacker error"}) {
    EXPECT_EQ(ClassifyRejection(status), Rejection::kUnclear) << status;
  }
}

TEST(RemoteLine, JoinsLinesAndDropsControlCharacters) {
  EXPECT_EQ(RemoteLine("a\nb\r\n\n c \x1b[31m\x7f"), "a; b;  c [31m");
  EXPECT_EQ(RemoteLine("\n\n"), "");
}

}  // namespace
}  // namespace gitscale
