// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/url.h"

#include <string>

#include <gtest/gtest.h>

namespace gitscale {
namespace {

TEST(ParseUrlTest, SplitsAndLeavesUserInfoOut) {
  const Result<Url> url = ParseUrl("HTTPS://bot:pa%24s%3Aword@git.example.org:8443/a/b.git?x=1");
  ASSERT_TRUE(url);
  EXPECT_EQ(url->scheme, "https");
  EXPECT_EQ(url->user, "bot");
  EXPECT_EQ(url->password.Reveal(), "pa$s:word");
  EXPECT_EQ(url->host, "git.example.org");
  EXPECT_EQ(url->port, 8443);
  EXPECT_EQ(url->path, "/a/b.git?x=1");
  EXPECT_EQ(url->ToString(), "https://git.example.org:8443/a/b.git?x=1");
}

TEST(ParseUrlTest, ReadsTheOtherForms) {
  for (const std::string text : {"http://[::1]:9090/api",
                                 "http://host",
                                 "http://host?q",
                                 "ssh://host:22/~/repo.git",
                                 "file:///srv/repo.git"}) {
    const Result<Url> url = ParseUrl(text);
    ASSERT_TRUE(url) << text;
    EXPECT_EQ(url->ToString(), text);
  }
  EXPECT_EQ(ParseUrl("http://[::1]:9090/api")->host, "::1");
  EXPECT_EQ(ParseUrl("http://a@b@host/")->user, "a@b");
}

TEST(ParseUrlTest, RefusesOtherText) {
  for (const std::string text : {"",
                                 "host/path",
                                 "://host",
                                 "ht tp://host",
                                 "http://",
                                 "http:///path",
                                 "http://host:0/",
                                 "http://host:65536/",
                                 "http://host:x/",
                                 "http://host:80x/",
                                 "http://[::1/",
                                 "http://[::1]x/",
                                 "http://host/a b",
                                 "http://host/\r\nX: y",
                                 "http://ho\tst/"}) {
    const Result<Url> url = ParseUrl(text);
    ASSERT_FALSE(url) << text;
    EXPECT_EQ(url.error().code, ErrorCode::kInvalidArgument);
  }
}

TEST(ParseUrlTest, ErrorsDoNotRepeatTheText) {
  const Result<Url> url = ParseUrl("http://bot:topsecret@host:99999/");
  ASSERT_FALSE(url);
  EXPECT_EQ(url.error().message.find("topsecret"), std::string::npos);
}

TEST(UrlEncodeTest, KeepsUnreservedOnly) {
  EXPECT_EQ(UrlEncode("aZ09-._~"), "aZ09-._~");
  EXPECT_EQ(UrlEncode("grp/prj 1+2%\xC3\xA9"), "grp%2Fprj%201%2B2%25%C3%A9");
}

TEST(Base64EncodeTest, MatchesTheVectorsOfTheRfc) {
  EXPECT_EQ(Base64Encode(""), "");
  EXPECT_EQ(Base64Encode("f"), "Zg==");
  EXPECT_EQ(Base64Encode("fo"), "Zm8=");
  EXPECT_EQ(Base64Encode("foo"), "Zm9v");
  EXPECT_EQ(Base64Encode("foob"), "Zm9vYg==");
  EXPECT_EQ(Base64Encode("fooba"), "Zm9vYmE=");
  EXPECT_EQ(Base64Encode("foobar"), "Zm9vYmFy");
  EXPECT_EQ(Base64Encode(std::string("\x00\xFF\x80", 3)), "AP+A");
}

}  // namespace
}  // namespace gitscale
