// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/candidates.h"

#include <algorithm>
#include <array>

#include "policies/bytes.h"

namespace gitscale {

bool MayMatter(std::string_view path, std::string_view bytes) {
  if (IsKustomization(path)) {
    return true;
  }
  return IsYamlName(path) &&
         (Contains(bytes, kPolicyGroup) || MentionsPolicy(bytes) || MentionsTargetGroup(bytes));
}

}  // namespace gitscale
