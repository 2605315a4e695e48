// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <set>
#include <string>
#include <string_view>

namespace gitscale {

// Questions about a file that are answered from its bytes, before any YAML is parsed. They may say
// yes too often, never no too often.

inline constexpr std::string_view kPolicyGroup = "autoscaling.cozystack.io";
inline constexpr std::string_view kApplicationGroup = "apps.cozystack.io";
inline constexpr std::string_view kHelmGroup = "helm.toolkit.fluxcd.io";
inline constexpr std::string_view kCnpgGroup = "postgresql.cnpg.io";
inline constexpr std::string_view kMariadbGroup = "k8s.mariadb.com";
inline constexpr std::string_view kRedisGroup = "databases.spotahome.com";
inline constexpr std::string_view kMongodbGroup = "psmdb.percona.com";

[[nodiscard]] bool Contains(std::string_view bytes, std::string_view wanted);

/// "a/b.yaml", "b.yml".
[[nodiscard]] bool IsYamlName(std::string_view path);

/// kustomization.yaml, kustomization.yml or Kustomization, in any folder.
[[nodiscard]] bool IsKustomization(std::string_view path);

/// Whether a document of a policy kind, or of our API group under another kind, may stand in it.
[[nodiscard]] bool MentionsPolicy(std::string_view bytes);

/// Whether a document that declares a target may stand in it.
[[nodiscard]] bool MentionsTargetGroup(std::string_view bytes);

/// Whether one of `names` (DNS names) stands in it as a whole word. Linear in the bytes, whatever
/// the number of names.
[[nodiscard]] bool MentionsAny(std::string_view bytes,
                               const std::set<std::string, std::less<>>& names);

}  // namespace gitscale
