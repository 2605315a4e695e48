// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <vector>

namespace gitscale {

/// The counts an engine can run: ascending, or empty for any.
using AllowedCounts = std::vector<std::int32_t>;

/// Whether the engine can run `count`.
[[nodiscard]] bool IsAllowed(const AllowedCounts& allowed, std::int32_t count);

/// The smallest allowed count above `count`, or `count` when there is none.
[[nodiscard]] std::int32_t NextAllowed(const AllowedCounts& allowed, std::int32_t count);

/// The largest allowed count below `count`, or `count` when there is none.
[[nodiscard]] std::int32_t PreviousAllowed(const AllowedCounts& allowed, std::int32_t count);

/// `steps` allowed counts from `count`: up for positive steps, down for negative ones.
[[nodiscard]] std::int32_t StepsFrom(const AllowedCounts& allowed,
                                     std::int32_t count,
                                     std::int32_t steps);

}  // namespace gitscale
