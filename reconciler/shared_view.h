// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "reconciler/reason.h"

namespace gitscale {

/// One resource of a quota as one target finds it, in milli-units. reserved: by what was granted
/// before, and by instances that Git asks for and that do not exist yet.
struct QuotaShare {
  std::int64_t hard_milli = 0;
  std::int64_t used_milli = 0;
  std::int64_t reserved_milli = 0;

  bool operator==(const QuotaShare&) const = default;
};

/// What one target finds of the shared room when its turn comes: together with its proposal, all
/// that the guardrails over a wave are given.
struct SharedView {
  std::optional<Reason> quota_fault;        ///< there may be a quota, and it cannot be read
  std::map<std::string, QuotaShare> quota;  ///< by resource; empty: no quota
  std::int32_t namespace_clones = 0;        ///< flights up that are open or granted ...
  std::int32_t namespace_limit = 2;         ///< ... and how many may be
  std::int32_t endpoint_clones = 0;
  std::int32_t endpoint_limit = 10;
  std::int32_t judged = 0;      ///< targets of the endpoint with a complete scale-down window ...
  std::int32_t wanting = 0;     ///< ... how many of the endpoint's want fewer ...
  std::int32_t kept_downs = 0;  ///< ... and how many of those were let through

  bool operator==(const SharedView&) const = default;
};

}  // namespace gitscale
