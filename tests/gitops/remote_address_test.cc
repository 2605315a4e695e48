// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/remote_address.h"

#include <filesystem>

namespace gitscale {
namespace {

struct AddressCase {
  const char* name;
  const char* url;
  RemoteAddress::Kind kind;
  const char* target;
};

class GoodAddress : public ::testing::TestWithParam<AddressCase> {};

TEST_P(GoodAddress, IsTakenApart) {
  const auto address = ParseRemoteAddress(GetParam().url);
  ASSERT_TRUE(address) << address.error().message;
  EXPECT_EQ(address->kind, GetParam().kind);
  EXPECT_EQ(address->target, GetParam().target);
}

using Kind = RemoteAddress::Kind;
INSTANTIATE_TEST_SUITE_P(
    All,
    GoodAddress,
    ::testing::Values(AddressCase{"Https", "https://h/o/r.git", Kind::kHttp, "https://h/o/r.git"},
                      AddressCase{"FinalSlash", "http://h:8080/r/", Kind::kHttp, "http://h:8080/r"},
                      AddressCase{
                          "UserInfo", "https://me:pw-pw-pw@h/r", Kind::kHttp, "https://h/r"},
                      AddressCase{"File", "file:///srv/a%20b.git", Kind::kPath, "/srv/a b.git"},
                      AddressCase{"Path", "/srv/r.git", Kind::kPath, "/srv/r.git"},
                      AddressCase{"PathWithColon", "/srv/a:b.git", Kind::kPath, "/srv/a:b.git"}),
    [](const auto& each) { return each.param.name; });

TEST(RemoteAddress, RelativePathBecomesAbsolute) {
  const auto address = ParseRemoteAddress("some/r.git");
  ASSERT_TRUE(address);
  EXPECT_EQ(address->target, (std::filesystem::current_path() / "some/r.git").string());
  EXPECT_EQ(address->shown, "some/r.git");
}

TEST(RemoteAddress, UserInfoIsSplitOffAndNotShown) {
  const auto address = ParseRemoteAddress("https://me:pw-pw-pw@h/r");
  ASSERT_TRUE(address);
  EXPECT_EQ(address->user, "me");
  EXPECT_EQ(address->password.Reveal(), "pw-pw-pw");
  EXPECT_EQ(address->shown, "https://h/r");
}

TEST(RemoteAddress, OtherSchemesAreRefusedWithTheRemedy) {
  for (const char* url : {"ssh://git@h/r.git",
                          "git@h:o/r.git",
                          "h:r.git",
                          "git://h/r",
                          "ftp://h/r",
                          "file://elsewhere/r"}) {
    const auto address = ParseRemoteAddress(url);
    ASSERT_FALSE(address) << url;
    EXPECT_EQ(address.error().code, ErrorCode::kInvalidArgument) << url;
    EXPECT_THAT(address.error().message,
                ::testing::HasSubstr("this version speaks https and local paths"))
        << url;
  }
}

TEST(RemoteAddress, TextThatIsNoUrlIsRefused) {
  for (const char* url : {"", "https://", "https://h:99999/r", "https://h/r?x=1", "://h"}) {
    const auto address = ParseRemoteAddress(url);
    ASSERT_FALSE(address) << url;
    EXPECT_EQ(address.error().code, ErrorCode::kInvalidArgument) << url;
  }
}

TEST(IsSameOrigin, ComparesSchemeHostAndPort) {
  EXPECT_TRUE(IsSameOrigin("https://h/a", "https://h:443/b"));
  EXPECT_TRUE(IsSameOrigin("http://h:8080/a", "http://h:8080/"));
  EXPECT_FALSE(IsSameOrigin("http://h/a", "https://h/a"));
  EXPECT_FALSE(IsSameOrigin("https://h/a", "https://i/a"));
  EXPECT_FALSE(IsSameOrigin("https://h/a", "https://h:444/a"));
  EXPECT_FALSE(IsSameOrigin("nonsense", "nonsense"));
}

TEST(CheckRemoteSettings, NamesTheFieldThatCannotWork) {
  RemoteSettings good;
  good.url = "https://h/r";
  EXPECT_TRUE(CheckRemoteSettings(good));
  const auto expect_bad = [&](const char* field, auto change) {
    RemoteSettings bad = good;
    change(bad);
    const Status status = CheckRemoteSettings(bad);
    ASSERT_FALSE(status) << field;
    EXPECT_EQ(status.error().code, ErrorCode::kInvalidArgument);
    EXPECT_THAT(status.error().message, ::testing::HasSubstr(field));
  };
  expect_bad("branch", [](RemoteSettings& s) { s.branch = ""; });
  expect_bad("branch", [](RemoteSettings& s) { s.branch = "refs/heads/main"; });
  for (const char* name : {"ledger",
                           "refs/",
                           "refs/heads/main",
                           "refs/a b",
                           "refs/a..b",
                           "refs//a",
                           "refs/a/",
                           "refs/.a",
                           "refs/a.lock",
                           "refs/a.",
                           "refs/a@{1}",
                           "refs/a:b",
                           "refs/a*",
                           "refs/a\x7f"}) {
    expect_bad("ledger_ref", [name](RemoteSettings& s) { s.ledger_ref = name; });
  }
  for (const char* name : {"", "refs/heads/ledger", "refs/x/y.z@1"}) {
    good.ledger_ref = name;
    EXPECT_TRUE(CheckRemoteSettings(good)) << name;
  }
  expect_bad("author", [](RemoteSettings& s) { s.author_name = ""; });
  expect_bad("author", [](RemoteSettings& s) { s.author_email = "<a@b>"; });
  expect_bad("timeout", [](RemoteSettings& s) { s.push_timeout = {}; });
  expect_bad("max_attempts", [](RemoteSettings& s) { s.max_attempts = 0; });
}

}  // namespace
}  // namespace gitscale
