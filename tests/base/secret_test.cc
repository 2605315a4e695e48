// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/secret.h"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/url.h"

namespace gitscale {
namespace {

TEST(RedactTest, MasksEveryFormOfARememberedSecret) {
  const std::string value = "s3cr3t/with+odd=chars";
  RememberSecret(Secret(value));
  const std::string text =
      fmt::format("raw {} url {} base64 {} end", value, UrlEncode(value), Base64Encode(value));
  EXPECT_EQ(Redact(text), "raw *** url *** base64 *** end");
}

TEST(RedactTest, MasksSeveralAndOverlapping) {
  RememberSecret(Secret("overlap-one"));
  RememberSecret(Secret("overlap-one-and-more"));
  EXPECT_EQ(Redact("overlap-one-and-more,overlap-one,overlap-one"), "***,***,***");
}

TEST(RedactTest, DoesNotRememberShortOnes) {
  RememberSecret(Secret("run"));
  RememberSecret(Secret(""));
  EXPECT_EQ(Redact("a run"), "a run");
}

TEST(RedactTest, MasksUserInfoOfUrls) {
  EXPECT_EQ(Redact("fetching https://bot:pw@host/a.git failed"),
            "fetching https://***@host/a.git failed");
  EXPECT_EQ(Redact("https://token@host/ ssh://git@host/x"), "https://***@host/ ssh://***@host/x");
  EXPECT_EQ(Redact("http://host/a@b and mail@example.org"), "http://host/a@b and mail@example.org");
  EXPECT_EQ(Redact("http://a@b@host/"), "http://***@host/");
}

TEST(RedactTest, StaysLinearOverManyUrls) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) {
    text += "http://host/x ";
  }
  EXPECT_EQ(Redact(text), text);
}

TEST(SecretTest, PrintsAsStars) {
  EXPECT_EQ(fmt::format("{}", format_as(Secret("do-not-print"))), "***");
}

}  // namespace
}  // namespace gitscale
