// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <vector>

#include "reconciler/proposal.h"

namespace gitscale {

/// What all targets of a wave do together: the proposals in target order, after the guardrails that
/// more than one target share. Pure; the order of the argument does not matter.
[[nodiscard]] std::vector<Proposal> Allocate(std::vector<Proposal> proposals);

}  // namespace gitscale
