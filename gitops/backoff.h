// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstdint>

namespace gitscale {

/// How long to wait after the `attempt`-th lost race (1 is the first) before trying again.
///
/// Exponential with full jitter: evenly spread over 0 ... base * 2^(attempt - 1), at most 10 s.
/// random: any 64 evenly spread bits. Pure: the caller supplies chance and does the waiting.
/// Source: "Exponential Backoff And Jitter", AWS Architecture Blog, 2015, "Full Jitter".
[[nodiscard]] std::chrono::milliseconds Delay(int attempt,
                                              std::chrono::milliseconds base,
                                              std::uint64_t random);

}  // namespace gitscale
