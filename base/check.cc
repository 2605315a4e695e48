// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace gitscale::internal {

void CheckFailed(const char* file, int line, const char* condition) noexcept {
  static_cast<void>(std::fprintf(stderr, "%s:%d: broken invariant: %s\n", file, line, condition));
  std::abort();
}

}  // namespace gitscale::internal
