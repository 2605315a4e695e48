// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/prometheus_source.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "base/secret.h"
#include "tests/observe/fake_server.h"
#include "tests/observe/temporary_folder.h"

namespace gitscale {
namespace {

using std::chrono::seconds;

/// A healthy target a/db: one primary, one standby with 5 of everything.
HttpResponse Healthy(const HttpRequest& request) {
  if (IsProbe(request)) {
    return Json(Matrix(""));
  }
  if (IsRole(request)) {
    return Json(Matrix(Everywhere(request, "a", "db-1", "0") + "," +
                       Everywhere(request, "a", "db-2", "1")));
  }
  if (IsFreshness(request)) {
    const std::string newest = std::to_string((kNow - seconds{40}).time_since_epoch().count());
    return Json(Matrix(Everywhere(request, "a", "db-1", newest) + "," +
                       Everywhere(request, "a", "db-2", newest)));
  }
  return Json(Matrix(Everywhere(request, "a", "db-2", "5")));
}

MetricRequest Want(std::vector<Signal> signals,
                   const std::string& name = "db",
                   Engine engine = Engine::kPostgres) {
  MetricRequest request;
  request.target = {"prod", engine, "a", name};
  for (const Signal signal : signals) {
    request.series.push_back({signal, seconds{90}, Fold::kLargest});
  }
  return request;
}

MetricReading ReadWith(FakeHttp& http,
                       const std::vector<MetricRequest>& requests,
                       const PrometheusSettings& settings = Settings(),
                       SysSeconds local = kNow) {
  const FakeClock clock(local);
  return MakePrometheusSource(settings, http, clock)->Read(requests);
}

TEST(PrometheusSource, ReadsAWindow) {
  FakeHttp http(Healthy);
  const MetricReading reading = ReadWith(http, {Want({Signal::kReadConnections})});
  EXPECT_FALSE(reading.fault);
  EXPECT_EQ(reading.now, kNow);
  EXPECT_EQ(reading.queries, 4);
  const SignalWindow& window = reading.windows.at(0).at(0);
  ASSERT_FALSE(window.fault) << window.fault->message;
  EXPECT_EQ(FormatRfc3339(window.first_end), "2026-08-21T09:28:30Z");
  EXPECT_EQ(window.step, seconds{30});
  EXPECT_EQ(window.latency_offset, seconds{30});
  EXPECT_EQ(window.steps, (std::vector<SignalStep>(3, {5000, 5000, 1})));
  EXPECT_EQ(window.newest_samples, std::vector{kNow - seconds{40}});
}

TEST(PrometheusSource, PostsFormsThatAskForNoCache) {
  FakeHttp http(Healthy);
  (void)ReadWith(http, {Want({Signal::kReadConnections})});
  for (const HttpRequest& request : http.requests) {
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.url, "http://metrics.example/prometheus/api/v1/query_range");
    EXPECT_EQ(request.headers,
              std::vector<std::string>{"Content-Type: application/x-www-form-urlencoded"});
    EXPECT_EQ(FormField(request.body, "nocache"), "1");
  }
  const HttpRequest& role = http.requests.at(1);
  EXPECT_EQ(
      FormField(role.body, "query"),
      R"(max by (namespace,pod)(last_over_time(cnpg_pg_replication_in_recovery{namespace=~"a",)"
      R"(pod=~"db-[0-9]+"}[29999ms])))");
  EXPECT_EQ(FormField(role.body, "start"), "1787304510");
  EXPECT_EQ(FormField(role.body, "end"), "1787304570");
  EXPECT_EQ(FormField(role.body, "step"), "30");
}

TEST(PrometheusSource, SignalsShareRolesAndTargetsShareQueries) {
  FakeHttp http(Healthy);
  std::vector<MetricRequest> requests;
  for (int i = 0; i < 50; ++i) {
    requests.push_back(Want({Signal::kReadConnections, Signal::kReplicationLagSeconds},
                            i == 0 ? "db" : "db" + std::to_string(i)));
  }
  const MetricReading reading = ReadWith(http, requests);
  EXPECT_EQ(reading.queries, 5);  // clock, role, freshness, two signals
  EXPECT_FALSE(reading.windows[0][0].fault);
  ASSERT_TRUE(reading.windows[1][0].fault);
  EXPECT_EQ(reading.windows[1][0].fault->code, ReasonCode::kNoSeries);
  EXPECT_EQ(reading.windows[1][0].fault->message,
            "ReadConnections: metrics endpoint 'main' has no role series of 'a/db1'");
}

TEST(PrometheusSource, TenThousandTargetsNeedQueriesByBytes) {
  FakeHttp http(Healthy);
  std::vector<MetricRequest> requests;
  for (int i = 0; i < 10'000; ++i) {
    requests.push_back(Want({Signal::kReadConnections}, "postgres-" + std::to_string(i)));
  }
  requests.push_back(Want({Signal::kReadConnections}));
  const MetricReading reading = ReadWith(http, requests);
  std::set<std::string> queries;
  for (const HttpRequest& request : http.requests) {
    EXPECT_LE(FormField(request.body, "query").size(), 16'000U);
    EXPECT_TRUE(queries.insert(FormField(request.body, "query")).second);
  }
  // 10,000 names of about 22 bytes: 14 chunks for roles, as many for freshness; values only for the
  // one target that has roles.
  EXPECT_LE(reading.queries, 1 + 15 + 15 + 1);
  EXPECT_FALSE(reading.windows.back()[0].fault);
}

TEST(PrometheusSource, TheTokenIsReadAtEachUseAndNeverPrinted) {
  const TemporaryFolder folder;
  PrometheusSettings settings = Settings();
  settings.token_file = folder.path() + "/token";
  const auto write = [&](const std::string& token) {
    std::ofstream(settings.token_file) << token << "\n";
  };
  write("first-secret");
  FakeHttp http([&](const HttpRequest& request) -> Result<HttpResponse> {
    if (IsProbe(request)) {
      write("second-secret");
      return Healthy(request);
    }
    return Json("you sent second-secret\n" + std::string(500, 'x'), 403);
  });
  const MetricReading reading = ReadWith(http, {Want({Signal::kReadConnections})}, settings);
  EXPECT_EQ(http.requests.at(0).bearer_token.Reveal(), "first-secret");
  EXPECT_EQ(http.requests.at(1).bearer_token.Reveal(), "second-secret");
  const Reason& fault = *reading.windows[0][0].fault;
  EXPECT_EQ(fault.code, ReasonCode::kMetricsUnavailable);
  EXPECT_TRUE(fault.message.starts_with(
      "ReadConnections: metrics endpoint 'main' answered 403: you sent *** xxx"))
      << fault.message;
  EXPECT_LT(fault.message.size(), 270U);
}

TEST(PrometheusSource, AMissingTokenIsNotSentWithout) {
  PrometheusSettings settings = Settings();
  settings.token_file = "/nonexistent/token";
  FakeHttp http(Healthy);
  const MetricReading reading = ReadWith(http, {Want({Signal::kReadConnections})}, settings);
  EXPECT_TRUE(http.requests.empty());
  ASSERT_TRUE(reading.fault);
  EXPECT_EQ(reading.fault->code, ReasonCode::kMetricsUnavailable);
}

struct EndpointCase {
  std::string name;
  FakeHttp::Handler handler;
  ReasonCode code = ReasonCode::kUnset;
  std::string message;
};

class EndpointFaults : public testing::TestWithParam<EndpointCase> {};

TEST_P(EndpointFaults, AreFaultsOfTheReadingAndOfEveryWindow) {
  FakeHttp http(GetParam().handler);
  const MetricReading reading =
      ReadWith(http, {Want({Signal::kReadConnections, Signal::kWriteBytesPerSecond})});
  ASSERT_TRUE(reading.fault);
  EXPECT_EQ(reading.fault->code, GetParam().code);
  EXPECT_EQ(reading.fault->message, GetParam().message);
  EXPECT_EQ(reading.queries, 1);
  for (const SignalWindow& window : reading.windows.at(0)) {
    ASSERT_TRUE(window.fault);
    EXPECT_EQ(window.fault->code, GetParam().code);
    EXPECT_TRUE(window.steps.empty());
  }
}

FakeHttp::Handler Skewed(int by) {
  return [by](const HttpRequest&) -> Result<HttpResponse> {
    return HttpResponse{200, {{"date", HttpDate(kNow + seconds{by})}}, Matrix("")};
  };
}

INSTANTIATE_TEST_SUITE_P(
    PrometheusSource,
    EndpointFaults,
    testing::Values(
        EndpointCase{"Unreachable",
                     [](const HttpRequest&) -> Result<HttpResponse> {
                       return Fail(ErrorCode::kUnavailable, "cannot reach 'x': refused");
                     },
                     ReasonCode::kMetricsUnavailable,
                     "metrics endpoint 'main': cannot reach 'x': refused"},
        EndpointCase{"Timeout",
                     [](const HttpRequest&) -> Result<HttpResponse> {
                       return Fail(ErrorCode::kDeadlineExceeded, "cannot reach 'x': timed out");
                     },
                     ReasonCode::kMetricsTimeout,
                     "metrics endpoint 'main': no answer within 30000 ms"},
        EndpointCase{
            "Refused",
            [](const HttpRequest&) -> Result<HttpResponse> { return Json("missing token", 401); },
            ReasonCode::kMetricsUnavailable,
            "metrics endpoint 'main' answered 401: missing token"},
        EndpointCase{"Ahead",
                     Skewed(31),
                     ReasonCode::kClockSkew,
                     "metrics endpoint 'main': its clock is 31 s ahead of ours, at most 30 s are "
                     "allowed"},
        EndpointCase{"Behind",
                     Skewed(-95),
                     ReasonCode::kClockSkew,
                     "metrics endpoint 'main': its clock is 95 s behind ours, at most 30 s are "
                     "allowed"},
        EndpointCase{"NoDate",
                     [](const HttpRequest&) -> Result<HttpResponse> {
                       return HttpResponse{200, {}, Matrix("")};
                     },
                     ReasonCode::kMalformedAnswer,
                     "metrics endpoint 'main': cannot tell its clock: the answer has no Date "
                     "header"},
        EndpointCase{
            "Html",
            [](const HttpRequest&) -> Result<HttpResponse> { return Json("<html>log in</html>"); },
            ReasonCode::kMalformedAnswer,
            "metrics endpoint 'main': cannot read the answer: no JSON: Invalid value. "
            "(at byte 0)"}),
    [](const auto& one) { return one.param.name; });

TEST(PrometheusSource, ASmallSkewIsTheServersTime) {
  FakeHttp http(Skewed(30));
  EXPECT_EQ(ReadWith(http, {}).now, kNow + seconds{30});
}

struct WindowCase {
  std::string name;
  Signal signal = Signal::kReadConnections;
  FakeHttp::Handler handler;
  ReasonCode code = ReasonCode::kUnset;
  std::string message;
};

class WindowFaults : public testing::TestWithParam<WindowCase> {};

TEST_P(WindowFaults, AreNeverZero) {
  FakeHttp http(GetParam().handler);
  const MetricReading reading = ReadWith(http, {Want({GetParam().signal})});
  EXPECT_FALSE(reading.fault);
  const SignalWindow& window = reading.windows.at(0).at(0);
  ASSERT_TRUE(window.fault);
  EXPECT_EQ(window.fault->code, GetParam().code);
  EXPECT_EQ(window.fault->message, GetParam().message);
  EXPECT_TRUE(window.steps.empty());
}

/// Healthy but for the queries that `is_hit` picks.
FakeHttp::Handler But(bool (*is_hit)(const HttpRequest&), std::string body, int status = 200) {
  return
      [is_hit, body = std::move(body), status](const HttpRequest& request) -> Result<HttpResponse> {
        return is_hit(request) ? Json(body, status) : Healthy(request);
      };
}

bool IsValue(const HttpRequest& request) {
  return !IsProbe(request) && !IsRole(request) && !IsFreshness(request);
}

bool IsLimit(const HttpRequest& request) {
  return FormField(request.body, "query")
      .starts_with("max by (namespace,pod)(last_over_time(kube_pod_container_resource_limits");
}

INSTANTIATE_TEST_SUITE_P(
    PrometheusSource,
    WindowFaults,
    testing::Values(
        WindowCase{"EmptyRoleAnswer",
                   Signal::kReadConnections,
                   But(IsRole, Matrix("")),
                   ReasonCode::kEmptyAnswer,
                   "ReadConnections: metrics endpoint 'main' has no role series of any target"},
        WindowCase{
            "PartialRoles",
            Signal::kReadConnections,
            But(IsRole,
                R"({"status":"success","isPartial":true,"data":{"resultType":"matrix","result":[]}})"),
            ReasonCode::kPartialAnswer,
            "ReadConnections: metrics endpoint 'main' answered in part: it says isPartial"},
        WindowCase{
            "PartialValues",
            Signal::kReadConnections,
            But(IsValue,
                R"({"status":"success","warnings":["a store is down"],"data":{"resultType":"matrix","result":[]}})"),
            ReasonCode::kPartialAnswer,
            "ReadConnections: metrics endpoint 'main' answered in part: a store is down"},
        WindowCase{"FreshnessFails",
                   Signal::kReadConnections,
                   But(IsFreshness, R"({"status":"error","error":"too many points"})", 422),
                   ReasonCode::kMetricsUnavailable,
                   "ReadConnections: metrics endpoint 'main' answered 422: too many points"},
        WindowCase{"ErrorWithStatus200",
                   Signal::kReadConnections,
                   But(IsValue, R"({"status":"error","error":"boom"})"),
                   ReasonCode::kMetricsUnavailable,
                   "ReadConnections: metrics endpoint 'main' answered 200: boom"},
        WindowCase{"Malformed",
                   Signal::kReadConnections,
                   But(IsValue, "{}"),
                   ReasonCode::kMalformedAnswer,
                   "ReadConnections: metrics endpoint 'main': cannot read the answer: 'status' is "
                   "missing"},
        WindowCase{
            "StepsNotAskedFor",
            Signal::kReadConnections,
            But(IsValue, Matrix(R"({"metric":{"namespace":"a","pod":"db-2"},"values":[[7,"1"]]})")),
            ReasonCode::kMalformedAnswer,
            "ReadConnections: pod 'db-2' has a sample at 7000 ms, where none was asked for"},
        WindowCase{"NoCpuLimit",
                   Signal::kReadCpuUtilization,
                   But(IsLimit, Matrix("")),
                   ReasonCode::kNoCpuLimit,
                   "ReadCPUUtilization: pod 'db-2' has no CPU limit"},
        WindowCase{"NoUsage",
                   Signal::kReadCpuUtilization,
                   [](const HttpRequest& request) -> Result<HttpResponse> {
                     return IsValue(request) && !IsLimit(request) ? Json(Matrix(""))
                                                                  : Healthy(request);
                   },
                   ReasonCode::kNoSeries,
                   "ReadCPUUtilization: the instances report their role, but not this"}),
    [](const auto& one) { return one.param.name; });

TEST(PrometheusSource, OtherEnginesAreUnsupported) {
  FakeHttp http(Healthy);
  const MetricReading reading =
      ReadWith(http, {Want({Signal::kReadConnections}, "cache", Engine::kGateway)});
  const Reason& fault = *reading.windows[0][0].fault;
  EXPECT_EQ(fault.code, ReasonCode::kUnsupportedSignal);
  EXPECT_EQ(fault.message, "ReadConnections: not measured for engine gateway");
}

TEST(PrometheusSource, GivesUpOnAServerThatHangs) {
  FakeHttp http([](const HttpRequest& request) -> Result<HttpResponse> {
    if (IsProbe(request)) {
      return Healthy(request);
    }
    return Fail(ErrorCode::kDeadlineExceeded, "timed out");
  });
  std::vector<MetricRequest> requests;
  for (int i = 0; i < 5'000; ++i) {
    requests.push_back(Want({Signal::kReadConnections}, "postgres-" + std::to_string(i)));
  }
  const MetricReading reading = ReadWith(http, requests);
  EXPECT_EQ(reading.queries, 3);
  for (const auto& windows : reading.windows) {
    EXPECT_EQ(windows[0].fault->code, ReasonCode::kMetricsTimeout);
  }
}

TEST(PrometheusSource, AFailedChunkTouchesOnlyItsTargets) {
  PrometheusSettings settings = Settings();
  settings.max_query_bytes = 150;
  FakeHttp http([](const HttpRequest& request) -> Result<HttpResponse> {
    const bool is_other =
        FormField(request.body, "query").find("zz-long-name") != std::string::npos;
    return is_other ? Json("no", 503) : Healthy(request);
  });
  const MetricReading reading = ReadWith(
      http,
      {Want({Signal::kReadConnections}),
       Want({Signal::kReadConnections}, "zz-long-name-of-another-target-so-that-it-needs-a-chunk")},
      settings);
  EXPECT_FALSE(reading.windows[0][0].fault);
  EXPECT_EQ(reading.windows[1][0].fault->code, ReasonCode::kMetricsUnavailable);
}

}  // namespace
}  // namespace gitscale
