// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "tests/policies/cost_cases.h"

namespace gitscale {
namespace {

class InstanceCostTest : public testing::TestWithParam<CostCase> {};

TEST_P(InstanceCostTest, IsWhatOneInstanceTakes) {
  CheckCost(GetParam());
}

// The exporter beside every Redis adds 250m/128Mi of limits, 25m/128Mi of requests.
INSTANTIATE_TEST_SUITE_P(
    Defaults,
    InstanceCostTest,
    testing::Values(
        CostCase{"PostgresApplication",
                 "PostgresApplication",
                 "  replicas: 3\n",
                 With(With(With(Compute("500m", "50m", "256Mi", "256Mi"), kOneVolume10Gi),
                           kEphemeral2Gi),
                      {{"count/pods", "2"}, {"count/jobs.batch", "1"}})},
        CostCase{"PostgresHelmRelease",
                 "PostgresHelmRelease",
                 "  values: {}\n",
                 With(Compute("500m", "50m", "256Mi", "256Mi"), kOneVolume10Gi)},
        CostCase{"MariadbApplication",
                 "MariadbApplication",
                 "  replicas: 3\n",
                 With(With(Compute("250m", "25m", "128Mi", "128Mi"), kOneVolume10Gi),
                      {{"count/pods", "1"}})},
        CostCase{"MariadbHelmRelease",
                 "MariadbHelmRelease",
                 "  values: {}\n",
                 With(Compute("250m", "25m", "128Mi", "128Mi"), kOneVolume10Gi)},
        CostCase{"RedisApplication",
                 "RedisApplication",
                 "  replicas: 3\n",
                 With(Compute("500m", "50m", "256Mi", "256Mi"),
                      {{"limits.ephemeral-storage", "4Gi"},
                       {"requests.ephemeral-storage", "106115891200m"},
                       {"requests.storage", "1Gi"},
                       {"pods", "1"}})},
        CostCase{"RedisHelmRelease",
                 "RedisHelmRelease",
                 "  values: {}\n",
                 With(Compute("500m", "50m", "256Mi", "256Mi"), {{"requests.storage", "1Gi"}})},
        CostCase{"MongodbApplication",
                 "MongodbApplication",
                 "  replicas: 3\n",
                 With(Compute("1", "100m", "512Mi", "512Mi"), kOneVolume10Gi)},
        CostCase{"MongodbHelmRelease",
                 "MongodbHelmRelease",
                 "  values: {}\n",
                 With(Compute("1", "100m", "512Mi", "512Mi"), kOneVolume10Gi)}),
    [](const auto& row) { return row.param.name; });

const std::string kFlat = "  values:\n    ";

INSTANTIATE_TEST_SUITE_P(
    Chart,
    InstanceCostTest,
    testing::Values(
        CostCase{"Preset",
                 "PostgresApplication",
                 "  resourcesPreset: u1.large\n",
                 Compute("4", "400m", "16Gi", "16Gi")},
        CostCase{"OldNamesMeanWhatTheyMeant",
                 "PostgresApplication",
                 "  resourcesPreset: medium\n",
                 Compute("1", "100m", "1Gi", "1Gi")},
        CostCase{"NewNameOfTheSameSize",
                 "PostgresHelmRelease",
                 kFlat + "resourcesPreset: \"c1.medium\"\n",
                 Compute("2", "200m", "2Gi", "2Gi")},
        CostCase{"ExplicitOverPreset",
                 "MariadbHelmRelease",
                 kFlat + "resources: {cpu: \"3\", memory: 1.5Gi, ephemeral-storage: 4Gi}\n" +
                     "    resourcesPreset: c1.small\n",
                 With(Compute("3", "300m", "1536Mi", "1536Mi"),
                      {{"limits.ephemeral-storage", "4Gi"},
                       {"requests.ephemeral-storage", "107374182400m"}})},
        CostCase{"KeyByKey",
                 "PostgresApplication",
                 "  resources:\n    memory: 1Gi\n  resourcesPreset: c1.small\n",
                 With(Compute("1", "100m", "1Gi", "1Gi"), kEphemeral2Gi)},
        CostCase{"EmptyIsThePreset",
                 "PostgresApplication",
                 "  resources: {}\n",
                 Compute("500m", "50m", "256Mi", "256Mi")},
        CostCase{"NullIsThePreset",
                 "PostgresApplication",
                 "  resources:\n  replicas: 3\n",
                 Compute("500m", "50m", "256Mi", "256Mi")},
        CostCase{"PlainNumbers",
                 "PostgresApplication",
                 "  resources: {cpu: 2, memory: 1073741824}\n",
                 Compute("2", "200m", "1Gi", "1Gi")},
        CostCase{"OtherResources",
                 "PostgresApplication",
                 "  resources: {hugepages-2Mi: 64Mi}\n",
                 {{"limits.hugepages-2Mi", "64Mi"}, {"requests.hugepages-2Mi", "64Mi"}}},
        CostCase{"Ratios",
                 "PostgresApplication",
                 "  resources: {cpu: 1, memory: 3Gi}\n",
                 With(Compute("1", "400m", "3Gi", "2Gi"), {{"requests.ephemeral-storage", "2Gi"}}),
                 "",
                 {.cpu_milli = 2'500, .memory_milli = 1'500, .ephemeral_storage_milli = 1'000}},
        CostCase{"RatiosRoundUp",
                 "PostgresApplication",
                 "  resources: {cpu: 250m}\n",
                 {{"requests.cpu", "84m"}},
                 "",
                 {.cpu_milli = 3'000, .memory_milli = 1'000, .ephemeral_storage_milli = 40'000}},
        CostCase{"Size",
                 "MongodbApplication",
                 "  size: 250Gi\n",
                 {{"requests.storage", "250Gi"}, {"persistentvolumeclaims", "1"}}},
        CostCase{"NoVolume",
                 "RedisApplication",
                 "  size: \"\"\n",
                 {{"requests.storage", "0"}, {"persistentvolumeclaims", "0"}}},
        CostCase{"StorageClass",
                 "MariadbApplication",
                 "  size: 5Gi\n  storageClass: fast\n",
                 {{"fast.storageclass.storage.k8s.io/requests.storage", "5Gi"},
                  {"fast.storageclass.storage.k8s.io/persistentvolumeclaims", "1"}}},
        CostCase{"Backups",
                 "MongodbApplication",
                 "  backup: {enabled: true}\n",
                 Compute("1250m", "125m", "640Mi", "640Mi")},
        CostCase{"NoBackups",
                 "MongodbApplication",
                 "  backup: {enabled: false}\n",
                 Compute("1", "100m", "512Mi", "512Mi")},
        CostCase{"External",
                 "MongodbApplication",
                 "  external: true\n",
                 {{"services", "1"}, {"count/services", "1"}, {"services.loadbalancers", "1"}}},
        CostCase{"ExternalOfOneServiceForAll",
                 "MariadbApplication",
                 "  external: true\n",
                 {{"services", "?"}}}),
    [](const auto& row) { return row.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Faults,
    InstanceCostTest,
    testing::Values(
        CostCase{"UnknownPreset",
                 "PostgresApplication",
                 "  resourcesPreset: t1.mikro\n",
                 With(kUnknown, kOneVolume10Gi),
                 "db.yaml:5: spec.resourcesPreset: expected a preset such as t1.nano, found "
                 "'t1.mikro' (did you mean 't1.micro'?)"},
        CostCase{"EmptyPreset",
                 "PostgresApplication",
                 "  resourcesPreset: \"\"\n",
                 kUnknown,
                 "db.yaml:5: spec.resourcesPreset: expected a preset such as t1.nano, found the "
                 "string \"\""},
        CostCase{"TemplatePreset",
                 "PostgresHelmRelease",
                 kFlat + "resourcesPreset: ${SIZE}\n",
                 kUnknown,
                 "db.yaml:7: spec.values.resourcesPreset: expected a preset such as t1.nano, found "
                 "the template '${SIZE}'"},
        CostCase{"UnreadableAmount",
                 "PostgresApplication",
                 "  resources: {cpu: two, memory: 1Gi}\n",
                 Compute("?", "?", "1Gi", "1Gi"),
                 "db.yaml:5: spec.resources.cpu: expected a quantity such as 500m or 2Gi, found "
                 "'two'"},
        CostCase{"NegativeAmount",
                 "PostgresApplication",
                 "  resources: {memory: -1Gi}\n",
                 Compute("500m", "50m", "?", "?"),
                 "db.yaml:5: spec.resources.memory: expected a quantity such as 500m or 2Gi, found "
                 "'-1Gi'"},
        CostCase{"NullAmount",
                 "PostgresApplication",
                 "  resources:\n    cpu:\n    memory: 1Gi\n",
                 Compute("?", "?", "1Gi", "1Gi"),
                 "db.yaml:6: spec.resources.cpu: expected a quantity such as 500m or 2Gi, found "
                 "nothing"},
        CostCase{
            "NestedResources",
            "PostgresApplication",
            "  resources: {limits: {cpu: 1}}\n",
            kUnknown,
            "db.yaml:5: spec.resources: expected a flat mapping of quantities, found limits or "
            "requests in it"},
        CostCase{"ResourcesAreNoMapping",
                 "PostgresApplication",
                 "  resources: large\n",
                 kUnknown,
                 "db.yaml:5: spec.resources: expected a flat mapping of quantities, found 'large'"},
        CostCase{"TemplateResources",
                 "PostgresApplication",
                 "  resources: {{ .Values.r }}\n",
                 kUnknown,
                 "db.yaml:5: spec.resources.cpu: may come from a template; expected it written "
                 "out; db.yaml:5: spec.resources.memory: may come from a template; expected it "
                 "written out; db.yaml:5: spec.resources.ephemeral-storage: may come from a "
                 "template; expected it written out"},
        CostCase{"AliasOfResources",
                 "PostgresApplication",
                 "  users: &r {a: 1}\n  resources: *r\n",
                 kUnknown,
                 "db.yaml:6: spec.resources: expected a flat mapping of quantities, found an "
                 "alias"},
        CostCase{"UnreadableSize",
                 "PostgresApplication",
                 "  size: big\n",
                 {{"requests.storage", "?"}, {"persistentvolumeclaims", "1"}, {"cpu", "50m"}},
                 "db.yaml:5: spec.size: expected a quantity such as 500m or 2Gi, found 'big'"},
        CostCase{"EmptySize",
                 "MongodbApplication",
                 "  size: \"\"\n",
                 {{"requests.storage", "?"}},
                 "db.yaml:5: spec.size: expected a quantity such as 500m or 2Gi, found the string "
                 "\"\""}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace gitscale
