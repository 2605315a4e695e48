// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdlib>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "tests/policies/engine_texts.h"

namespace gitscale {
namespace {

std::string DataFolder() {
  const char* named = std::getenv("GITSCALE_SHARED");  // NOLINT(concurrency-mt-unsafe): one thread
  return std::string(named != nullptr ? named : GITSCALE_SOURCE_DIR "/../shared") + "/data/";
}

/// What engines' own projects publish, as examples and in their documentation.
struct RealCase {
  std::string name;
  std::string file;
  std::string ref;
  std::int32_t replicas = 0;
  std::string not_scalable;           ///< how it begins; empty: scalable
  std::string refusal;                ///< a part of it; empty: there is a target
  std::int64_t limit_cpu_milli = -1;  ///< -1: unknown
};

class RealDocumentTest : public testing::TestWithParam<RealCase> {};

TEST_P(RealDocumentTest, IsUnderstood) {
  const RealCase& row = GetParam();
  const Result<std::string> text = ReadFile(DataFolder() + row.file);
  if (!text) {
    GTEST_SKIP() << "no " << row.file << " at " << DataFolder() << " (set GITSCALE_SHARED)";
  }
  RepositoryScope scope = Scope();
  scope.default_namespace = "tenant-acme";
  const LoadedPolicies loaded =
      LoadFiles({{"p.yaml", PolicyText("db", row.ref)}, {"db.yaml", *text}}, scope);
  if (!row.refusal.empty()) {
    EXPECT_THAT(RefusalLines(loaded), testing::ElementsAre(testing::HasSubstr(row.refusal)));
    return;
  }
  ASSERT_EQ(loaded.ready.size(), 1U) << testing::PrintToString(RefusalLines(loaded));
  const Target& target = loaded.ready.front().target;
  EXPECT_EQ(target.replicas, row.replicas);
  if (row.not_scalable.empty()) {
    EXPECT_EQ(target.not_scalable, "");
  } else {
    EXPECT_THAT(target.not_scalable, testing::StartsWith(row.not_scalable));
  }
  const auto cpu = target.instance_cost.find("limits.cpu");
  EXPECT_EQ(cpu == target.instance_cost.end() ? -1 : cpu->second, row.limit_cpu_milli);
}

const std::string kCozystack = "yaml_corpus/cozystack__cozystack/";
const std::string kMariadbDocs = "yaml_docs_snippets/mariadb-operator__mariadb-operator/docs__";
const std::string kPercona =
    "yaml_corpus/argoproj__argo-cd/resource_customizations/psmdb.percona.com/PerconaServerMongoDB/";

std::string MariadbRef(const std::string& name) {
  return "{apiVersion: k8s.mariadb.com/v1alpha1, kind: MariaDB, name: " + name + "}";
}

INSTANTIATE_TEST_SUITE_P(
    Real,
    RealDocumentTest,
    testing::Values(
        RealCase{"CozystackRedis",
                 kCozystack + "hack/e2e-chainsaw/redis/redis.yaml",
                 "{kind: Redis, name: test}",
                 2,
                 "",
                 "",
                 500},
        RealCase{"CozystackMariadb",
                 kCozystack + "examples/backups/mariadb/05-mariadb-src.yaml",
                 "{kind: MariaDB, name: mariadb-src}",
                 2,
                 "the operator cannot bootstrap a new replica: the chart",
                 "",
                 250},
        RealCase{"CozystackMariadbTarget",
                 kCozystack + "examples/backups/mariadb/30-mariadb-target.yaml",
                 "{kind: MariaDB, name: mariadb-target}",
                 2,
                 "the operator cannot bootstrap a new replica: the chart",
                 "",
                 250},
        RealCase{"CozystackMongodbTemplate",
                 kCozystack + "packages/apps/mongodb/templates/mongodb.yaml",
                 "{kind: MongoDB, name: db}",
                 0,
                 "",
                 "TargetNotFound"},
        RealCase{"OperatorReplication",
                 kMariadbDocs + "replication.md.01.yaml",
                 MariadbRef("mariadb-repl"),
                 3,
                 "the operator cannot bootstrap a new replica (expected"},
        RealCase{"OperatorReplicationWithBootstrap",
                 kMariadbDocs + "replication.md.06.yaml",
                 MariadbRef("mariadb-repl"),
                 4},
        RealCase{"OperatorStandalone",
                 kMariadbDocs + "standalone.md.01.yaml",
                 MariadbRef("mariadb"),
                 1,
                 "a single MariaDB has no replication"},
        RealCase{"PerconaWithoutReplicaSets",
                 kPercona + "testdata/ready.yaml",
                 "{apiVersion: psmdb.percona.com/v1, kind: PerconaServerMongoDB, name: cluster}",
                 0,
                 "",
                 "spec.replsets[0]: expected the item written out, found nothing"}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace gitscale
