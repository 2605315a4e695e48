// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/load.h"

namespace gitscale {

std::string_view RefusalName(RefusalCode code) {
  switch (code) {
    case RefusalCode::kUnset:
      return "Unset";
    case RefusalCode::kInvalidPolicy:
      return "InvalidPolicy";
    case RefusalCode::kForbiddenNamespace:
      return "ForbiddenNamespace";
    case RefusalCode::kUnresolvedNamespace:
      return "UnresolvedNamespace";
    case RefusalCode::kAmbiguousPolicy:
      return "AmbiguousPolicy";
    case RefusalCode::kAmbiguousTarget:
      return "AmbiguousTarget";
    case RefusalCode::kTargetNotFound:
      return "TargetNotFound";
    case RefusalCode::kUnsupportedTarget:
      return "UnsupportedTarget";
    case RefusalCode::kUnreadableTarget:
      return "UnreadableTarget";
    case RefusalCode::kUnrouted:
      return "Unrouted";
  }
  return "Unset";
}

}  // namespace gitscale
