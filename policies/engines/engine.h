// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "policies/cluster_traits.h"
#include "policies/engines/cost_shape.h"
#include "policies/target.h"
#include "policies/yaml_tree.h"

namespace gitscale {

/// Something that must be so before a count may be changed. With `must_be_off`: none of `places` is
/// true. Otherwise: one of them is `true`, or a mapping or sequence with something in it; none at
/// all means that no document can show it.
struct Requirement {
  bool must_be_off = false;
  std::vector<YamlPath> places;
  Capability capability = Capability::kUnset;  ///< fulfils it too, whatever the document says
  std::string_view otherwise;                  ///< what is wrong when it is not so
};

/// How one engine is written in one kind of document. Paths are from the root of the document.
struct EngineShape {
  Declaration declaration = Declaration::kApplication;
  YamlPath replicas;                  ///< the count of all instances
  std::int32_t default_replicas = 1;  ///< what an absent field means
  std::vector<YamlPath> sync_counts;  ///< numbers of synchronous standbys; absent: 0
  YamlPath own_autoscaling;           ///< a switch that makes the chart scale itself; empty: none
  std::vector<Requirement> requirements;  ///< all of them, in the order in which they are told
  CostShape cost;
};

/// What gitscale knows about one engine, as values: no I/O, nothing measured.
struct EngineAdapter {
  Engine engine = Engine::kUnset;

  std::string_view application_kind;  ///< in apps.cozystack.io
  std::string_view release_prefix;    ///< an application's release is prefix + name
  std::string_view chart;             ///< of a HelmRelease
  /// Others publish a chart of that name too, whose values mean something else: only a HelmRelease
  /// that says where its chart comes from is taken for one of ours (see DescribeTarget).
  bool chart_has_namesakes = false;
  std::string_view operator_group;  ///< API group of the engine's own kind
  std::string_view operator_version;
  std::string_view operator_kind;

  std::int32_t primary_count = 1;
  std::int32_t least_floor = 1;              ///< floor without any synchronous standby
  std::vector<std::int32_t> allowed_counts;  ///< ascending; empty: any
  bool removes_by_ordinal = false;
  /// Nonempty: one instance is another topology than several, so nothing leads from 1 to 2. Why.
  std::string_view one_is_another_topology;
  std::vector<EngineShape> shapes;  ///< one per Declaration

  /// REQUIRES: shapes holds one for `declaration`.
  [[nodiscard]] const EngineShape& ShapeOf(Declaration declaration) const;
};

/// Fewest total instances that keep `largest_sync` synchronous standbys: one primary more than
/// them, and never below what the engine itself needs.
[[nodiscard]] std::int32_t QuorumFloor(const EngineAdapter& adapter, std::int32_t largest_sync);

/// A path of a chart's values where a document of this kind has them: below `spec` in an
/// application, below `spec.values` in a HelmRelease.
[[nodiscard]] YamlPath ValuePath(Declaration declaration,
                                 std::initializer_list<std::string_view> path);

/// What every Cozystack chart of a database takes: `resources` over `resourcesPreset`, and one
/// volume of `size` and `storageClass`.
[[nodiscard]] CostShape ChartCost(Declaration declaration,
                                  std::string_view default_preset,
                                  std::string_view default_size);

}  // namespace gitscale
