// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/http.h"

#include <httplib.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include <gtest/gtest.h>

namespace gitscale {
namespace {

/// A server on a free port of this machine, with one path per behaviour.
class HttpTest : public testing::Test {
 protected:
  void SetUp() override {
    server_.Get("/hello", [](const httplib::Request&, httplib::Response& response) {
      response.set_header("X-Mixed-Case", "  value with spaces \t");
      response.set_header("Empty", "");
      response.set_content("hello", "text/plain");
    });
    server_.Get("/gone", [](const httplib::Request&, httplib::Response& response) {
      response.status = 410;
      response.set_content("no more", "text/plain");
    });
    server_.Get("/redirect", [](const httplib::Request&, httplib::Response& response) {
      response.set_redirect("/echo-auth");
    });
    server_.Get("/echo-auth", [this](const httplib::Request& request, httplib::Response& response) {
      ++auth_requests_;
      response.set_content(request.get_header_value("Authorization"), "text/plain");
    });
    server_.Get("/large", [](const httplib::Request&, httplib::Response& response) {
      response.set_content(std::string(10'000, 'x'), "text/plain");
    });
    server_.Get("/hang", [this](const httplib::Request&, httplib::Response& response) {
      std::unique_lock lock(mutex_);
      released_.wait(lock, [this] { return is_released_; });
      response.set_content("late", "text/plain");
    });
    server_.Post("/post", [](const httplib::Request& request, httplib::Response& response) {
      response.set_content(request.get_header_value("Content-Type") + "|" + request.body,
                           "text/plain");
    });
    port_ = server_.bind_to_any_port("127.0.0.1");
    ASSERT_GT(port_, 0);
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) {
      std::this_thread::yield();
    }
  }

  void TearDown() override {
    {
      const std::lock_guard lock(mutex_);
      is_released_ = true;
    }
    released_.notify_all();
    client_.reset();  // its kept-alive connection would make the server wait
    server_.stop();
    thread_.join();
  }

  [[nodiscard]] HttpRequest Get(const std::string& path) const {
    HttpRequest request;
    request.url = "http://127.0.0.1:" + std::to_string(port_) + path;
    return request;
  }

  httplib::Server server_;
  std::thread thread_;
  int port_ = 0;
  int auth_requests_ = 0;
  std::mutex mutex_;
  std::condition_variable released_;
  bool is_released_ = false;
  std::unique_ptr<HttpClient> client_ = MakeCurlClient({});
};

TEST_F(HttpTest, AnyStatusIsAnAnswer) {
  const auto hello = client_->Exchange(Get("/hello"));
  ASSERT_TRUE(hello) << hello.error().message;
  EXPECT_EQ(hello->status, 200);
  EXPECT_EQ(hello->body, "hello");
  const auto gone = client_->Exchange(Get("/gone"));
  ASSERT_TRUE(gone);
  EXPECT_EQ(gone->status, 410);
  EXPECT_EQ(gone->body, "no more");
}

TEST_F(HttpTest, HeaderNamesAreLowerCaseAndValuesTrimmed) {
  const auto hello = client_->Exchange(Get("/hello"));
  ASSERT_TRUE(hello);
  EXPECT_EQ(hello->headers.at("x-mixed-case"), "value with spaces");
  EXPECT_EQ(hello->headers.at("content-type"), "text/plain");
}

TEST_F(HttpTest, PostsBodyAndHeaders) {
  HttpRequest request = Get("/post");
  request.method = "POST";
  request.headers = {"Content-Type: application/json"};
  request.body = R"({"a":1})";
  const auto answer = client_->Exchange(request);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->body, R"(application/json|{"a":1})");
}

TEST_F(HttpTest, RedirectsAreNotFollowed) {
  HttpRequest request = Get("/redirect");
  request.bearer_token = Secret("bearer-token-1");
  const auto answer = client_->Exchange(request);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 302);
  EXPECT_EQ(answer->headers.at("location"), "/echo-auth");
  EXPECT_EQ(auth_requests_, 0);
}

TEST_F(HttpTest, TheTokenStaysWithItsRequest) {
  HttpRequest request = Get("/echo-auth");
  request.bearer_token = Secret("bearer-token-2");
  EXPECT_EQ(client_->Exchange(request)->body, "Bearer bearer-token-2");
  EXPECT_EQ(client_->Exchange(Get("/echo-auth"))->body, "") << "not kept for the next request";
}

TEST_F(HttpTest, AHungServerMeetsTheDeadline) {
  HttpRequest request = Get("/hang");
  request.timeout = std::chrono::milliseconds{100};
  const auto answer = client_->Exchange(request);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kDeadlineExceeded);
}

TEST_F(HttpTest, ALargeAnswerIsAnErrorAndNoCut) {
  HttpRequest request = Get("/large");
  request.max_response_bytes = 10'000;
  EXPECT_TRUE(client_->Exchange(request));
  request.max_response_bytes = 9'999;
  const auto answer = client_->Exchange(request);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kUnavailable);
  EXPECT_NE(answer.error().message.find("larger than 9999 bytes"), std::string::npos);
}

TEST_F(HttpTest, ErrorsShowNeitherQueryNorUserInfo) {
  HttpRequest request;
  request.url = "http://bot:url-password@127.0.0.1:1/path?token=query-secret";
  const auto answer = client_->Exchange(request);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kUnavailable);
  EXPECT_EQ(answer.error().message.find("url-password"), std::string::npos);
  EXPECT_EQ(answer.error().message.find("query-secret"), std::string::npos);
  EXPECT_EQ(answer.error().subject, "http://***@127.0.0.1:1/path");
}

TEST_F(HttpTest, OtherSchemesAreRefused) {
  for (const std::string url :
       {"file:///etc/hostname", "ftp://127.0.0.1/", "gopher://127.0.0.1/"}) {
    HttpRequest request;
    request.url = url;
    const auto answer = client_->Exchange(request);
    ASSERT_FALSE(answer) << url;
    EXPECT_EQ(answer.error().code, ErrorCode::kInvalidArgument) << url;
  }
}

}  // namespace
}  // namespace gitscale
