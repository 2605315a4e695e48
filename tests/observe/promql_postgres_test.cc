// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "observe/promql.h"

namespace gitscale {
namespace {

using std::chrono::seconds;

QueryShape Shape(int step, Fold fold) {
  return {seconds{step}, seconds{30}, fold, {"u.1", "v"}, {"m"}};
}

std::string Text(Signal signal, int step, Fold fold) {
  return SignalQuery(PostgresPromql(), signal, Shape(step, fold))->Fill("T");
}

TEST(PromqlPostgres, RoleFreshnessLimitAndUp) {
  EXPECT_EQ(RoleQuery(PostgresPromql(), seconds{60}, seconds{30}).Fill("T"),
            "max by (namespace,pod)(last_over_time(cnpg_pg_replication_in_recovery{T}[59999ms]))");
  EXPECT_EQ(FreshnessQuery(PostgresPromql()).Fill("T"),
            "max by (namespace,pod)(timestamp(cnpg_pg_replication_in_recovery{T}))");
  EXPECT_EQ(CpuLimitQuery(PostgresPromql(), seconds{600}).Fill("T"),
            "max by (namespace,pod)(last_over_time(kube_pod_container_resource_limits"
            R"({T,resource="cpu",container="postgres"}[599999ms])))");
  EXPECT_EQ(UpQuery(PostgresPromql(), seconds{60}).Fill("T"),
            "min by (namespace,pod)(last_over_time(cnpg_collector_up{T}[59999ms]))");
}

TEST(PromqlPostgres, OneScrapePerStep) {
  EXPECT_EQ(Text(Signal::kReadConnections, 30, Fold::kSmallest),
            R"(sum by (namespace,pod)(last_over_time(cnpg_backends_total{T,usename!~"u\\.1|v",)"
            R"(application_name!~"m"}[29999ms]))"
            " or 0 * last_over_time(cnpg_backends_total{T}[29999ms]))");
  EXPECT_EQ(Text(Signal::kReadActiveConnections, 30, Fold::kSmallest),
            R"(sum by (namespace,pod)(last_over_time(cnpg_backends_total{T,state="active",)"
            R"(usename!~"u\\.1|v",application_name!~"m"}[29999ms]))"
            " or 0 * last_over_time(cnpg_backends_total{T}[29999ms]))");
  EXPECT_EQ(Text(Signal::kReadQueriesPerSecond, 30, Fold::kLargest),
            "sum by (namespace,pod)((rate(cnpg_pg_stat_database_xact_commit{T}[120s])"
            " + rate(cnpg_pg_stat_database_xact_rollback{T}[120s])))");
  EXPECT_EQ(Text(Signal::kReadCpuUtilization, 30, Fold::kLargest),
            R"(100 * sum by (namespace,pod)(rate(container_cpu_usage_seconds_total{T,)"
            R"(container="postgres"}[120s])) / max by (namespace,pod)(last_over_time()"
            R"(kube_pod_container_resource_limits{T,resource="cpu",container="postgres"}[5m])))");
  EXPECT_EQ(Text(Signal::kReplicationLagSeconds, 30, Fold::kLargest),
            "max by (namespace,pod)(last_over_time(cnpg_pg_replication_lag{T}[29999ms]))");
  EXPECT_EQ(Text(Signal::kWriteBytesPerSecond, 30, Fold::kLargest),
            "sum by (namespace,pod)(rate(cnpg_collector_wal_bytes{T}[120s]))");
  EXPECT_EQ(Text(Signal::kWalReceiverUp, 30, Fold::kSmallest),
            "min by (namespace,pod)(last_over_time("
            "cnpg_pg_replication_is_wal_receiver_up{T}[29999ms]))");
}

TEST(PromqlPostgres, SeveralScrapesPerStepAreFolded) {
  EXPECT_EQ(Text(Signal::kReplicationLagSeconds, 60, Fold::kLargest),
            "max_over_time((max by (namespace,pod)(last_over_time(cnpg_pg_replication_lag{T}"
            "[29999ms])))[59999ms:30s])");
  EXPECT_EQ(Text(Signal::kReadConnections, 60, Fold::kLargest),
            "max_over_time((sum by (namespace,pod)(last_over_time(cnpg_backends_total{T,"
            R"(usename!~"u\\.1|v",application_name!~"m"}[29999ms]))"
            " or 0 * last_over_time(cnpg_backends_total{T}[29999ms])))[59999ms:30s])");
  EXPECT_EQ(Text(Signal::kReadConnections, 60, Fold::kSmallest),
            "min_over_time((sum by (namespace,pod)(last_over_time(cnpg_backends_total{T,"
            R"(usename!~"u\\.1|v",application_name!~"m"}[29999ms]) or 0 * )"
            "last_over_time(cnpg_backends_total{T}[29999ms])))[59999ms:30s])");
  // What another exporter reports is never filled.
  EXPECT_EQ(Text(Signal::kReadCpuUtilization, 60, Fold::kSmallest).find(" or 0"),
            std::string::npos);
}

TEST(PromqlPostgres, WithoutMonitoringUsersNobodyIsLeftOut) {
  QueryShape shape = Shape(30, Fold::kLargest);
  shape.monitoring_users.clear();
  EXPECT_EQ(SignalQuery(PostgresPromql(), Signal::kReadConnections, shape)->Fill("T"),
            "sum by (namespace,pod)(last_over_time(cnpg_backends_total{T,"
            R"(usename!~".^",application_name!~"m"}[29999ms]))"
            " or 0 * last_over_time(cnpg_backends_total{T}[29999ms]))");
}

TEST(PromqlPostgres, OtherEnginesAndSignalsHaveNone) {
  EXPECT_EQ(PromqlOf(Engine::kPostgres), &PostgresPromql());
  EXPECT_EQ(PromqlOf(Engine::kGateway), nullptr);
  EXPECT_FALSE(SignalQuery(PostgresPromql(), Signal::kUnset, Shape(30, Fold::kLargest)));
}

}  // namespace
}  // namespace gitscale
