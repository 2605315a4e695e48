// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>

#include "base/quantity.h"

namespace gitscale {

/// Read standbys needed so that `load` comes to at most `target` on each.
///
/// load: summed over the standbys, >= 0; target: per standby, > 0; both in milli-units of the same
/// signal. standbys: how many there are now, >= 1. tolerance_milli: 100 = 10 %, both sides
/// inclusive. Within the tolerance of load / (target * standbys) = 1: `standbys`. Otherwise load /
/// target rounded up, at least 1; a quotient within 1e-9 above an integer is that integer. Never
/// overflows; a result beyond 1,000,000 is cut to it. Source: HPA algorithm, autoscaling/v2,
/// "Algorithm details", averageValue. Differs: the sum is over standbys only, and the rounding
/// guard is ours (two servers give 1 and 0.9999999999999999 for the same data).
[[nodiscard]] std::int32_t StandbysForLoad(MilliQuantity load,
                                           MilliQuantity target,
                                           std::int32_t standbys,
                                           std::int64_t tolerance_milli);

/// load / (target * standbys) in thousandths, rounded to the nearest; for messages only. Same
/// conditions.
[[nodiscard]] std::int64_t UsageRatioMilli(MilliQuantity load,
                                           MilliQuantity target,
                                           std::int32_t standbys);

}  // namespace gitscale
