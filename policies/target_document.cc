// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/target_document.h"

#include <fmt/format.h>

#include "policies/bytes.h"
#include "policies/engines/registry.h"

namespace gitscale {
namespace {

/// Cozystack's chart repositories are cozystack-apps, cozy-public and the like; newer versions
/// refer to an ExternalArtifact instead.
constexpr std::string_view kChartSourcePrefix = "cozy";
constexpr std::string_view kArtifactKind = "ExternalArtifact";

std::string_view TextAt(const YamlNode& root, const YamlPath& path) {
  const YamlNode* node = root.FindPath(path);
  return node == nullptr ? std::string_view() : node->Text();
}

/// The engine of a HelmRelease: by chart, else by the label of its application, else by the
/// artifact it refers to. Charts of others with the same names have other values: of theirs, none
/// counts without the label.
const EngineAdapter* EngineOfRelease(const YamlNode& root, DeclaredTarget& target) {
  const std::string_view chart = TextAt(root, {"spec", "chart", "spec", "chart"});
  const std::string_view chart_ref = TextAt(root, {"spec", "chartRef", "name"});
  target.chart = !chart.empty() ? chart : chart_ref;
  if (const EngineAdapter* adapter = EngineOfApplication(
          TextAt(root, {"metadata", "labels", "apps.cozystack.io/application.kind"}))) {
    return adapter;
  }
  const EngineAdapter* adapter = EngineOfChart(chart);
  std::string_view source = TextAt(root, {"spec", "chart", "spec", "sourceRef", "name"});
  bool is_ours = source.empty() || source.starts_with(kChartSourcePrefix);
  if (adapter == nullptr) {
    adapter = EngineOfReleaseName(chart_ref);
    source = TextAt(root, {"spec", "chartRef", "kind"});
    is_ours = source == kArtifactKind;
  }
  if (adapter != nullptr && adapter->chart_has_namesakes && !is_ours) {
    target.chart_source = source;
    return nullptr;
  }
  return adapter;
}

void DescribeHelmRelease(const YamlNode& root, DeclaredTarget& target) {
  target.adapter = EngineOfRelease(root, target);
  const std::string_view target_ns = TextAt(root, {"spec", "targetNamespace"});
  const std::string_view release = TextAt(root, {"spec", "releaseName"});
  if (!target_ns.empty()) {
    target.ns = target_ns;
  }
  // Source: helm-controller, HelmRelease.GetReleaseName.
  if (!release.empty()) {
    target.release = release;
  } else if (!target_ns.empty()) {
    target.release = fmt::format("{}-{}", target_ns, target.object_name);
  }
}

}  // namespace

std::optional<DeclaredTarget> DescribeTarget(const YamlNode& root,
                                             const std::string& path,
                                             NamespaceResolver& namespaces) {
  const std::string_view api_version = TextAt(root, {"apiVersion"});
  const std::string_view group = GroupOf(api_version);
  DeclaredTarget target;
  target.object_group = group;
  target.object_kind = TextAt(root, {"kind"});
  target.object_name = TextAt(root, {"metadata", "name"});
  if (target.object_name.empty()) {
    return std::nullopt;
  }
  const bool is_helm_release = group == kHelmGroup && target.object_kind == "HelmRelease";
  if (group == kApplicationGroup) {
    target.declaration = Declaration::kApplication;
    target.adapter = EngineOfApplication(target.object_kind);
  } else if (is_helm_release) {
    target.declaration = Declaration::kHelmRelease;
  } else {
    target.declaration = Declaration::kOperatorKind;
    target.adapter = EngineOfOperatorKind(group, target.object_kind);
  }
  if (target.adapter == nullptr && !is_helm_release) {
    return std::nullopt;
  }
  target.object_ns = namespaces.Resolve(TextAt(root, {"metadata", "namespace"}), path).ns;
  target.ns = target.object_ns;
  target.release = target.declaration == Declaration::kApplication
                       ? fmt::format("{}{}", target.adapter->release_prefix, target.object_name)
                       : target.object_name;
  if (is_helm_release) {
    DescribeHelmRelease(root, target);
  }
  target.root = &root;
  return target;
}

}  // namespace gitscale
