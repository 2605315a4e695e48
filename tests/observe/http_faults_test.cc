// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

// Faults that real servers cannot be made to show, over real sockets.

#include <httplib.h>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/http.h"
#include "observe/prometheus_source.h"
#include "tests/observe/fakes.h"

namespace gitscale {
namespace {

using std::chrono::seconds;

constexpr const char* kEmpty = R"({"status":"success","data":{"resultType":"matrix","result":[]}})";

const SysSeconds kNow = *ParseRfc3339("2026-08-21T09:30:00Z");

/// Answers the clock query well and all others by the handler.
class FaultyServer {
 public:
  explicit FaultyServer(httplib::Server::Handler handler, SysSeconds date = kNow) {
    server_.Post("/api/v1/query_range",
                 [handler = std::move(handler), date](const httplib::Request& request,
                                                      httplib::Response& response) {
                   response.set_header("Date", HttpDate(date));
                   if (request.get_param_value("query") == "vector(1)") {
                     response.set_content(kEmpty, "application/json");
                   } else {
                     handler(request, response);
                   }
                 });
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) {
      std::this_thread::yield();
    }
  }

  FaultyServer(const FaultyServer&) = delete;
  FaultyServer& operator=(const FaultyServer&) = delete;

  ~FaultyServer() {
    server_.stop();
    thread_.join();
  }

  [[nodiscard]] std::string url() const { return fmt::format("http://127.0.0.1:{}", port_); }

 private:
  httplib::Server server_;
  int port_ = 0;
  std::thread thread_;
};

MetricReading ReadFrom(const std::string& url,
                       std::chrono::milliseconds timeout = std::chrono::seconds{5}) {
  PrometheusSettings settings;
  settings.name = "main";
  settings.url = url;
  settings.timeout = timeout;
  const FakeClock clock(kNow);
  const auto http = MakeCurlClient({});
  return MakePrometheusSource(settings, *http, clock)
      ->Read({{{"prod", Engine::kPostgres, "a", "db"},
               {{Signal::kReadConnections, seconds{90}, Fold::kLargest}}}});
}

Reason FaultOf(const MetricReading& reading) {
  return reading.windows.at(0).at(0).fault.value_or(Reason{});
}

TEST(HttpFaults, IsPartial) {
  const FaultyServer server([](const auto&, auto& response) {
    response.set_content(
        R"({"status":"success","isPartial":true,"data":{"resultType":"matrix","result":[]}})",
        "application/json");
  });
  const MetricReading reading = ReadFrom(server.url());
  EXPECT_FALSE(reading.fault);
  EXPECT_EQ(FaultOf(reading).code, ReasonCode::kPartialAnswer);
}

TEST(HttpFaults, ServiceUnavailable) {
  const FaultyServer server([](const auto&, auto& response) {
    response.status = 503;
    response.set_content("no healthy upstream", "text/plain");
  });
  EXPECT_EQ(FaultOf(ReadFrom(server.url())),
            (Reason{ReasonCode::kMetricsUnavailable,
                    "ReadConnections: metrics endpoint 'main' answered 503: no healthy upstream"}));
}

TEST(HttpFaults, Hang) {
  std::mutex mutex;
  std::condition_variable changed;
  bool is_over = false;
  const FaultyServer server([&](const auto&, auto& response) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return is_over; });
    response.set_content(kEmpty, "application/json");
  });
  const MetricReading reading = ReadFrom(server.url(), std::chrono::milliseconds{200});
  {
    const std::scoped_lock lock(mutex);
    is_over = true;
  }
  changed.notify_all();
  EXPECT_EQ(FaultOf(reading),
            (Reason{ReasonCode::kMetricsTimeout,
                    "ReadConnections: metrics endpoint 'main': no answer within 200 ms"}));
}

TEST(HttpFaults, AConnectionThatEndsInsideTheAnswer) {
  const FaultyServer server([](const auto&, auto& response) {
    response.set_content_provider(
        1000, "application/json", [](std::size_t offset, std::size_t, httplib::DataSink& sink) {
          return offset == 0 && sink.write(R"({"status":)", 10);
        });
  });
  EXPECT_EQ(FaultOf(ReadFrom(server.url())).code, ReasonCode::kMetricsUnavailable);
}

TEST(HttpFaults, AnAnswerCutByAProxy) {
  const FaultyServer server([](const auto&, auto& response) {
    response.set_content(std::string(kEmpty).substr(0, 40), "application/json");
  });
  EXPECT_EQ(FaultOf(ReadFrom(server.url())).code, ReasonCode::kMalformedAnswer);
}

TEST(HttpFaults, ClockSkew) {
  const FaultyServer server([](const auto&, auto&) {}, kNow - seconds{40});
  const MetricReading reading = ReadFrom(server.url());
  ASSERT_TRUE(reading.fault);
  EXPECT_EQ(reading.fault->code, ReasonCode::kClockSkew);
  EXPECT_EQ(FaultOf(reading).code, ReasonCode::kClockSkew);
}

TEST(HttpFaults, NobodyListens) {
  std::string url;
  {
    const FaultyServer server([](const auto&, auto&) {});
    url = server.url();
  }
  const MetricReading reading = ReadFrom(url);
  ASSERT_TRUE(reading.fault);
  EXPECT_EQ(reading.fault->code, ReasonCode::kMetricsUnavailable);
  EXPECT_EQ(reading.queries, 1);
}

}  // namespace
}  // namespace gitscale
