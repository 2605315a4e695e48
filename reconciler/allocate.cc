// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/allocate.h"

#include <algorithm>

#include "reconciler/shared_guardrails.h"

namespace gitscale {

std::vector<Proposal> Allocate(std::vector<Proposal> proposals, const SharedRoom& room) {
  std::ranges::sort(proposals, {}, &Proposal::key);
  ApplyQuota(proposals, room);
  ApplyCloneLimit(proposals, room);
  ApplyBlastRadius(proposals);
  return proposals;
}

}  // namespace gitscale
