// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

// The queries of MariaDB, Redis and MongoDB, and those of quotas, against the real servers.

#include <map>
#include <string>

#include <gtest/gtest.h>

#include "base/http.h"
#include "observe/metrics_cluster_reader.h"
#include "observe/prometheus_source.h"
#include "tests/observe/metrics_server.h"
#include "tests/observe/series_writer.h"

namespace gitscale {
namespace {

using std::chrono::seconds;

std::string Target(const std::string& ns, const std::string& target) {
  return fmt::format(R"(namespace="{}",pod="mariadb-db-metrics-5d9c-x",target="{}")", ns, target);
}

constexpr std::string_view kSource =
    R"(,channel_name="",connection_name="",master_host="mariadb-db-0",master_uuid="")";

/// One exporter, three instances, told apart by target; the third one's SQL thread has stopped.
void WriteMariadb(Writer& out, std::int64_t failover) {
  const std::vector<std::string> targets = {
      "mariadb-db-0", "mariadb-db-1.mariadb-db-internal.shop.svc:3306", "mariadb-db-2:3306"};
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const std::string labels = Target("shop", targets[i]);
    out.Constant("mysql_up", labels, 1);
    out.Constant("mysql_global_status_threads_connected", labels, 10.0 + static_cast<double>(i));
    out.Constant("mysql_global_status_threads_running", labels, 2);
    out.Counter("mysql_global_status_questions", labels, 4);
    out.Counter("mysql_global_status_commands_total", labels + R"(,command="insert_select")", 3);
    out.Counter("mysql_global_status_commands_total", labels + R"(,command="select")", 99);
    if (i > 0) {
      const std::string replica = labels + std::string(kSource);
      out.Constant("mysql_slave_status_slave_io_running", replica, 1);
      out.Constant("mysql_slave_status_slave_sql_running", replica, i == 1 ? 1 : 0);
      if (i == 1) {
        out.Constant("mysql_slave_status_seconds_behind_master", replica, 7);
      }
    }
  }
  out.Constant("kube_statefulset_replicas", R"(namespace="shop",statefulset="mariadb-db")", 3);
  // After a failover the new primary has no such series any more.
  const std::string before = Target("moved", "mariadb-db-0");
  const std::string after = Target("moved", "mariadb-db-1");
  for (const std::string& labels : {before, after}) {
    out.Constant("mysql_up", labels, 1);
  }
  out.Series("mysql_slave_status_slave_io_running", before + std::string(kSource), [=](auto at) {
    return at > failover ? std::optional(1.0) : std::nullopt;
  });
  out.Series("mysql_slave_status_slave_io_running", after + std::string(kSource), [=](auto at) {
    return at > failover ? std::nullopt : std::optional(1.0);
  });
}

void WriteRedis(Writer& out, std::int64_t failover) {
  for (int i = 0; i < 3; ++i) {
    const std::string labels = Pod("shop", fmt::format("rfr-redis-cache-{}", i));
    out.Constant("redis_up", labels, 1);
    out.Constant(
        "redis_instance_info", labels + (i == 0 ? R"(,role="master")" : R"(,role="slave")"), 1);
    out.Constant("redis_connected_clients", labels, 20.0 + i);
    out.Counter("redis_commands_processed_total", labels, 100);
    if (i > 0) {
      const std::string replica = labels + R"(,master_host="10.0.0.1",master_port="6379")";
      out.Constant("redis_master_last_io_seconds_ago", replica, i == 1 ? 3 : 41);
      out.Constant("redis_master_link_up", replica, 1);
      out.Constant("redis_master_sync_in_progress", replica, i == 2 ? 1 : 0);
    }
  }
  // The role is a label: after a failover the old series ends and a new one begins.
  for (int i = 0; i < 2; ++i) {
    const std::string labels = Pod("moved", fmt::format("rfr-redis-cache-{}", i));
    out.Constant("redis_up", labels, 1);
    for (const bool is_master : {true, false}) {
      out.Series("redis_instance_info",
                 labels + (is_master ? R"(,role="master")" : R"(,role="slave")"),
                 [=](auto at) {
                   const bool now_master = (i == 0) == (at <= failover);
                   return now_master == is_master ? std::optional(1.0) : std::nullopt;
                 });
    }
  }
}

void WriteMongodb(Writer& out) {
  for (int i = 0; i < 3; ++i) {
    const std::string pod = fmt::format("mongodb-docs-rs0-{}", i);
    const std::string labels = Pod("shop", pod);
    out.Constant("mongodb_up", labels, 1);
    out.Constant("mongodb_mongod_replset_my_state", labels + R"(,set="rs0")", i == 0 ? 1 : 2);
    out.Constant("mongodb_connections", labels + R"(,state="current")", 19);
    out.Constant("mongodb_connections", labels + R"(,state="available")", 838841);
    out.Constant("mongodb_connections", labels + R"(,state="active")", 5);
    out.Counter("mongodb_mongod_op_counters_total", labels + R"(,type="query")", 6);
    out.Counter("mongodb_mongod_op_counters_total", labels + R"(,type="insert")", 2);
    for (int other = 1; other < 3; ++other) {
      const std::string member = fmt::format(
          R"(,name="mongodb-docs-rs0-{}.mongodb-docs-rs0.shop.svc.cluster.local:27017",set="rs0")"
          R"(,state="SECONDARY")",
          other);
      out.Constant("mongodb_mongod_replset_member_replication_lag", labels + member, 2.0 * other);
      out.Constant("mongodb_mongod_replset_member_health", labels + member, 1);
    }
  }
  // The exporter's own names.
  for (int i = 0; i < 2; ++i) {
    const std::string labels = Pod("new", fmt::format("mongodb-docs-rs0-{}", i));
    out.Constant("mongodb_rs_myState", labels, i == 0 ? 1 : 2);
    out.Constant("mongodb_ss_connections", labels + R"(,conn_type="current")", 8);
  }
}

/// Instances that are neither: down, recovering, starting up.
void WriteNeither(Writer& out) {
  const std::string down = Target("down", "mariadb-db-1");
  out.Constant("mysql_up", Target("down", "mariadb-db-0"), 1);
  out.Constant("mysql_up", down, 0);
  out.Constant("redis_up", Pod("down", "rfr-redis-cache-0"), 0);
  out.Constant("redis_up", Pod("down", "rfr-redis-cache-1"), 1);
  out.Constant("redis_instance_info", Pod("down", "rfr-redis-cache-1") + R"(,role="slave")", 1);
  for (const auto& [ordinal, state] : {std::pair(0, 2), std::pair(1, 3), std::pair(2, 5)}) {
    const std::string labels = Pod("down", fmt::format("mongodb-docs-rs0-{}", ordinal));
    out.Constant("mongodb_up", labels, 1);
    out.Constant("mongodb_mongod_replset_my_state", labels + R"(,set="rs0")", state);
  }
  out.Role(Pod("down", "db-1"), 0);
  out.Constant("cnpg_collector_up", Pod("down", "db-1"), 1);
  out.Constant("cnpg_collector_fencing_on", Pod("down", "db-1"), 0);
  out.Constant("cnpg_collector_manual_switchover_required", Pod("down", "db-1"), 1);
  // One instance under two names.
  for (const char* target : {"mariadb-db-0", "mariadb-db-0:3306"}) {
    out.Constant("mysql_up", Target("twice", target), 1);
  }
}

void WriteQuotas(Writer& out) {
  const auto quota = [&](const std::string& ns,
                         const std::string& name,
                         const std::string& resource,
                         const std::string& type,
                         double value) {
    out.Constant("kube_resourcequota",
                 fmt::format(R"(namespace="{}",resourcequota="{}",resource="{}",type="{}")",
                             ns,
                             name,
                             resource,
                             type),
                 value);
  };
  quota("shop", "tenant-quota", "limits.cpu", "hard", 8);
  quota("shop", "tenant-quota", "limits.cpu", "used", 1.5);
  quota("shop", "narrow", "limits.cpu", "hard", 4);
  quota("shop", "narrow", "limits.cpu", "used", 3.5);
  quota("shop", "tenant-quota", "requests.memory", "hard", 137438953472);
  quota("shop", "tenant-quota", "requests.memory", "used", 1024);
  out.Constant("kube_pod_info", Pod("moved", "anything-1"), 1);
  for (int i = 0; i < 4; ++i) {
    out.Constant("kube_pod_info", Pod("shop", fmt::format("rfr-redis-cache-{}", i)), 1);
  }
}

class EnginesContract : public testing::TestWithParam<MetricsServer::Kind> {
 protected:
  void SetUp() override {
    if (!MetricsServer::IsInstalled(GetParam())) {
      GTEST_SKIP() << "the server is not installed";
    }
    const SysSeconds now = clock_.Now();
    failover_ = (now.time_since_epoch().count() / 60 - 3) * 60;
    Writer out(now);
    WriteMariadb(out, failover_);
    WriteRedis(out, failover_);
    WriteMongodb(out);
    WriteQuotas(out);
    WriteNeither(out);
    std::string why;
    server_ = MetricsServer::Start(GetParam(), out.text(), why);
    ASSERT_NE(server_, nullptr) << why;
    settings_.name = "main";
    settings_.url = server_->url();
  }

  /// What one signal is, in the newest step.
  SignalStep Newest(Engine engine, const std::string& ns, const std::string& name, Signal signal) {
    const SignalWindow window = Window(engine, ns, name, signal);
    EXPECT_FALSE(window.fault) << SignalName(signal) << " " << window.fault->message;
    return window.steps.empty() ? SignalStep{} : window.steps.back();
  }

  SignalWindow Window(Engine engine,
                      const std::string& ns,
                      const std::string& name,
                      Signal signal) {
    const auto source = MakePrometheusSource(settings_, *http_, clock_);
    const MetricReading reading =
        source->Read({{{"prod", engine, ns, name}, {{signal, seconds{300}, Fold::kLargest}}}});
    return reading.windows.at(0).at(0);
  }

  ClusterReading Cluster(const std::vector<TargetKey>& targets) {
    return MakeMetricsClusterReader(settings_, *http_, clock_)->Read(targets);
  }

  SystemClock clock_;
  std::int64_t failover_ = 0;
  std::unique_ptr<MetricsServer> server_;
  PrometheusSettings settings_;
  std::unique_ptr<HttpClient> http_ = MakeCurlClient({});
};

TEST_P(EnginesContract, Mariadb) {
  const auto newest = [&](Signal signal) {
    return Newest(Engine::kMariadb, "shop", "mariadb-db", signal);
  };
  EXPECT_EQ(newest(Signal::kReadConnections), (SignalStep{23000, 12000, 2}));
  EXPECT_EQ(newest(Signal::kReadActiveConnections), (SignalStep{4000, 2000, 2}));
  EXPECT_EQ(newest(Signal::kReadQueriesPerSecond), (SignalStep{8000, 4000, 2}));
  EXPECT_EQ(newest(Signal::kWriteBytesPerSecond), (SignalStep{3000, 3000, 1}));
  // The one whose SQL thread has stopped has no lag: it is missing, not up to date.
  EXPECT_EQ(newest(Signal::kReplicationLagSeconds), (SignalStep{7000, 7000, 1}));
  EXPECT_EQ(newest(Signal::kWalReceiverUp), (SignalStep{1000, 1000, 2}));
  const ClusterReading cluster = Cluster({{"prod", Engine::kMariadb, "shop", "mariadb-db"},
                                          {"prod", Engine::kMariadb, "moved", "mariadb-db"}});
  EXPECT_EQ(cluster.states[0].requested_replicas, 3);
  EXPECT_EQ(cluster.states[0].instances,
            (std::vector<Instance>{{"mariadb-db-0", Role::kPrimary, true},
                                   {"mariadb-db-1", Role::kReplica, true},
                                   {"mariadb-db-2", Role::kReplica, true}}));
  // Who was a standby before the failover is no standby now, however lately it was one.
  EXPECT_EQ(cluster.states[1].instances,
            (std::vector<Instance>{{"mariadb-db-0", Role::kReplica, true},
                                   {"mariadb-db-1", Role::kPrimary, true}}));
}

TEST_P(EnginesContract, Redis) {
  const auto newest = [&](Signal signal) {
    return Newest(Engine::kRedis, "shop", "redis-cache", signal);
  };
  EXPECT_EQ(newest(Signal::kReadConnections), (SignalStep{43000, 22000, 2}));
  EXPECT_EQ(newest(Signal::kReadQueriesPerSecond), (SignalStep{200000, 100000, 2}));
  EXPECT_EQ(Window(Engine::kRedis, "shop", "redis-cache", Signal::kWriteBytesPerSecond).fault->code,
            ReasonCode::kUnsupportedSignal);
  EXPECT_EQ(newest(Signal::kReplicationLagSeconds), (SignalStep{44000, 41000, 2}));
  EXPECT_EQ(newest(Signal::kWalReceiverUp), (SignalStep{2000, 1000, 2}));
  EXPECT_EQ(
      Window(Engine::kRedis, "shop", "redis-cache", Signal::kReadActiveConnections).fault->code,
      ReasonCode::kUnsupportedSignal);
  const ClusterReading cluster = Cluster({{"prod", Engine::kRedis, "shop", "redis-cache"},
                                          {"prod", Engine::kRedis, "moved", "redis-cache"}});
  // kube-state-metrics knows a pod that no exporter speaks for yet.
  EXPECT_EQ(cluster.states[0].instances,
            (std::vector<Instance>{{"rfr-redis-cache-0", Role::kPrimary, true},
                                   {"rfr-redis-cache-1", Role::kReplica, true},
                                   {"rfr-redis-cache-2", Role::kReplica, true},
                                   {"rfr-redis-cache-3", Role::kUnknown, false}}));
  EXPECT_EQ(cluster.states[0].busy,
            (std::vector<std::string>{"a replica that copies the data set (rfr-redis-cache-2)"}));
  EXPECT_EQ(cluster.states[1].instances,
            (std::vector<Instance>{{"rfr-redis-cache-0", Role::kReplica, true},
                                   {"rfr-redis-cache-1", Role::kPrimary, true}}));
}

TEST_P(EnginesContract, Mongodb) {
  const auto newest = [&](Signal signal) {
    return Newest(Engine::kMongodb, "shop", "mongodb-docs", signal);
  };
  EXPECT_EQ(newest(Signal::kReadConnections), (SignalStep{38000, 19000, 2}));
  EXPECT_EQ(newest(Signal::kReadActiveConnections), (SignalStep{10000, 5000, 2}));
  EXPECT_EQ(newest(Signal::kReadQueriesPerSecond), (SignalStep{12000, 6000, 2}));
  EXPECT_EQ(newest(Signal::kWriteBytesPerSecond), (SignalStep{2000, 2000, 1}));
  EXPECT_EQ(newest(Signal::kReplicationLagSeconds), (SignalStep{6000, 4000, 2}));
  EXPECT_EQ(newest(Signal::kWalReceiverUp), (SignalStep{2000, 1000, 2}));
  EXPECT_EQ(Newest(Engine::kMongodb, "new", "mongodb-docs", Signal::kReadConnections),
            (SignalStep{8000, 8000, 1}));
  const ClusterReading cluster = Cluster({{"prod", Engine::kMongodb, "shop", "mongodb-docs"}});
  EXPECT_EQ(cluster.states[0].instances,
            (std::vector<Instance>{{"mongodb-docs-rs0-0", Role::kPrimary, true},
                                   {"mongodb-docs-rs0-1", Role::kReplica, true},
                                   {"mongodb-docs-rs0-2", Role::kReplica, true}}));
}

TEST_P(EnginesContract, NeitherPrimaryNorStandby) {
  const ClusterReading cluster = Cluster({{"prod", Engine::kMariadb, "down", "mariadb-db"},
                                          {"prod", Engine::kRedis, "down", "redis-cache"},
                                          {"prod", Engine::kMongodb, "down", "mongodb-docs"},
                                          {"prod", Engine::kPostgres, "down", "db"},
                                          {"prod", Engine::kMariadb, "twice", "mariadb-db"}});
  EXPECT_EQ(cluster.states[0].instances,
            (std::vector<Instance>{{"mariadb-db-0", Role::kPrimary, true},
                                   {"mariadb-db-1", Role::kUnknown, false}}));
  EXPECT_EQ(cluster.states[1].instances,
            (std::vector<Instance>{{"rfr-redis-cache-0", Role::kUnknown, false},
                                   {"rfr-redis-cache-1", Role::kReplica, true}}));
  EXPECT_EQ(cluster.states[2].instances,
            (std::vector<Instance>{{"mongodb-docs-rs0-0", Role::kReplica, true},
                                   {"mongodb-docs-rs0-1", Role::kUnknown, true},
                                   {"mongodb-docs-rs0-2", Role::kUnknown, true}}));
  EXPECT_EQ(cluster.states[2].busy,
            (std::vector<std::string>{"a member that recovers (mongodb-docs-rs0-1)",
                                      "a member that joins (mongodb-docs-rs0-2)"}));
  EXPECT_EQ(cluster.states[3].busy,
            (std::vector<std::string>{"a switchover that waits for a person (db-1)"}));
  ASSERT_TRUE(cluster.states[4].fault) << "never one of two, by chance";
}

TEST_P(EnginesContract, Quotas) {
  const ClusterReading cluster = Cluster({{"prod", Engine::kRedis, "shop", "redis-cache"},
                                          {"prod", Engine::kRedis, "moved", "redis-cache"},
                                          {"prod", Engine::kMongodb, "new", "mongodb-docs"}});
  const QuotaState& shop = cluster.quotas.at("shop");
  EXPECT_FALSE(shop.fault);
  EXPECT_EQ(shop.items.at("limits.cpu"), (QuotaItem{4000, 3500}));
  EXPECT_EQ(shop.items.at("requests.memory"), (QuotaItem{137438953472000, 1024000}));
  EXPECT_FALSE(cluster.quotas.contains("moved")) << "it has pods and no quota";
  ASSERT_TRUE(cluster.quotas.at("new").fault);
  EXPECT_EQ(cluster.quotas.at("new").fault->code, ReasonCode::kQuotaUnknown);
}

INSTANTIATE_TEST_SUITE_P(Servers,
                         EnginesContract,
                         testing::Values(MetricsServer::Kind::kVictoriaMetrics,
                                         MetricsServer::Kind::kPrometheus),
                         [](const auto& one) {
                           return one.param == MetricsServer::Kind::kVictoriaMetrics
                                      ? "VictoriaMetrics"
                                      : "Prometheus";
                         });

}  // namespace
}  // namespace gitscale
