// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <functional>

namespace gitscale {

/// Calls body(0) .. body(count - 1), each once, on at most `threads` threads, and returns when all
/// are done. body must be safe to call from several threads and must not throw.
void ParallelFor(std::size_t count,
                 std::size_t threads,
                 const std::function<void(std::size_t)>& body);

}  // namespace gitscale
