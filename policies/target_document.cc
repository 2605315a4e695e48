// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/target_document.h"

#include <algorithm>

#include <fmt/format.h>

#include "policies/bytes.h"
#include "policies/engines/registry.h"

namespace gitscale {
namespace {

std::string_view TextAt(const YamlNode& root, const YamlPath& path) {
  const YamlNode* node = root.FindPath(path);
  return node == nullptr ? std::string_view() : node->Text();
}

void DescribeHelmRelease(const YamlNode& root, DeclaredTarget& target) {
  const std::string_view chart = TextAt(root, {"spec", "chart", "spec", "chart"});
  const std::string_view application =
      TextAt(root, {"metadata", "labels", "apps.cozystack.io/application.kind"});
  const std::string_view chart_ref = TextAt(root, {"spec", "chartRef", "name"});
  target.adapter = EngineOfChart(chart);
  if (target.adapter == nullptr) {
    target.adapter = EngineOfApplication(application);
  }
  if (target.adapter == nullptr) {
    target.adapter = EngineOfReleaseName(chart_ref);
  }
  target.chart = !chart.empty() ? chart : chart_ref;
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
  const std::string_view group =
      api_version.substr(0, std::min(api_version.find('/'), api_version.size()));
  DeclaredTarget target;
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
