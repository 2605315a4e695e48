// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/atomic_push.h"

#include <string>
#include <string_view>

namespace gitscale {
namespace {

using std::string_view_literals::operator""sv;

TEST(OffersAtomic, WhenTheFirstReferenceSaysSo) {
  for (const std::string_view advertisement :
       {"00a0 refs/heads/main\0report-status atomic ofs-delta\n003e more\n"sv,
        "001f# service=git-receive-pack\n000000a0 refs/heads/main\0atomic\n"sv,
        "00a0 capabilities^{}\0 delete-refs atomic\n0000"sv}) {
    EXPECT_TRUE(OffersAtomic(advertisement)) << advertisement;
  }
}

TEST(OffersAtomic, NotOtherwise) {
  for (const std::string_view advertisement :
       {""sv,
        "00a0 refs/heads/main\0report-status\n003e refs/heads/ atomic \n"sv,
        "00a0 refs/heads/main\0non-atomic atomics agent=atomic\n"sv,
        "00a0 refs/heads/atomic \n"sv,
        "00a0 refs/heads/main\0report-status atomic"sv}) {
    EXPECT_FALSE(OffersAtomic(advertisement)) << advertisement;
  }
}

TEST(AskForAtomic, AddsTheWordAndCorrectsTheLength) {
  const auto asked = AskForAtomic("000ea b\0 rs-v\n0008more0000"sv);
  ASSERT_TRUE(asked) << asked.error().message;
  EXPECT_EQ(*asked, "0015a b\0 rs-v atomic\n0008more0000"sv);
  const auto without_newline =
      AskForAtomic("00fdxxxx" + std::string(1, '\0') + std::string(244, 'y') + "PACK");
  ASSERT_TRUE(without_newline) << without_newline.error().message;
  EXPECT_EQ(*without_newline,
            "0104xxxx" + std::string(1, '\0') + std::string(244, 'y') + " atomicPACK");
}

TEST(AskForAtomic, RefusesWhatIsNoCommand) {
  for (const std::string_view commands : {""sv,
                                          "00"sv,
                                          "0000"sv,
                                          "0004"sv,
                                          "zzzza\0b\n"sv,
                                          "00ffa\0b\n"sv,
                                          "0008a b\n"sv,
                                          "PACK\0\0\0\2"sv}) {
    const auto asked = AskForAtomic(commands);
    ASSERT_FALSE(asked) << commands;
    EXPECT_EQ(asked.error().code, ErrorCode::kInternal) << commands;
  }
}

}  // namespace
}  // namespace gitscale
