// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "tests/policies/cost_cases.h"

namespace gitscale {
namespace {

/// What the operators' own kinds say of one instance.
class OwnKindCostTest : public testing::TestWithParam<CostCase> {};

TEST_P(OwnKindCostTest, IsWhatTheDocumentSays) {
  CheckCost(GetParam());
}

/// requests and limits of everything, as a flow mapping.
const std::string kWhole =
    "{limits: {cpu: 2, memory: 4Gi, ephemeral-storage: 2Gi}, "
    "requests: {cpu: 500m, memory: 2Gi, ephemeral-storage: 1Gi}}";
const Amounts kWholeCost = With(
    Compute("2", "500m", "4Gi", "2Gi"),
    {{"limits.ephemeral-storage", "2Gi"}, {"requests.ephemeral-storage", "1Gi"}, {"pods", "1"}});
const std::string kAll =
    "limits.cpu, requests.cpu, limits.memory, requests.memory, limits.ephemeral-storage, "
    "requests.ephemeral-storage";
const std::string kSidecar = "{name: x, resources: " + kWhole + "}";
const Amounts kWithSidecar = Compute("4", "1", "8Gi", "4Gi");
const std::string kRedis = "  redis:\n    replicas: 3\n    resources: " + kWhole + "\n";
const std::string kMongo = "  replsets:\n  - size: 3\n    resources: " + kWhole + "\n";

INSTANTIATE_TEST_SUITE_P(
    Cluster,
    OwnKindCostTest,
    testing::Values(
        CostCase{"Whole",
                 "PostgresOperatorKind",
                 "  resources: " + kWhole + "\n  storage: {size: 20Gi, storageClass: fast}\n",
                 With(kWholeCost,
                      {{"requests.storage", "20Gi"},
                       {"persistentvolumeclaims", "1"},
                       {"count/pods", "2"},
                       {"fast.storageclass.storage.k8s.io/requests.storage", "20Gi"}})},
        CostCase{"WalAndTablespaces",
                 "PostgresOperatorKind",
                 "  resources: " + kWhole +
                     "\n  storage: {size: 20Gi, storageClass: fast}\n"
                     "  walStorage: {size: 5Gi}\n"
                     "  tablespaces:\n  - {name: a, storage: {size: 1Gi}}\n"
                     "  - {name: b, storage: {size: 2Gi}}\n",
                 {{"requests.storage", "28Gi"},
                  {"persistentvolumeclaims", "4"},
                  {"fast.storageclass.storage.k8s.io/requests.storage", "?"}}},
        CostCase{"NoResources",
                 "PostgresOperatorKind",
                 "  instances: 3\n  storage: {size: 1Gi}\n",
                 With(kUnknown, {{"requests.storage", "1Gi"}, {"pods", "1"}}),
                 "db.yaml:4: spec.resources: expected " + kAll + ", found none"},
        CostCase{"RequestsAlone",
                 "PostgresOperatorKind",
                 "  storage: {size: 1Gi}\n  resources: {requests: {cpu: 1, memory: 1Gi}}\n",
                 Compute("?", "1", "?", "1Gi"),
                 "db.yaml:6: spec.resources: expected limits.cpu, limits.memory, "
                 "limits.ephemeral-storage, requests.ephemeral-storage, found none"},
        CostCase{"ARequestIsItsLimit",
                 "PostgresOperatorKind",
                 "  storage: {size: 1Gi}\n"
                 "  resources: {limits: {cpu: 1, memory: 1Gi, ephemeral-storage: 1Gi}}\n",
                 Compute("1", "1", "1Gi", "1Gi")},
        CostCase{"NoStorage",
                 "PostgresOperatorKind",
                 "  resources: " + kWhole + "\n",
                 With(kWholeCost, {{"requests.storage", "?"}, {"persistentvolumeclaims", "1"}}),
                 "db.yaml:4: spec.storage.size: expected the size of the volume, found nothing"},
        CostCase{"WalWithoutSize",
                 "PostgresOperatorKind",
                 "  resources: " + kWhole +
                     "\n  storage: {size: 1Gi}\n  walStorage:\n    pvcTemplate: {}\n",
                 {{"requests.storage", "?"}, {"persistentvolumeclaims", "2"}},
                 "db.yaml:7: spec.walStorage.size: expected the size of the volume, found "
                 "nothing"},
        CostCase{"TablespacesAreNoSequence",
                 "PostgresOperatorKind",
                 "  resources: " + kWhole + "\n  storage: {size: 1Gi}\n  tablespaces: many\n",
                 {{"requests.storage", "?"}},
                 "db.yaml:7: spec.tablespaces: expected a sequence, found 'many'"},
        CostCase{"UnreadableAmount",
                 "PostgresOperatorKind",
                 "  storage: {size: 1Gi}\n"
                 "  resources: {limits: {cpu: x, memory: 1Gi, ephemeral-storage: 1Gi}}\n",
                 Compute("?", "?", "1Gi", "1Gi"),
                 "db.yaml:6: spec.resources.limits.cpu: expected a quantity such as 500m or 2Gi, "
                 "found 'x'"}),
    [](const auto& row) { return row.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Mariadb,
    OwnKindCostTest,
    testing::Values(
        CostCase{"Whole",
                 "MariadbOperatorKind",
                 "  resources: " + kWhole + "\n  storage: {size: 8Gi, storageClassName: slow}\n",
                 With(kWholeCost,
                      {{"requests.storage", "8Gi"},
                       {"slow.storageclass.storage.k8s.io/requests.storage", "8Gi"}})},
        CostCase{"Ephemeral",
                 "MariadbOperatorKind",
                 "  resources: " + kWhole + "\n  storage: {ephemeral: true}\n",
                 {{"requests.storage", "0"}, {"persistentvolumeclaims", "0"}}},
        CostCase{"Sidecars",
                 "MariadbOperatorKind",
                 "  resources: " + kWhole + "\n  storage: {size: 1Gi}\n  sidecarContainers: [" +
                     kSidecar + "]\n",
                 kWithSidecar},
        CostCase{"NothingDeclared",
                 "MariadbOperatorKind",
                 "  replicas: 3\n",
                 With(kUnknown, {{"requests.storage", "?"}}),
                 "db.yaml:4: spec.resources: expected " + kAll +
                     ", found none; db.yaml:4: spec.storage.size: expected the size of the "
                     "volume, found nothing"}),
    [](const auto& row) { return row.param.name; });

INSTANTIATE_TEST_SUITE_P(
    RedisFailover,
    OwnKindCostTest,
    testing::Values(
        CostCase{"Whole",
                 "RedisOperatorKind",
                 kRedis + "    storage: {persistentVolumeClaim: {spec: {storageClassName: fast, "
                          "resources: {requests: {storage: 3Gi}}}}}\n",
                 With(kWholeCost,
                      {{"requests.storage", "3Gi"},
                       {"fast.storageclass.storage.k8s.io/persistentvolumeclaims", "1"}})},
        CostCase{"NoClaim",
                 "RedisOperatorKind",
                 kRedis,
                 With(kWholeCost, {{"requests.storage", "0"}, {"persistentvolumeclaims", "0"}})},
        CostCase{"Exporter",
                 "RedisOperatorKind",
                 kRedis + "    exporter: {enabled: true, resources: " + kWhole + "}\n",
                 kWithSidecar},
        CostCase{"ExporterOff",
                 "RedisOperatorKind",
                 kRedis + "    exporter: {enabled: false}\n",
                 kWholeCost},
        CostCase{"ExporterOfUnknownCost",
                 "RedisOperatorKind",
                 kRedis + "    exporter: {enabled: true}\n",
                 kUnknown,
                 "db.yaml:8: spec.redis.exporter.resources: expected " + kAll + ", found none"},
        CostCase{"ExtraContainers",
                 "RedisOperatorKind",
                 kRedis + "    extraContainers: [" + kSidecar + "]\n",
                 kWithSidecar}),
    [](const auto& row) { return row.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Psmdb,
    OwnKindCostTest,
    testing::Values(
        CostCase{"Whole",
                 "MongodbOperatorKind",
                 kMongo + "    volumeSpec: {persistentVolumeClaim: {resources: {requests: "
                          "{storage: 9Gi}}}}\n",
                 With(kWholeCost, {{"requests.storage", "9Gi"}, {"persistentvolumeclaims", "1"}})},
        CostCase{"Sidecars",
                 "MongodbOperatorKind",
                 kMongo + "    sidecars: [" + kSidecar + "]\n",
                 kWithSidecar},
        CostCase{"Pmm",
                 "MongodbOperatorKind",
                 kMongo + "  pmm: {enabled: true, resources: " + kWhole + "}\n",
                 kWithSidecar},
        CostCase{"BackupOfUnknownCost",
                 "MongodbOperatorKind",
                 kMongo + "  backup: {enabled: true}\n",
                 kUnknown,
                 "db.yaml:8: spec.backup.resources: expected " + kAll + ", found none"}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace gitscale
