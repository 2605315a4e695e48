// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gitscale {

enum class Engine { kUnset, kPostgres, kMariadb, kRedis, kMongodb, kGateway };

/// "postgres", "mariadb", "redis", "mongodb", "gateway".
[[nodiscard]] std::string_view EngineName(Engine engine);
[[nodiscard]] std::optional<Engine> EngineFromName(std::string_view name);

/// Identity of a target, however it is declared. cluster: a name from the configuration. name: of
/// the release, which is also the prefix of the instance pods ("postgres-db").
struct TargetKey {
  std::string cluster;
  Engine engine = Engine::kUnset;
  std::string ns;
  std::string name;

  auto operator<=>(const TargetKey&) const = default;
};

/// Instance pods are named by this and an ordinal: "postgres-db", "rfr-redis-cache",
/// "mongodb-shop-rs0".
/// Sources: CloudNativePG and mariadb-operator name pods after their object; the Redis operator
/// names the StatefulSet of a RedisFailover rfr-<name>; the Percona operator <name>-<replset>.
[[nodiscard]] std::string InstancePrefix(const TargetKey& key);

/// How the target is declared in Git.
enum class Declaration { kApplication, kHelmRelease, kOperatorKind };

/// What kind of reason stands in the way of scaling a target at all.
enum class NotScalableCode {
  kOther,
  kTopologyChange,  ///< one instance more or less would be another topology
};

/// Annotations gitscale keeps on the target document.
inline constexpr std::string_view kManagedByAnnotation = "autoscaling.cozystack.io/managed-by";
inline constexpr std::string_view kDecisionAnnotation = "autoscaling.cozystack.io/decision";

/// The workload a policy scales, as one commit of the repository declares it, with what its engine
/// adapter knows.
struct Target {
  TargetKey key;
  std::string
      display_name;     ///< "tenant-acme/db": the name its owner gave it, for tables and subjects
  std::string metrics;  ///< name of the metrics endpoint in the configuration
  Declaration declaration = Declaration::kApplication;

  std::string path;        ///< file in the repository
  int document_index = 0;  ///< in that file, from 0
  int line = 0;            ///< of the replica field, or of the document when the field is absent
  std::vector<std::string> replica_path;  ///< {"spec", "values", "replicas"}

  std::optional<std::int32_t> declared_replicas;  ///< nothing: the chart's default applies
  std::int32_t replicas = 0;                      ///< declared, or the chart's default
  std::optional<std::string> managed_by;          ///< annotation values, verbatim
  std::optional<std::string> decision;

  std::int32_t primary_count = 1;  ///< instances that serve no reads for us
  std::int32_t quorum_floor =
      1;  ///< fewest total instances that keep the declared synchronous replication
  std::vector<std::int32_t> allowed_counts;  ///< ascending; empty: any
  bool removes_by_ordinal = false;  ///< a shrink removes the highest ordinals, whoever is primary
  /// What one more instance takes from the namespace's quota, by ResourceQuota resource
  /// ("limits.cpu"), in milli-units (see InstanceCost). What cannot be told is not in it.
  std::map<std::string, std::int64_t> instance_cost;
  std::string cost_fault;  ///< why some of it cannot be told (unknown preset); empty: all can

  std::string not_scalable;  ///< why a count cannot scale it; empty: it can
  NotScalableCode not_scalable_code = NotScalableCode::kOther;  ///< of not_scalable

  bool operator==(const Target&) const = default;
};

}  // namespace gitscale
