// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

// The queries against the real servers: what they answer, not what we believe they do.

#include <functional>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/http.h"
#include "base/time.h"
#include "observe/metrics_cluster_reader.h"
#include "observe/prometheus_source.h"
#include "tests/observe/metrics_server.h"
#include "tests/observe/series_writer.h"

namespace gitscale {
namespace {

using std::chrono::seconds;

constexpr std::string_view kOddNamespace = R"(a.b"c\d|(e)";        // as it is
constexpr std::string_view kOddNamespaceText = R"(a.b\"c\\d|(e)";  // inside quotes
constexpr std::string_view kApp =
    R"(datname="app",usename="app",application_name="web",state="idle")";
constexpr std::string_view kActive =
    R"(datname="app",usename="app",application_name="web",state="active")";
constexpr std::string_view kReplication =
    R"(datname="",usename="streaming_replica",application_name="db-3",state="active")";
constexpr std::string_view kExporter =
    R"(datname="app",usename="postgres",application_name="cnpg_metrics_exporter",state="active")";

std::string Samples(SysSeconds now, std::int64_t failover) {
  Writer out(now);
  // Idle: only what monitors it is connected. A pod of the other name in its namespace is foreign.
  out.Role(Pod("idle", "db-1"), 0);
  out.Role(Pod("idle", "db-2"), 1);
  out.Role(Pod("idle", "busy-2"), 1);
  out.Backends(Pod("idle", "db-2"), std::string(kExporter), 1);
  out.Backends(Pod("idle", "busy-2"), std::string(kApp), 99);
  // Busy, with everything else a standby reports.
  out.Role(Pod("load", "busy-1"), 0);
  out.Role(Pod("load", "busy-2"), 1);
  out.Role(Pod("load", "busy-3"), 1);
  out.Backends(Pod("load", "busy-1"), std::string(kApp), 500);
  out.Backends(Pod("load", "busy-2"), std::string(kApp), 7);
  out.Backends(Pod("load", "busy-2"), std::string(kActive), 5);
  out.Backends(Pod("load", "busy-2"), std::string(kReplication), 2);
  out.Backends(Pod("load", "busy-3"), std::string(kApp), 3);
  out.Counter("cnpg_pg_stat_database_xact_commit", Pod("load", "busy-2") + R"(,datname="app")", 10);
  out.Counter("cnpg_pg_stat_database_xact_commit", Pod("load", "busy-2") + R"(,datname="x")", 1);
  out.Counter(
      "cnpg_pg_stat_database_xact_rollback", Pod("load", "busy-2") + R"(,datname="app")", 2);
  out.Counter("cnpg_pg_stat_database_xact_rollback", Pod("load", "busy-2") + R"(,datname="x")", 0);
  out.Counter("cnpg_pg_stat_database_xact_commit", Pod("load", "busy-3") + R"(,datname="app")", 0);
  out.Counter(
      "cnpg_pg_stat_database_xact_rollback", Pod("load", "busy-3") + R"(,datname="app")", 0);
  out.Counter("container_cpu_usage_seconds_total",
              Pod("load", "busy-2") + R"(,container="postgres",cpu="total")",
              0.5);
  out.Counter("container_cpu_usage_seconds_total",
              Pod("load", "busy-3") + R"(,container="postgres",cpu="total")",
              0.25);
  for (const char* pod : {"busy-1", "busy-2", "busy-3"}) {
    out.Constant("kube_pod_container_resource_limits",
                 Pod("load", pod) + R"(,resource="cpu",container="postgres",unit="core")",
                 2);
  }
  out.Constant("cnpg_pg_replication_lag", Pod("load", "busy-1"), 0);
  out.Constant("cnpg_pg_replication_lag", Pod("load", "busy-2"), 3.5);
  out.Constant("cnpg_pg_replication_lag", Pod("load", "busy-3"), 1);
  out.Counter("cnpg_collector_wal_bytes", Pod("load", "busy-1") + R"(,stats_reset="x")", 1000);
  out.Constant("cnpg_pg_replication_is_wal_receiver_up", Pod("load", "busy-2"), 1);
  out.Constant("cnpg_pg_replication_is_wal_receiver_up", Pod("load", "busy-3"), 0);
  out.Constant("cnpg_collector_up", Pod("load", "busy-1") + R"(,cluster="busy")", 1);
  out.Constant("cnpg_collector_up", Pod("load", "busy-2") + R"(,cluster="busy")", 1);
  out.Constant("cnpg_collector_up", Pod("load", "busy-3") + R"(,cluster="busy")", 0);
  // Connected at every other scrape only.
  out.Role(Pod("load", "gap-2"), 1);
  out.Backends(Pod("load", "gap-2"), std::string(kExporter), 1);
  // The exporter's queries for load fail; it goes on to say who is what.
  out.Role(Pod("load", "broken-2"), 1);
  out.Series("cnpg_backends_total", Pod("load", "gap-2") + "," + std::string(kApp), [](auto at) {
    return at % 60 == 0 ? std::optional(10.0) : std::nullopt;
  });
  // A failover, and a standby that was not scraped for ten minutes before it.
  out.Series("cnpg_pg_replication_in_recovery", Pod("load", "fail-1"), [&](auto at) {
    return at <= failover ? 0.0 : 1.0;
  });
  out.Series("cnpg_pg_replication_in_recovery",
             Pod("load", "fail-2"),
             [&](auto at) -> std::optional<double> {
               if (at > failover - 600 && at <= failover) {
                 return std::nullopt;
               }
               return at <= failover ? 1.0 : 0.0;
             });
  out.Backends(Pod("load", "fail-1"), std::string(kApp), 4);
  out.Backends(Pod("load", "fail-2"), std::string(kApp), 9);
  // Names that are regular expressions and string ends.
  out.Role(Pod(std::string(kOddNamespaceText), "x.y+z-2"), 1);
  out.Role(Pod(std::string(kOddNamespaceText), "xay+z-2"), 1);
  out.Backends(Pod(std::string(kOddNamespaceText), "x.y+z-2"), std::string(kApp), 6);
  return out.text();
}

MetricRequest Want(std::string ns, std::string name, std::vector<SeriesRequest> series) {
  return {{"prod", Engine::kPostgres, std::move(ns), std::move(name)}, std::move(series)};
}

void ExpectSteps(const SignalWindow& window, std::size_t count, const SignalStep& want) {
  ASSERT_FALSE(window.fault) << window.fault->message;
  ASSERT_EQ(window.steps.size(), count);
  for (const SignalStep& step : window.steps) {
    EXPECT_EQ(step.sum_milli, want.sum_milli);
    EXPECT_EQ(step.hottest_milli, want.hottest_milli);
    EXPECT_EQ(step.present, want.present);
  }
}

class Contract : public testing::TestWithParam<MetricsServer::Kind> {};

TEST_P(Contract, Windows) {
  if (!MetricsServer::IsInstalled(GetParam())) {
    GTEST_SKIP() << "the server is not installed";
  }
  const SystemClock clock;
  const SysSeconds now = clock.Now();
  const std::int64_t failover = (now.time_since_epoch().count() / 60 - 10) * 60;
  std::string why;
  const auto server = MetricsServer::Start(GetParam(), Samples(now, failover), why);
  ASSERT_NE(server, nullptr) << why;
  PrometheusSettings settings;
  settings.name = "main";
  settings.url = server->url();
  const auto http = MakeCurlClient({});
  const auto source = MakePrometheusSource(settings, *http, clock);
  const auto one = [](Signal signal, int window = 300, Fold fold = Fold::kLargest) {
    return SeriesRequest{signal, seconds{window}, fold};
  };
  const MetricReading reading = source->Read({
      Want("idle", "db", {one(Signal::kReadConnections), one(Signal::kReadActiveConnections)}),
      Want("load",
           "busy",
           {one(Signal::kReadConnections),
            one(Signal::kReadActiveConnections, 3600),
            one(Signal::kReadQueriesPerSecond),
            one(Signal::kReadCpuUtilization),
            one(Signal::kReplicationLagSeconds, 3600),
            one(Signal::kWriteBytesPerSecond),
            one(Signal::kWalReceiverUp, 300, Fold::kSmallest),
            one(Signal::kReadQueriesPerSecond, 3600, Fold::kSmallest),
            one(Signal::kReadCpuUtilization, 3600, Fold::kSmallest)}),
      Want("load",
           "gap",
           {one(Signal::kReadConnections, 3600, Fold::kSmallest),
            one(Signal::kReadConnections, 3600, Fold::kLargest),
            one(Signal::kReadCpuUtilization)}),
      Want("load", "fail", {one(Signal::kReadConnections, 1800)}),
      Want(std::string(kOddNamespace), "x.y+z", {one(Signal::kReadConnections)}),
      Want("load", "absent", {one(Signal::kReadConnections)}),
      Want("load",
           "broken",
           {one(Signal::kReadConnections),
            one(Signal::kReadActiveConnections),
            one(Signal::kReadConnections, 3600, Fold::kSmallest),
            one(Signal::kReadQueriesPerSecond)}),
  });
  ASSERT_FALSE(reading.fault) << reading.fault->message;
  EXPECT_LE(std::chrono::abs(reading.now - now), seconds{20});
  const auto& windows = reading.windows;
  ExpectSteps(windows[0][0], 10, {0, 0, 1});
  ExpectSteps(windows[0][1], 10, {0, 0, 1});
  ExpectSteps(windows[1][0], 10, {15000, 12000, 2});
  ExpectSteps(windows[1][1], 60, {5000, 5000, 2});
  ExpectSteps(windows[1][2], 10, {13000, 13000, 2});
  ExpectSteps(windows[1][3], 10, {37500, 25000, 2});
  ExpectSteps(windows[1][4], 60, {4500, 3500, 2});
  ExpectSteps(windows[1][5], 10, {1000000, 1000000, 1});
  ExpectSteps(windows[1][6], 10, {1000, 1000, 2});
  ExpectSteps(windows[1][7], 60, {13000, 13000, 2});
  ExpectSteps(windows[1][8], 60, {37500, 25000, 2});
  ExpectSteps(windows[2][0], 60, {0, 0, 1});
  ExpectSteps(windows[2][1], 60, {10000, 10000, 1});
  ASSERT_TRUE(windows[2][2].fault);
  EXPECT_EQ(windows[2][2].fault->code, ReasonCode::kNoCpuLimit);
  ExpectSteps(windows[4][0], 10, {6000, 6000, 1});
  ASSERT_TRUE(windows[5][0].fault);
  EXPECT_EQ(windows[5][0].fault->code, ReasonCode::kNoSeries);

  for (const SignalWindow& broken : windows[6]) {
    ASSERT_TRUE(broken.fault);
    EXPECT_EQ(broken.fault->code, ReasonCode::kNoSeries);
  }

  const SignalWindow& fail = windows[3][0];
  ASSERT_FALSE(fail.fault) << fail.fault->message;
  ASSERT_EQ(fail.steps.size(), 60U);
  for (std::size_t i = 0; i < fail.steps.size(); ++i) {
    const std::int64_t end =
        fail.first_end.time_since_epoch().count() + kScrape * static_cast<std::int64_t>(i);
    const SignalStep want = end > failover         ? SignalStep{4000, 4000, 1}
                            : end > failover - 600 ? SignalStep{0, 0, 0}
                                                   : SignalStep{9000, 9000, 1};
    EXPECT_EQ(fail.steps[i].sum_milli, want.sum_milli) << end - failover;
    EXPECT_EQ(fail.steps[i].present, want.present) << end - failover;
  }
  // The sample's own time, not the time of the question: data is written on multiples of 30 s.
  ASSERT_EQ(windows[1][0].newest_samples.size(), 2U);
  for (const SysSeconds newest : windows[1][0].newest_samples) {
    EXPECT_EQ(newest.time_since_epoch().count() % kScrape, 0);
    EXPECT_LE(newest, reading.now - settings.latency_offset);
    EXPECT_GT(newest, reading.now - settings.latency_offset - seconds{kScrape});
  }

  const ClusterReading cluster = MakeMetricsClusterReader(settings, *http, clock)
                                     ->Read({{"p", Engine::kPostgres, "load", "busy"},
                                             {"p", Engine::kPostgres, "load", "absent"}});
  ClusterState busy;
  busy.instances = {{"busy-1", Role::kPrimary, true},
                    {"busy-2", Role::kReplica, true},
                    {"busy-3", Role::kReplica, false}};
  EXPECT_EQ(cluster.states.at(0), busy);
  EXPECT_EQ(cluster.states.at(1).fault->code, ReasonCode::kClusterStateUnknown);
}

TEST_P(Contract, AnEmptyServerIsNotAnIdleOne) {
  if (!MetricsServer::IsInstalled(GetParam())) {
    GTEST_SKIP() << "the server is not installed";
  }
  std::string why;
  const auto server = MetricsServer::Start(GetParam(), "", why);
  ASSERT_NE(server, nullptr) << why;
  PrometheusSettings settings;
  settings.url = server->url();
  const SystemClock clock;
  const auto http = MakeCurlClient({});
  const MetricReading reading =
      MakePrometheusSource(settings, *http, clock)
          ->Read({Want("a", "db", {{Signal::kReadConnections, seconds{300}, Fold::kLargest}})});
  ASSERT_FALSE(reading.fault) << reading.fault->message;
  EXPECT_EQ(reading.windows[0][0].fault->code, ReasonCode::kEmptyAnswer);
  // A query that is too long: refused, in the server's own words.
  if (GetParam() == MetricsServer::Kind::kVictoriaMetrics) {
    settings.max_query_bytes = 100'000;
    std::vector<MetricRequest> many;
    for (int i = 0; i < 1000; ++i) {
      many.push_back(Want("a",
                          "postgres-" + std::to_string(i),
                          {{Signal::kReadConnections, seconds{300}, Fold::kLargest}}));
    }
    const MetricReading refused = MakePrometheusSource(settings, *http, clock)->Read(many);
    const Reason& fault = *refused.windows[0][0].fault;
    EXPECT_EQ(fault.code, ReasonCode::kMetricsUnavailable);
    EXPECT_NE(fault.message.find("answered 422: "), std::string::npos) << fault.message;
    settings.max_query_bytes = 16'000;
    const MetricReading accepted = MakePrometheusSource(settings, *http, clock)->Read(many);
    EXPECT_EQ(accepted.windows[0][0].fault->code, ReasonCode::kEmptyAnswer);
  }
}

INSTANTIATE_TEST_SUITE_P(Servers,
                         Contract,
                         testing::Values(MetricsServer::Kind::kVictoriaMetrics,
                                         MetricsServer::Kind::kPrometheus),
                         [](const auto& one) {
                           return one.param == MetricsServer::Kind::kVictoriaMetrics
                                      ? "VictoriaMetrics"
                                      : "Prometheus";
                         });

TEST(PrometheusContract, ADeadRemoteReadMakesThePartialAnswer) {
  constexpr auto kKind = MetricsServer::Kind::kPrometheusWithDeadRemoteRead;
  if (!MetricsServer::IsInstalled(kKind)) {
    GTEST_SKIP() << "prometheus or promtool is not installed";
  }
  const SystemClock clock;
  Writer samples(clock.Now());
  samples.Role(Pod("a", "db-2"), 1);
  std::string why;
  const auto server = MetricsServer::Start(kKind, samples.text(), why);
  ASSERT_NE(server, nullptr) << why;
  PrometheusSettings settings;
  settings.name = "main";
  settings.url = server->url();
  const auto http = MakeCurlClient({});
  const MetricReading reading =
      MakePrometheusSource(settings, *http, clock)
          ->Read({Want("a", "db", {{Signal::kReadConnections, seconds{300}, Fold::kLargest}})});
  EXPECT_FALSE(reading.fault);
  ASSERT_TRUE(reading.windows[0][0].fault);
  EXPECT_EQ(reading.windows[0][0].fault->code, ReasonCode::kPartialAnswer);
  EXPECT_NE(reading.windows[0][0].fault->message.find("remote_read"), std::string::npos)
      << reading.windows[0][0].fault->message;
}

}  // namespace
}  // namespace gitscale
