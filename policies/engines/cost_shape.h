// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "policies/yaml_tree.h"

namespace gitscale {

// Where a document says what one instance takes from a quota. Paths are from the root, or from an
// item where so said.

/// Values of a chart: limits as one flat map, what it leaves out from a preset; requests are limits
/// divided by the cluster's ratios.
struct ChartResources {
  YamlPath resources;
  YamlPath preset;
  std::string_view default_preset;
};

/// A container whose `limits` and `requests` the document says itself. A request that is left out
/// is the limit, as the API server fills it in.
struct ContainerShape {
  enum class Presence { kAlways, kIfTrue, kEachItem };

  Presence presence = Presence::kAlways;
  YamlPath where;      ///< kIfTrue: the switch; kEachItem: the sequence of containers
  YamlPath resources;  ///< kEachItem: from an item
};

/// A volume claimed for each instance.
struct VolumeShape {
  YamlPath each_of;               ///< a sequence with one volume an item; empty: one volume
  YamlPath needs;                 ///< without it there is no volume; empty: always one
  YamlPath unless;                ///< a switch that leaves it out; empty: none
  YamlPath size;                  ///< each_of: from an item
  std::string_view default_size;  ///< of an absent field; empty: then the size is unknown
  bool empty_is_none = false;     ///< the size "" leaves the volume out
  YamlPath storage_class;         ///< each_of: from an item
};

/// What comes with each instance beside its own container and volumes.
struct ExtraShape {
  YamlPath when;                         ///< a switch; empty: always
  bool default_container = false;        ///< one without resources, so the LimitRange's defaults
  std::vector<std::string_view> counts;  ///< one more of each of these ResourceQuota resources
};

struct CostShape {
  std::optional<ChartResources> chart;
  std::vector<ContainerShape> containers;
  std::vector<VolumeShape> volumes;
  std::vector<ExtraShape> extras;
};

}  // namespace gitscale
