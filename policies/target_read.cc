// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/target_read.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"
#include "policies/instance_cost.h"
#include "policies/not_scalable.h"
#include "policies/plain_scalar.h"
#include "policies/shown.h"
#include "policies/strict_path.h"

namespace gitscale {
namespace {

/// More is no database, and room for every sum and product with it.
constexpr std::int64_t kLargestDeclared = 100'000;

/// A count, with the node it was read from.
struct Count {
  std::optional<std::int32_t> value;
  const YamlNode* node = nullptr;
};

Count ReadCount(const DeclaredTarget& declared, const YamlPath& path, Problems& problems) {
  AtPath at = FindStrictly(*declared.root, path, declared.path);
  if (at.problem) {
    problems.push_back(std::move(*at.problem));
    return {};
  }
  if (at.node == nullptr) {
    return {};
  }
  const YamlNode& node = *at.node;
  const bool is_plain =
      node.kind == YamlKind::kScalar && node.plain && node.tag.empty() && !node.anchored;
  const auto value = is_plain ? PlainInt(node.value) : std::nullopt;
  if (!value || *value < 0 || *value > kLargestDeclared) {
    std::string found = ShownInTarget(node);
    if (node.kind == YamlKind::kScalar && (node.anchored || !node.tag.empty())) {
      found += node.anchored ? " with an anchor" : " with a tag";
    }
    problems.push_back(Problem{declared.path,
                               at.line,
                               fmt::format("{}: expected a plain integer from 0 to {}, found {}",
                                           PathText(path),
                                           kLargestDeclared,
                                           found)});
    return {};
  }
  return {.value = static_cast<std::int32_t>(*value), .node = &node};
}

/// A field can be inserted, an item of a sequence cannot: what else belongs to it is not ours to
/// say.
void RequireItems(const DeclaredTarget& declared, const YamlPath& path, Problems& problems) {
  const auto index = std::ranges::find_if(path, IsIndex);
  if (index == path.end()) {
    return;
  }
  const YamlPath item(path.begin(), std::next(index));
  const AtPath at = FindStrictly(*declared.root, item, declared.path);
  if (at.node == nullptr && !at.problem) {
    problems.push_back(
        Problem{declared.path,
                declared.root->line,
                fmt::format("{}: expected the item written out, found nothing", PathText(item))});
  }
}

std::optional<std::string> ReadAnnotation(const DeclaredTarget& declared,
                                          std::string_view key,
                                          Problems& problems) {
  const YamlPath path = {"metadata", "annotations", std::string(key)};
  AtPath at = FindStrictly(*declared.root, path, declared.path);
  if (at.problem) {
    problems.push_back(std::move(*at.problem));
    return std::nullopt;
  }
  if (at.node == nullptr) {
    return std::nullopt;
  }
  if (at.node->kind != YamlKind::kScalar || at.node->null) {
    problems.push_back(
        Problem{declared.path,
                at.line,
                fmt::format("annotation {}: expected a string, found {}", key, Shown(*at.node))});
    return std::nullopt;
  }
  return at.node->value;
}

}  // namespace

TargetRead ReadTarget(const DeclaredTarget& declared) {
  CHECK(declared.adapter != nullptr && declared.traits != nullptr);
  const EngineAdapter& adapter = *declared.adapter;
  const EngineShape& shape = adapter.ShapeOf(declared.declaration);
  TargetRead read;
  if (const YamlNode* twice = FindDuplicateKey(*declared.root)) {
    read.problems.push_back(Problem{declared.path,
                                    twice->line,
                                    fmt::format("key '{}' stands twice in one mapping of the "
                                                "target's document; expected it once",
                                                Printable(twice->value))});
  }
  const Count count = ReadCount(declared, shape.replicas, read.problems);
  RequireItems(declared, shape.replicas, read.problems);
  std::int32_t largest_sync = 0;
  for (const YamlPath& path : shape.sync_counts) {
    largest_sync =
        std::max(largest_sync, ReadCount(declared, path, read.problems).value.value_or(0));
  }
  Target& target = read.target;
  target.key = declared.Key();
  target.display_name = declared.ns + "/" + declared.object_name;
  target.metrics = declared.metrics;
  target.declaration = declared.declaration;
  target.path = declared.path;
  target.document_index = declared.document_index;
  target.line = count.node == nullptr ? declared.root->line : count.node->line;
  target.replica_path = shape.replicas;
  target.declared_replicas = count.value;
  target.replicas = count.value.value_or(shape.default_replicas);
  target.managed_by = ReadAnnotation(declared, kManagedByAnnotation, read.problems);
  target.decision = ReadAnnotation(declared, kDecisionAnnotation, read.problems);
  target.primary_count = adapter.primary_count;
  target.quorum_floor = QuorumFloor(adapter, largest_sync);
  target.allowed_counts = adapter.allowed_counts;
  target.removes_by_ordinal = adapter.removes_by_ordinal;
  InstanceCost cost = ReadInstanceCost(declared);
  target.instance_cost = std::move(cost.amounts);
  target.cost_fault = std::move(cost.fault);
  NotScalable not_scalable = WhyNotScalable(declared, target.replicas);
  target.not_scalable = std::move(not_scalable.why);
  target.not_scalable_code = not_scalable.code;
  // A parent that cannot be read is found once by each count below it.
  std::ranges::sort(read.problems);
  const auto [last, end] = std::ranges::unique(read.problems);
  read.problems.erase(last, end);
  return read;
}

}  // namespace gitscale
