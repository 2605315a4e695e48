// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "policies/target.h"
#include "policies/yaml_tree.h"

namespace gitscale {

/// How one engine is written in one kind of document. Paths are from the root of the document.
struct EngineShape {
  Declaration declaration = Declaration::kApplication;
  YamlPath replicas;                  ///< the count of all instances
  std::int32_t default_replicas = 1;  ///< what an absent field means
  std::vector<YamlPath> sync_counts;  ///< numbers of synchronous standbys; absent: 0
  YamlPath own_autoscaling;           ///< a switch that makes the chart scale itself; empty: none
};

/// What gitscale knows about one engine, as values: no I/O, nothing measured.
struct EngineAdapter {
  Engine engine = Engine::kUnset;

  std::string_view application_kind;  ///< in apps.cozystack.io
  std::string_view release_prefix;    ///< an application's release is prefix + name
  std::string_view chart;             ///< of a HelmRelease
  std::string_view operator_group;    ///< API group of the engine's own kind
  std::string_view operator_version;
  std::string_view operator_kind;

  std::int32_t primary_count = 1;
  std::int32_t least_floor = 1;              ///< floor without any synchronous standby
  std::vector<std::int32_t> allowed_counts;  ///< ascending; empty: any
  bool removes_by_ordinal = false;
  std::vector<EngineShape> shapes;  ///< one per Declaration

  /// REQUIRES: shapes holds one for `declaration`.
  [[nodiscard]] const EngineShape& ShapeOf(Declaration declaration) const;
};

/// Fewest total instances that keep `largest_sync` synchronous standbys: one primary more than
/// them, and never below what the engine itself needs.
[[nodiscard]] std::int32_t QuorumFloor(const EngineAdapter& adapter, std::int32_t largest_sync);

}  // namespace gitscale
