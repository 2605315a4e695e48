// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/allocate.h"

#include <algorithm>

namespace gitscale {

std::vector<Proposal> Allocate(std::vector<Proposal> proposals) {
  std::ranges::sort(proposals, {}, &Proposal::key);
  return proposals;
}

}  // namespace gitscale
