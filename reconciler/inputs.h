// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <string>

#include "base/time.h"
#include "policies/scaling_policy.h"
#include "policies/target.h"
#include "reconciler/decide.h"
#include "reconciler/observation.h"
#include "reconciler/proposal.h"
#include "reconciler/shared_view.h"

namespace gitscale {

/// Most bytes one encoded input may have: it travels in a commit trailer.
inline constexpr std::size_t kMaxInputsBytes = 8192;

/// What Decide was given, as one line of canonical JSON in scaled integers, so that anybody can
/// decide it again later. Persisted: see docs/formats.md. Equal arguments give equal bytes. Sums
/// and hottest values are kept as differences to the step before, which keeps four metrics over
/// sixty steps below kMaxInputsBytes.
[[nodiscard]] std::string EncodeInputs(const ScalingPolicy& policy,
                                       const Target& target,
                                       const Observation& seen,
                                       const History& past,
                                       SysSeconds now);

/// The inputs of a decision: what EncodeInputs gave, and what Allocate was given for this target.
/// One line of canonical JSON too.
[[nodiscard]] std::string JoinInputs(const std::string& decide,
                                     const SharedFacts& facts,
                                     const SharedView& view);

}  // namespace gitscale
