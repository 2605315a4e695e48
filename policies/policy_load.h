// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>

#include "policies/problem.h"
#include "policies/scaling_policy.h"
#include "policies/yaml_tree.h"

namespace gitscale {

inline constexpr std::string_view kPolicyApiVersion = "autoscaling.cozystack.io/v1alpha1";
inline constexpr std::string_view kDatabasePolicyKind = "DatabaseHorizontalAutoscaler";
inline constexpr std::string_view kGatewayPolicyKind = "GatewayHorizontalAutoscaler";

/// Whether a document is meant as a policy: by kind, by our API group under any kind, or a List
/// that holds one.
[[nodiscard]] bool IsPolicyDocument(const YamlNode& root);

/// One policy document as read. policy: usable only without problems; its ns is empty where the
/// document gives none. problems: all of them, in the order of lines. unsupported: the one problem
/// is that this version cannot scale such a target.
struct PolicyRead {
  ScalingPolicy policy;
  Problems problems;
  bool unsupported = false;
};

/// Reads one document for which IsPolicyDocument holds.
[[nodiscard]] PolicyRead ReadPolicy(const YamlNode& root, const std::string& path);

}  // namespace gitscale
