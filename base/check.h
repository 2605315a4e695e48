// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace gitscale::internal {

/// Prints "file:line: broken invariant: text" and aborts. In release builds too.
[[noreturn]] void CheckFailed(const char* file, int line, const char* condition) noexcept;

}  // namespace gitscale::internal

/// A broken invariant is a bug of ours. Never on input: that is an Error.
#define CHECK(condition)                                                 \
  do {                                                                   \
    if (!(condition)) {                                                  \
      ::gitscale::internal::CheckFailed(__FILE__, __LINE__, #condition); \
    }                                                                    \
  } while (false)
