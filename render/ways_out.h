// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <vector>

#include "reconciler/report.h"

namespace gitscale {

/// What would have to change for the outcome to change, one sentence each: what ends the hold or
/// freeze that settled it, then the loads at which more or fewer instances are asked for.
/// REQUIRES: target.decided_on.
[[nodiscard]] std::vector<std::string> WaysOut(const TargetReport& target);

}  // namespace gitscale
