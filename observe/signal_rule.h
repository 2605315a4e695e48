// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "policies/signal.h"
#include "reconciler/observation.h"

namespace gitscale {

/// The role whose instances a signal is summed over.
///
/// An instance that has the role and no value of the signal is missing, whatever the signal: an
/// absent series may be an idle standby or a query that broke, and only the source can tell them
/// apart. Where idle means no series, the query itself fills in the zero (promql_postgres.cc).
[[nodiscard]] Role CountedRole(Signal signal);

}  // namespace gitscale
