// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <string>

#include "policies/target.h"
#include "policies/target_index.h"

namespace gitscale {

/// Why a count cannot scale a target. why: empty when it can; else one sentence that names the file
/// and line it follows from.
struct NotScalable {
  NotScalableCode code = NotScalableCode::kOther;
  std::string why;
};

/// replicas: what the document declares or its chart defaults to.
///
/// A switch that cannot be read with certainty (a template, an alias, a quoted word) is no yes and
/// no no: the target is not scalable then, and it is said what was found.
///
/// REQUIRES: declared.adapter and declared.traits are not null.
[[nodiscard]] NotScalable WhyNotScalable(const DeclaredTarget& declared, std::int32_t replicas);

}  // namespace gitscale
