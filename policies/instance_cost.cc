// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/instance_cost.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/quantity.h"
#include "policies/cost_sum.h"
#include "policies/engines/presets.h"
#include "policies/plain_scalar.h"
#include "policies/shown.h"
#include "policies/strict_path.h"

namespace gitscale {
namespace {

constexpr std::array<std::string_view, 3> kCompute = {"cpu", "memory", "ephemeral-storage"};

/// The defaults of a tenant's LimitRange, parallel to kCompute, in milli-units.
constexpr std::int64_t kMi = std::int64_t{1000} << 20U;
constexpr std::array<std::int64_t, 3> kDefaultLimits = {250, 128 * kMi, 2048 * kMi};
constexpr std::array<std::int64_t, 3> kDefaultRequests = {25, 128 * kMi, 50 * kMi};

std::string Limits(std::string_view resource) {
  return fmt::format("limits.{}", resource);
}

std::string Requests(std::string_view resource) {
  return fmt::format("requests.{}", resource);
}

YamlPath Join(YamlPath path, const YamlPath& rest) {
  path.insert(path.end(), rest.begin(), rest.end());
  return path;
}

/// limit / ratio, rounded up. No product is larger than its limit, so none overflows.
std::int64_t Divided(std::int64_t limit, std::int64_t ratio_milli) {
  const std::int64_t rest = (limit % ratio_milli) * 1000;
  return limit / ratio_milli * 1000 + (rest + ratio_milli - 1) / ratio_milli;
}

/// Reads what one document says into a sum.
class Reading {
 public:
  explicit Reading(const DeclaredTarget& declared) : declared_(declared) {}

  InstanceCost Read(const CostShape& shape) {
    sum_.AddOne("pods");
    if (shape.chart) {
      ReadChart(*shape.chart);
    }
    for (const ContainerShape& container : shape.containers) {
      ReadContainers(container);
    }
    for (const VolumeShape& volume : shape.volumes) {
      ReadVolumes(volume);
    }
    for (const ExtraShape& extra : shape.extras) {
      ReadExtra(extra);
    }
    return sum_.Total();
  }

 private:
  void Fault(int line, const YamlPath& path, std::string_view expected, std::string_view found) {
    sum_.Fault(
        FormatProblem({declared_.path,
                       line,
                       fmt::format("{}: expected {}, found {}", PathText(path), expected, found)}));
  }

  /// The node at a path; nothing when absent. certain: false when that cannot be told, which is a
  /// fault.
  const YamlNode* Find(const YamlPath& path, bool& certain) {
    const AtPath at = FindStrictly(*declared_.root, path, declared_.path);
    certain = !at.problem;
    if (at.problem) {
      sum_.Fault(FormatProblem(*at.problem));
    }
    line_ = at.line;
    return at.node;
  }

  /// Whether a switch is on. In doubt it is: what it adds is then counted, not forgotten.
  bool IsOn(const YamlPath& path) {
    bool certain = true;
    const YamlNode* node = Find(path, certain);
    if (node == nullptr || IsNullScalar(*node)) {
      return !certain;
    }
    const auto value = node->plain ? PlainBool(node->value) : std::nullopt;
    return value.value_or(true);
  }

  /// Nothing, with a fault, unless it is an amount of 0 or more.
  std::optional<std::int64_t> Amount(const YamlNode& node, const YamlPath& path) {
    const auto amount = ParseQuantity(node.Text());  // no scalar: no text, so no quantity
    if (!amount || amount->milli < 0) {
      Fault(node.null ? line_ : node.line,
            path,
            "a quantity such as 500m or 2Gi",
            ShownInTarget(node));
      return std::nullopt;
    }
    return amount->milli;
  }

  void AddLimit(std::string_view resource, std::int64_t limit) {
    const AllocationRatios& ratios = declared_.traits->ratios;
    const std::int64_t ratio = resource == "cpu"                 ? ratios.cpu_milli
                               : resource == "memory"            ? ratios.memory_milli
                               : resource == "ephemeral-storage" ? ratios.ephemeral_storage_milli
                                                                 : 1000;
    sum_.Add(Limits(resource), limit);
    sum_.Add(Requests(resource), Divided(limit, ratio));
  }

  void UnknownCompute(std::string_view resource) {
    sum_.Unknown(Limits(resource));
    sum_.Unknown(Requests(resource));
  }

  /// Null, with a fault, when there is no preset to be known.
  const ResourcePreset* ReadPreset(const ChartResources& chart) {
    bool certain = true;
    const YamlNode* node = Find(chart.preset, certain);
    if (node == nullptr) {
      return certain ? FindResourcePreset(chart.default_preset) : nullptr;
    }
    const ResourcePreset* preset =
        node->kind == YamlKind::kScalar ? FindResourcePreset(node->value) : nullptr;
    if (preset == nullptr) {
      std::vector<std::string_view> names;
      for (const ResourcePreset& one : ResourcePresets()) {
        names.push_back(one.name);
      }
      const auto nearest = NearestName(node->Text(), names);
      Fault(line_,
            chart.preset,
            "a preset such as t1.nano",
            ShownInTarget(*node) +
                (nearest ? fmt::format(" (did you mean '{}'?)", *nearest) : std::string()));
    }
    return preset;
  }

  /// Values that are written out, then the preset for what is not.
  void ReadChart(const ChartResources& chart) {
    bool certain = true;
    const YamlNode* flat = Find(chart.resources, certain);
    const bool is_mapping = flat != nullptr && flat->kind == YamlKind::kMapping;
    const bool is_nested = is_mapping && (flat->Find("limits") || flat->Find("requests"));
    if (flat != nullptr && (is_nested || !(is_mapping || IsNullScalar(*flat)))) {
      Fault(line_,
            chart.resources,
            "a flat mapping of quantities",
            is_nested ? "limits or requests in it" : ShownInTarget(*flat));
      certain = false;
    }
    const ResourcePreset* preset = ReadPreset(chart);
    for (const std::string_view resource : kCompute) {
      ReadFlat(chart, resource, certain, preset);
    }
    if (is_mapping && certain) {
      ReadOthers(*flat, chart.resources);
    }
  }

  void ReadFlat(const ChartResources& chart,
                std::string_view resource,
                bool certain,
                const ResourcePreset* preset) {
    const YamlPath path = Join(chart.resources, {std::string(resource)});
    const YamlNode* node = certain ? Find(path, certain) : nullptr;
    std::optional<std::int64_t> limit;
    if (node != nullptr) {
      limit = Amount(*node, path);
    } else if (certain && preset != nullptr) {
      const std::string_view text = resource == "cpu"      ? preset->cpu
                                    : resource == "memory" ? preset->memory
                                                           : preset->ephemeral_storage;
      limit = ParseQuantity(text)->milli;
    }
    if (limit) {
      AddLimit(resource, *limit);
    } else {
      UnknownCompute(resource);
    }
  }

  /// Huge pages, devices.
  void ReadOthers(const YamlNode& flat, const YamlPath& path) {
    for (const YamlEntry& entry : flat.entries) {
      const std::string& resource = entry.key.value;
      const bool is_known = std::ranges::find(kCompute, resource) != kCompute.end();
      if (is_known || entry.key.kind != YamlKind::kScalar || resource == "<<") {
        continue;  // the last two are faults already
      }
      line_ = entry.key.line;
      if (const auto limit = Amount(entry.value, Join(path, {resource}))) {
        AddLimit(resource, *limit);
      } else {
        UnknownCompute(resource);
      }
    }
  }

  void ReadContainers(const ContainerShape& shape) {
    if (shape.presence == ContainerShape::Presence::kEachItem) {
      const auto items = ItemsOf(shape.where);
      if (!items) {
        std::ranges::for_each(kCompute, [&](std::string_view one) { UnknownCompute(one); });
        return;
      }
      for (const YamlPath& item : *items) {
        ReadContainer(Join(item, shape.resources));
      }
    } else if (shape.presence == ContainerShape::Presence::kAlways || IsOn(shape.where)) {
      ReadContainer(shape.resources);
    }
  }

  /// A quantity of a container. absent: it is not there, which is no fault yet.
  struct Declared {
    std::optional<std::int64_t> amount;
    bool absent = false;
  };

  Declared ReadQuantity(const YamlPath& path) {
    bool certain = true;
    const YamlNode* node = Find(path, certain);
    return node == nullptr ? Declared{.amount = std::nullopt, .absent = certain}
                           : Declared{.amount = Amount(*node, path), .absent = false};
  }

  void ReadContainer(const YamlPath& resources) {
    std::vector<std::string> absent;
    const auto add = [&](std::string name, const Declared& declared) {
      if (declared.amount) {
        sum_.Add(name, *declared.amount);
        return;
      }
      sum_.Unknown(name);
      if (declared.absent) {
        absent.push_back(std::move(name));
      }
    };
    for (const std::string_view resource : kCompute) {
      const std::string key(resource);
      const Declared limit = ReadQuantity(Join(resources, {"limits", key}));
      const Declared request = ReadQuantity(Join(resources, {"requests", key}));
      add(Limits(resource), limit);
      add(Requests(resource), request.absent ? limit : request);
    }
    if (!absent.empty()) {
      Fault(LineOf(resources), resources, fmt::format("{}", fmt::join(absent, ", ")), "none");
    }
  }

  /// Of what is there of a path.
  int LineOf(YamlPath path) {
    for (; !path.empty(); path.pop_back()) {
      const AtPath at = FindStrictly(*declared_.root, path, declared_.path);
      if (at.node != nullptr) {
        return at.line;
      }
    }
    return declared_.root->line;
  }

  /// The paths of the items of a sequence; absent: none. Nothing, with a fault, when that cannot be
  /// told.
  std::optional<std::vector<YamlPath>> ItemsOf(const YamlPath& sequence) {
    bool certain = true;
    const YamlNode* node = Find(sequence, certain);
    const bool is_absent = node == nullptr || IsNullScalar(*node);
    if (certain && !is_absent && node->kind != YamlKind::kSequence) {
      Fault(line_, sequence, "a sequence", ShownInTarget(*node));
      certain = false;
    }
    if (!certain) {
      return std::nullopt;
    }
    std::vector<YamlPath> paths;
    for (std::size_t i = 0; !is_absent && i < node->items.size(); ++i) {
      paths.push_back(Join(sequence, {std::to_string(i)}));
    }
    return paths;
  }

  void ReadVolumes(const VolumeShape& shape) {
    if (!shape.each_of.empty()) {
      const auto items = ItemsOf(shape.each_of);
      if (!items) {
        sum_.UnknownVolume();
        return;
      }
      for (const YamlPath& item : *items) {
        ReadVolume(shape, item);
      }
      return;
    }
    bool certain = true;
    if (!shape.needs.empty()) {
      const YamlNode* node = Find(shape.needs, certain);
      if (!certain) {
        sum_.UnknownVolume();
        return;
      }
      if (node == nullptr || IsNullScalar(*node)) {
        return;
      }
    }
    if (shape.unless.empty() || !IsOn(shape.unless)) {
      ReadVolume(shape, {});
    }
  }

  void ReadVolume(const VolumeShape& shape, const YamlPath& item) {
    const YamlPath path = Join(item, shape.size);
    bool certain = true;
    const YamlNode* node = Find(path, certain);
    if (node != nullptr && shape.empty_is_none && node->kind == YamlKind::kScalar &&
        node->value.empty()) {
      return;
    }
    std::optional<std::int64_t> size;
    if (node != nullptr) {
      size = Amount(*node, path);
    } else if (certain && !shape.default_size.empty()) {
      size = ParseQuantity(shape.default_size)->milli;
    } else if (certain) {
      Fault(LineOf(path), path, "the size of the volume", "nothing");
    }
    const YamlNode* storage_class = Find(Join(item, shape.storage_class), certain);
    if (size) {
      sum_.AddVolume(*size,
                     storage_class == nullptr || !certain ? std::string()
                                                          : std::string(storage_class->Text()));
    } else {
      sum_.UnknownVolume();
    }
  }

  void ReadExtra(const ExtraShape& shape) {
    if (!shape.when.empty() && !IsOn(shape.when)) {
      return;
    }
    for (std::size_t i = 0; shape.default_container && i < kCompute.size(); ++i) {
      sum_.Add(Limits(kCompute[i]), kDefaultLimits[i]);
      sum_.Add(Requests(kCompute[i]), kDefaultRequests[i]);
    }
    for (const std::string_view resource : shape.counts) {
      sum_.AddOne(resource);
    }
  }

  const DeclaredTarget& declared_;
  CostSum sum_;
  int line_ = 0;  // of the key that Find() found last
};

}  // namespace

InstanceCost ReadInstanceCost(const DeclaredTarget& declared) {
  return Reading(declared).Read(declared.adapter->ShapeOf(declared.declaration).cost);
}

}  // namespace gitscale
