// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <fstream>

#include <fmt/format.h>

#include "base/secret.h"
#include "base/url.h"
#include "tests/gitops/git_fixture.h"

namespace gitscale::testing {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// What an answer of a server consists of; the length is ours to get wrong.
std::string Answer(const std::string& status,
                   const std::string& type,
                   const std::string& body,
                   std::size_t length) {
  return fmt::format(
      "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{}",
      status,
      type,
      length,
      body);
}

class Http : public ::testing::Test {
 protected:
  void SetUp() override {
    SetUpGitEnvironment();
    token_file_ = (scratch_.path() / "token").string();
    WriteToken(ServerPassword());
  }

  void WriteToken(const std::string& token) const { std::ofstream(token_file_) << token << "\n"; }

  Error FetchError(const RemoteSettings& settings) {
    const auto snapshot = GitRepository(settings, clock_, sleeper_, 1).Fetch(KeepAll);
    EXPECT_FALSE(snapshot);
    return snapshot ? Error{} : snapshot.error();
  }

  /// Settings for a new repository behind a password; skips the test where no server can run.
  RemoteSettings ProtectedSettings(const std::string& name) {
    remote_ = std::make_unique<TestRepository>(HttpServer::Protected().repositories, name);
    RemoteSettings settings = SettingsFor(HttpServer::Protected().url + "/" + name + ".git");
    settings.token_file = token_file_;
    return settings;
  }

  TemporaryFolder scratch_;
  FixedClock clock_;
  RecordingSleeper sleeper_;
  std::string token_file_;
  std::unique_ptr<TestRepository> remote_;
};

#define SKIP_WITHOUT_SERVER()                        \
  if (HttpServer::Protected().url.empty()) {         \
    GTEST_SKIP() << HttpServer::Protected().why_not; \
  }

TEST_F(Http, TokenOpensAndIsReadAtEveryUse) {
  SKIP_WITHOUT_SERVER();
  const RemoteSettings settings = ProtectedSettings("token");
  WriteToken("outdated-token");
  GitRepository repository(settings, clock_, sleeper_, 1);
  const auto refused = repository.Fetch(KeepAll);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kPermissionDenied);
  // A server may send the request back: what stands in it is masked too.
  EXPECT_EQ(Redact(Base64Encode(settings.username + ":outdated-token")), "***");
  EXPECT_THAT(refused.error().message,
              HasSubstr("the server refused the credentials (check the token and user 'git')"));
  EXPECT_THAT(refused.error().message, Not(HasSubstr("outdated-token")));
  WriteToken(ServerPassword());
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip) << tip.error().message;
  const auto published = repository.Publish(*tip, OneCommit("s", "a", "b"), NoRebuild, PermitAll);
  ASSERT_TRUE(published) << published.error().message;
  EXPECT_EQ(remote_->Tip(), published->commits.front());
}

TEST_F(Http, UserInfoOfTheUrlWorksAndIsNotShown) {
  SKIP_WITHOUT_SERVER();
  RemoteSettings settings = ProtectedSettings("userinfo");
  const std::string shown = settings.url;
  settings.token_file = "";
  settings.url.replace(0, 7, "http://git:" + ServerPassword() + "@");
  EXPECT_TRUE(GitRepository(settings, clock_, sleeper_, 1).Fetch(KeepAll));
  settings.branch = "nowhere";
  const Error error = FetchError(settings);
  EXPECT_EQ(error.message, "cannot fetch branch 'nowhere' of '" + shown + "': no such branch");
  EXPECT_EQ(error.subject, shown);
}

TEST_F(Http, MissingCredentialsAreNamed) {
  SKIP_WITHOUT_SERVER();
  RemoteSettings settings = ProtectedSettings("nobody");
  settings.token_file = "";
  const Error error = FetchError(settings);
  EXPECT_EQ(error.code, ErrorCode::kPermissionDenied);
  EXPECT_THAT(error.message, HasSubstr("the server wants credentials (configure a token file)"));
}

TEST_F(Http, MissingTokenFileIsAnError) {
  RemoteSettings settings = SettingsFor("http://127.0.0.1:1/r.git");
  settings.token_file = (scratch_.path() / "none").string();
  EXPECT_EQ(FetchError(settings).code, ErrorCode::kNotFound);
}

TEST_F(Http, ReadOnlyAccessIsSaidBeforeAnythingIsBuilt) {
  SKIP_WITHOUT_SERVER();
  const RemoteSettings settings = ProtectedSettings("readonly");
  Git(remote_->bare(), "config http.receivepack false");
  GitRepository repository(settings, clock_, sleeper_, 1);
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip) << tip.error().message;
  const auto published =
      repository.Publish(*tip, OneCommit("s", "a", "b"), NoRebuild, [](const RepositorySnapshot&) {
        ADD_FAILURE() << "permit was asked";
        return Status();
      });
  ASSERT_FALSE(published);
  EXPECT_EQ(published.error().code, ErrorCode::kPermissionDenied);
  EXPECT_THAT(published.error().message,
              HasSubstr("cannot write to '" + settings.url + "': access forbidden"));
  EXPECT_THAT(sleeper_.slept, ::testing::IsEmpty());
}

TEST_F(Http, SecretInTheServersWordsIsMasked) {
  SKIP_WITHOUT_SERVER();
  const RemoteSettings settings = ProtectedSettings("echo");
  remote_->SetHook("pre-receive", "echo 'you sent " + ServerPassword() + "' >&2; exit 1\n");
  GitRepository repository(settings, clock_, sleeper_, 1);
  const auto tip = repository.Fetch(KeepAll);
  ASSERT_TRUE(tip) << tip.error().message;
  const auto published = repository.Publish(*tip, OneCommit("s", "a", "b"), NoRebuild, PermitAll);
  ASSERT_FALSE(published);
  EXPECT_THAT(published.error().message, HasSubstr("you sent ***"));
  EXPECT_THAT(published.error().message, Not(HasSubstr(ServerPassword())));
}

TEST_F(Http, ServerThatClosesMidAnswerIsUnavailable) {
  const std::string type = "application/x-git-upload-pack-advertisement";
  const std::string begin = "001e# service=git-upload-pack\n0000";
  const RawServer server(Answer("200 OK", type, begin, 5000));
  const Error error = FetchError(SettingsFor(server.Url() + "/r.git"));
  EXPECT_EQ(error.code, ErrorCode::kUnavailable) << error.message;
}

TEST_F(Http, AnswerThatEndsEarlyIsUnavailable) {
  const std::string type = "application/x-git-upload-pack-advertisement";
  const std::string begin = "001e# service=git-upload-pack\n0000";
  const RawServer server(Answer("200 OK", type, begin, begin.size()));
  const Error error = FetchError(SettingsFor(server.Url() + "/r.git"));
  EXPECT_EQ(error.code, ErrorCode::kUnavailable) << error.message;
}

TEST_F(Http, NobodyListensIsUnavailable) {
  std::string url;
  {
    const RawServer gone;
    url = gone.Url();
  }
  EXPECT_EQ(FetchError(SettingsFor(url + "/r.git")).code, ErrorCode::kUnavailable);
}

TEST_F(Http, StatusOfABrokenServerIsTold) {
  const RawServer server(Answer("503 Busy", "text/plain", "try later\n", 10));
  const Error error = FetchError(SettingsFor(server.Url() + "/r.git"));
  EXPECT_EQ(error.code, ErrorCode::kUnavailable);
  EXPECT_THAT(error.message, HasSubstr("the server answered status 503: try later"));
}

TEST_F(Http, PageOfAWebsiteIsNoRepository) {
  const RawServer server(Answer("200 OK", "text/html", "<p>hi", 5));
  const Error error = FetchError(SettingsFor(server.Url() + "/r.git"));
  EXPECT_EQ(error.code, ErrorCode::kNotFound);
  EXPECT_THAT(error.message,
              HasSubstr("no Git repository there (the answer has type 'text/html')"));
}

std::string RedirectTo(const std::string& url) {
  return fmt::format(
      "HTTP/1.1 302 Found\r\nLocation: {}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", url);
}

TEST_F(Http, RedirectOfTheListingIsFollowed) {
  SKIP_WITHOUT_SERVER();
  if (HttpServer::Open().url.empty()) {
    GTEST_SKIP() << HttpServer::Open().why_not;
  }
  const TestRepository remote(HttpServer::Open().repositories, "moved");
  const std::string there = HttpServer::Open().url + "/moved.git";
  const RawServer server(RedirectTo(there + "/info/refs?service=git-upload-pack"));
  const auto snapshot =
      GitRepository(SettingsFor(server.Url() + "/r.git"), clock_, sleeper_, 1).Fetch(KeepAll);
  ASSERT_TRUE(snapshot) << snapshot.error().message;
  EXPECT_EQ(snapshot->commit, remote.Tip());
}

TEST_F(Http, CredentialsStayBehindAtARedirectToAnotherHost) {
  const RawServer other(Answer("401 Unauthorized", "text/plain", "", 0));
  const RawServer server(RedirectTo(other.Url() + "/r.git/info/refs?service=git-upload-pack"));
  RemoteSettings settings = SettingsFor(server.Url() + "/r.git");
  settings.token_file = token_file_;
  EXPECT_EQ(FetchError(settings).code, ErrorCode::kPermissionDenied);
  ASSERT_FALSE(server.Requests().empty());
  EXPECT_THAT(server.Requests().front(), HasSubstr("Authorization: Basic "));
  ASSERT_FALSE(other.Requests().empty());
  EXPECT_THAT(other.Requests(), ::testing::Each(Not(HasSubstr("uthorization"))));
}

TEST_F(Http, RedirectToAnotherSchemeIsRefused) {
  const TestRepository remote(scratch_.path(), "local");
  const RawServer server(RedirectTo("file://" + remote.bare().string()));
  EXPECT_FALSE(
      GitRepository(SettingsFor(server.Url() + "/r.git"), clock_, sleeper_, 1).Fetch(KeepAll));
}

TEST_F(Http, ProxyIsUsed) {
  const RawServer proxy(Answer("418 Teapot", "text/plain", "from the proxy", 14));
  RemoteSettings settings = SettingsFor("http://repository.invalid/r.git");
  settings.proxy = proxy.Url();
  EXPECT_THAT(FetchError(settings).message, HasSubstr("418: from the proxy"));
}

TEST_F(Http, MissingCaFileIsNamed) {
  RemoteSettings settings = SettingsFor("https://127.0.0.1:1/r.git");
  const RawServer server(std::string("not tls"));
  settings.url = "https" + server.Url().substr(4) + "/r.git";
  settings.ca_file = (scratch_.path() / "none.pem").string();
  const Error error = FetchError(settings);
  EXPECT_EQ(error.code, ErrorCode::kInvalidArgument) << error.message;
}

}  // namespace
}  // namespace gitscale::testing
