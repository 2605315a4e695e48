// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/snapshot_reader.h"

#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/observe/temporary_folder.h"

namespace gitscale {
namespace {

std::string Snapshot(const std::string& workloads, const std::string& more = "") {
  return R"({"apiVersion":"snapshot.gitscale.io/v1alpha1","kind":"ClusterSnapshot",)"
         R"("time":"2026-08-21T09:30:00Z","workloads":)" +
         workloads + more + "}";
}

std::string Workload(const std::string& more) {
  return Snapshot(R"([{"engine":"postgres","namespace":"acme","name":"db")" + more + "}]");
}

TEST(SnapshotReader, SaysWhatTheFileSays) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/cluster.json";
  std::ofstream(path) << Snapshot(
      R"([{"engine":"postgres","namespace":"acme","name":"postgres-db","requestedReplicas":3,)"
      R"("instances":[{"pod":"postgres-db-2","role":"replica","ready":false},)"
      R"({"pod":"postgres-db-1","role":"primary","ready":true},)"
      R"({"pod":"postgres-db-3","role":"unknown","ready":true}],)"
      R"("operational":true,"suspended":false},)"
      R"({"engine":"redis","namespace":"acme","name":"cache","instances":[]}])",
      R"(,"quotas":[])");
  auto reader = LoadSnapshotReader(path);
  ASSERT_TRUE(reader) << reader.error().message;
  const ClusterReading reading = (*reader)->Read({{"any", Engine::kRedis, "acme", "cache"},
                                                  {"any", Engine::kPostgres, "acme", "postgres-db"},
                                                  {"any", Engine::kRedis, "acme", "postgres-db"}});
  EXPECT_EQ(reading.calls, 0);
  ASSERT_EQ(reading.states.size(), 3U);
  EXPECT_EQ(reading.states[0], ClusterState{});
  ClusterState want;
  want.requested_replicas = 3;
  want.instances = {{"postgres-db-1", Role::kPrimary, true},
                    {"postgres-db-2", Role::kReplica, false},
                    {"postgres-db-3", Role::kUnknown, true}};
  want.operational = true;
  want.suspended = false;
  EXPECT_EQ(reading.states[1], want);
  ASSERT_TRUE(reading.states[2].fault);
  EXPECT_EQ(reading.states[2].fault->code, ReasonCode::kClusterStateUnknown);
  EXPECT_EQ(reading.states[2].fault->message,
            "snapshot '" + path + "' has no redis 'acme/postgres-db'");
}

TEST(SnapshotReader, ReadsQuotas) {
  const auto reader = ParseSnapshot(
      Snapshot(
          "[]",
          R"(,"quotas":[{"namespace":"acme","name":"a","hard":{"limits.cpu":"8"},)"
          R"("used":{"limits.cpu":"1500m"}},)"
          R"({"namespace":"acme","name":"b","hard":{"limits.cpu":"4","pods":"10","requests.storage":"10Pi"},)"
          R"("used":{"limits.cpu":"3","pods":"2","requests.storage":"1Gi"}}])"),
      "c.json");
  ASSERT_TRUE(reader) << reader.error().message;
  const ClusterReading reading =
      (*reader)->Read({{"p", Engine::kRedis, "acme", "x"}, {"p", Engine::kRedis, "free", "x"}});
  EXPECT_EQ(reading.quotas.at("acme").items.at("limits.cpu"), (QuotaItem{4000, 3000}));
  EXPECT_EQ(reading.quotas.at("acme").items.at("pods"), (QuotaItem{10000, 2000}));
  EXPECT_GT(reading.quotas.at("acme").items.at("requests.storage").hard_milli,
            std::int64_t{1} << 62U);
  EXPECT_FALSE(reading.quotas.contains("free"));
  EXPECT_EQ(reading.as_of, ParseRfc3339("2026-08-21T09:30:00Z").value());
}

TEST(SnapshotReader, WithoutQuotasTheyAreUnknown) {
  const auto reader = ParseSnapshot(Snapshot("[]"), "c.json");
  ASSERT_TRUE(reader);
  const ClusterReading reading = (*reader)->Read({{"p", Engine::kRedis, "acme", "x"}});
  EXPECT_EQ(reading.quotas.at("acme").fault->code, ReasonCode::kQuotaUnknown);
}

TEST(SnapshotReader, AMissingFileIsAnError) {
  const TemporaryFolder folder;
  const auto reader = LoadSnapshotReader(folder.path() + "/none.json");
  ASSERT_FALSE(reader);
  EXPECT_EQ(reader.error().code, ErrorCode::kNotFound);
}

struct BadSnapshot {
  std::string text;
  std::string message;
};

TEST(SnapshotReader, BadFilesNameTheirPlace) {
  const std::string instances = R"(,"instances":[])";
  const BadSnapshot bad[] = {
      {"[]", "c.json: expected an object, found []"},
      {R"({"a":1,"a":2})", "c.json: line 1, column "},
      {R"({"kind":"ClusterSnapshot"})", "c.json: 'apiVersion' is missing"},
      {R"({"apiVersion":"v1"})",
       "c.json: apiVersion: expected one of snapshot.gitscale.io/v1alpha1, found \"v1\""},
      {R"({"apiVersion":"snapshot.gitscale.io/v1alpha1","kind":"ClusterSnapshots"})",
       "c.json: kind: expected one of ClusterSnapshot, found \"ClusterSnapshots\", did you mean "
       "'ClusterSnapshot'?"},
      {R"({"apiVersion":"snapshot.gitscale.io/v1alpha1","kind":"ClusterSnapshot","time":"noon"})",
       "c.json: time: expected an RFC 3339 time, as in 2026-08-21T09:30:00Z, found \"noon\""},
      {Snapshot("{}"), "c.json: workloads: expected a list, found {}"},
      {Snapshot("[]", R"(,"quota":[])"), "c.json: unknown key 'quota', did you mean 'quotas'?"},
      {Snapshot("[]", R"(,"quotas":{})"), "c.json: quotas: expected a list, found {}"},
      {Snapshot("[]", R"(,"quotas":[{"namespace":"acme","hard":{"pods":"9"},"used":{}}])"),
       "c.json: quotas[0]: 'pods' is in hard and not in used"},
      {Snapshot("[]", R"(,"quotas":[{"namespace":"acme","hard":{"pods":"many"},"used":{}}])"),
       "c.json: quotas[0].hard.pods: expected a quantity as Kubernetes writes it, such as \"8\" or "
       "\"500m\", found \"many\""},
      {Snapshot("[3]"), "c.json: workloads[0]: expected an object, found 3"},
      {Workload(""), "c.json: workloads[0]: 'instances' is missing"},
      {Workload(instances + R"(,"operationel":true)"),
       "c.json: workloads[0]: unknown key 'operationel', did you mean 'operational'?"},
      {Workload(instances + R"(,"operational":"yes")"),
       "c.json: workloads[0].operational: expected true or false, found \"yes\""},
      {Workload(instances + R"(,"suspended":null)"),
       "c.json: workloads[0].suspended: expected true or false, found null"},
      {Workload(instances + R"(,"requestedReplicas":-1)"),
       "c.json: workloads[0].requestedReplicas: expected an integer from 0 to 2147483647, found "
       "-1"},
      {Workload(instances + R"(,"requestedReplicas":"3")"),
       "c.json: workloads[0].requestedReplicas: expected an integer from 0 to 2147483647, found "
       "\"3\""},
      {Snapshot(R"([{"engine":"postgre"}])"),
       "c.json: workloads[0].engine: expected one of postgres, mariadb, redis, mongodb, gateway, "
       "found \"postgre\", did you mean 'postgres'?"},
      {Snapshot(R"([{"engine":"postgres","namespace":""}])"),
       "c.json: workloads[0].namespace: expected a text, found \"\""},
      {Workload(R"(,"instances":[{"pod":"db-1","role":"Primary","ready":true}])"),
       "c.json: workloads[0].instances[0].role: expected one of primary, replica, unknown, found "
       "\"Primary\", did you mean 'primary'?"},
      {Workload(R"(,"instances":[{"pod":"db-1","role":"primary"}])"),
       "c.json: workloads[0].instances[0]: 'ready' is missing"},
      {Workload(R"(,"instances":[{"pod":"db-1","role":"primary","ready":true},)"
                R"({"pod":"db-1","role":"replica","ready":true}])"),
       "c.json: workloads[0].instances[1]: pod 'db-1' stands twice"},
      {Snapshot(R"([{"engine":"postgres","namespace":"a","name":"b","instances":[]},)"
                R"({"engine":"postgres","namespace":"a","name":"b","instances":[]}])"),
       "c.json: workloads[1]: postgres 'a/b' stands twice"},
  };
  for (const BadSnapshot& one : bad) {
    const auto reader = ParseSnapshot(one.text, "c.json");
    ASSERT_FALSE(reader) << one.text;
    EXPECT_EQ(reader.error().code, ErrorCode::kInvalidArgument) << one.text;
    EXPECT_TRUE(reader.error().message.starts_with(one.message)) << one.text << "\n"
                                                                 << reader.error().message;
    EXPECT_EQ(reader.error().subject, "c.json");
  }
}

}  // namespace
}  // namespace gitscale
