// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/engines/unsupported.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gitscale {
namespace {

constexpr std::string_view kShards =
    "its count spreads the data over shards, and adding one moves data that nobody asked to move";
constexpr std::string_view kBrokers =
    "its count is the number of brokers, and a new one takes no load until partitions or queues "
    "are moved to it";
constexpr std::string_view kQuorum =
    "its count is the size of a consensus quorum, which adds no read capacity";
constexpr std::string_view kStateless =
    "it is no database; use a HorizontalPodAutoscaler and leave the count out of Git";

constexpr std::array<std::pair<std::string_view, std::string_view>, 17> kKinds = {{
    {"ClickHouse", kShards},
    {"ClickHouseInstallation", kShards},
    {"OpenSearch", kShards},
    {"Qdrant", kShards},
    {"FoundationDB", kShards},
    {"FerretDB", "its count is that of stateless proxies in front of a PostgreSQL of its own"},
    {"Kafka", kBrokers},
    {"RabbitMQ", kBrokers},
    {"RabbitmqCluster", kBrokers},
    {"NATS", kBrokers},
    {"Etcd", kQuorum},
    {"EtcdCluster", kQuorum},
    {"OpenBAO", kQuorum},
    {"Kubernetes", "its size is that of node groups, which their own autoscaler changes"},
    {"Deployment", kStateless},
    {"StatefulSet", "its pods have no roles that gitscale knows; name the database itself"},
    {"Pooler", "it pools connections; name the Cluster behind it"},
}};

}  // namespace

std::string_view WhyUnsupported(std::string_view kind) {
  const auto* row = std::ranges::find(kKinds, kind, [](const auto& pair) { return pair.first; });
  return row == kKinds.end() ? std::string_view() : row->second;
}

}  // namespace gitscale
