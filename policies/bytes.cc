// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/bytes.h"

#include <string.h>  // NOLINT(modernize-deprecated-headers): memmem is declared here only

#include <algorithm>
#include <array>

namespace gitscale {
namespace {

constexpr std::array<std::string_view, 3> kPolicyNeedles = {
    "DatabaseHorizontalAutoscaler",
    "GatewayHorizontalAutoscaler",
    "autoscaling.cozystack.io/v",  // an apiVersion; our annotations have no `v` there
};

constexpr std::array<std::string_view, 6> kTargetGroups = {
    kApplicationGroup, kHelmGroup, kCnpgGroup, kMariadbGroup, kRedisGroup, kMongodbGroup};

bool IsNameByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

}  // namespace

bool Contains(std::string_view bytes, std::string_view wanted) {
  return ::memmem(bytes.data(), bytes.size(), wanted.data(), wanted.size()) != nullptr;
}

bool IsYamlName(std::string_view path) {
  return path.ends_with(".yaml") || path.ends_with(".yml");
}

bool IsKustomization(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);  // npos + 1 is 0
  return name == "kustomization.yaml" || name == "kustomization.yml" || name == "Kustomization";
}

bool MentionsPolicy(std::string_view bytes) {
  return std::ranges::any_of(kPolicyNeedles,
                             [&](std::string_view needle) { return Contains(bytes, needle); });
}

bool MentionsTargetGroup(std::string_view bytes) {
  return std::ranges::any_of(kTargetGroups,
                             [&](std::string_view group) { return Contains(bytes, group); });
}

bool MentionsAny(std::string_view bytes, const std::set<std::string, std::less<>>& names) {
  std::size_t pos = 0;
  while (pos < bytes.size()) {
    if (!IsNameByte(bytes[pos])) {
      ++pos;
      continue;
    }
    const std::size_t begin = pos;
    while (pos < bytes.size() && IsNameByte(bytes[pos])) {
      ++pos;
    }
    if (names.contains(bytes.substr(begin, pos - begin))) {
      return true;
    }
  }
  return false;
}

}  // namespace gitscale
