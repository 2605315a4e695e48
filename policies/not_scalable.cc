// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/not_scalable.h"

#include <optional>
#include <vector>

#include <fmt/format.h>

#include "policies/plain_scalar.h"
#include "policies/shown.h"
#include "policies/strict_path.h"

namespace gitscale {
namespace {

/// What a place says. doubt: it cannot be told.
struct Answer {
  bool yes = false;
  int line = 0;
  std::string doubt;
};

/// Absent is no. A mapping or sequence is yes when there is something in it.
Answer Ask(const DeclaredTarget& declared, const YamlPath& place) {
  const AtPath at = FindStrictly(*declared.root, place, declared.path);
  if (at.problem) {
    return {.yes = false, .line = at.problem->line, .doubt = FormatProblem(*at.problem)};
  }
  if (at.node == nullptr) {
    return {};
  }
  const YamlNode& node = *at.node;
  if (node.kind == YamlKind::kMapping || node.kind == YamlKind::kSequence) {
    return {.yes = !node.entries.empty() || !node.items.empty(), .line = at.line, .doubt = {}};
  }
  if (IsNullScalar(node)) {
    return {};
  }
  const auto value = node.plain && node.tag.empty() ? PlainBool(node.value) : std::nullopt;
  if (!value) {
    return {.yes = false,
            .line = at.line,
            .doubt = FormatProblem({declared.path,
                                    at.line,
                                    fmt::format("{}: expected true or false, found {}",
                                                PathText(place),
                                                ShownInTarget(node))})};
  }
  return {.yes = *value, .line = at.line, .doubt = {}};
}

/// What would make it so, in brackets.
std::string Remedy(const DeclaredTarget& declared, const Requirement& requirement) {
  std::vector<std::string> ways;
  for (const YamlPath& place : requirement.places) {
    ways.push_back(PathText(place));
  }
  if (requirement.capability != Capability::kUnset) {
    ways.push_back(fmt::format("capability {} of cluster '{}' in the configuration",
                               CapabilityName(requirement.capability),
                               declared.cluster));
  }
  return fmt::format("expected {}", fmt::join(ways, " or "));
}

/// Empty when the requirement is met.
std::string Unmet(const DeclaredTarget& declared, const Requirement& requirement) {
  if (declared.traits->capabilities.contains(requirement.capability)) {
    return {};
  }
  std::string doubt;
  for (const YamlPath& place : requirement.places) {
    const Answer answer = Ask(declared, place);
    if (!answer.doubt.empty()) {
      doubt = doubt.empty() ? answer.doubt : doubt;
    } else if (answer.yes && requirement.must_be_off) {
      return fmt::format("{} ({} is on at {}:{})",
                         requirement.otherwise,
                         PathText(place),
                         declared.path,
                         answer.line);
    } else if (answer.yes) {
      return {};
    }
  }
  if (!doubt.empty()) {
    return fmt::format("cannot tell whether {}: {}", requirement.otherwise, doubt);
  }
  return requirement.must_be_off
             ? std::string()
             : fmt::format("{} ({})", requirement.otherwise, Remedy(declared, requirement));
}

/// A HelmRelease that the same document suspends: nothing would apply a decision.
std::string SuspendedRelease(const DeclaredTarget& declared) {
  const YamlNode* node = declared.declaration == Declaration::kHelmRelease
                             ? declared.root->FindPath({"spec", "suspend"})
                             : nullptr;
  if (node == nullptr || !node->plain || PlainBool(node->value) != true) {
    return {};
  }
  return fmt::format("its HelmRelease is suspended at {}:{}, so nothing would apply a decision",
                     declared.path,
                     node->line);
}

/// The chart's own switch; anything but a plain true leaves the count to us.
std::string OtherAutoscaler(const DeclaredTarget& declared, const YamlPath& own_autoscaling) {
  const YamlNode* node =
      own_autoscaling.empty() ? nullptr : declared.root->FindPath(own_autoscaling);
  if (node == nullptr || !node->plain || PlainBool(node->value) != true) {
    return {};
  }
  return fmt::format("another autoscaler changes the count: {} is true at {}:{}",
                     PathText(own_autoscaling),
                     declared.path,
                     node->line);
}

}  // namespace

NotScalable WhyNotScalable(const DeclaredTarget& declared, std::int32_t replicas) {
  const EngineAdapter& adapter = *declared.adapter;
  const EngineShape& shape = adapter.ShapeOf(declared.declaration);
  if (std::string other = OtherAutoscaler(declared, shape.own_autoscaling); !other.empty()) {
    return {.code = NotScalableCode::kOther, .why = std::move(other)};
  }
  if (std::string suspended = SuspendedRelease(declared); !suspended.empty()) {
    return {.code = NotScalableCode::kOther, .why = std::move(suspended)};
  }
  if (replicas == 1 && !adapter.one_is_another_topology.empty()) {
    return {.code = NotScalableCode::kTopologyChange,
            .why = std::string(adapter.one_is_another_topology)};
  }
  for (const Requirement& requirement : shape.requirements) {
    if (std::string unmet = Unmet(declared, requirement); !unmet.empty()) {
      return {.code = NotScalableCode::kOther, .why = std::move(unmet)};
    }
  }
  return {};
}

}  // namespace gitscale
