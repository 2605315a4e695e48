// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>

#include "cli/run_context.h"
#include "policies/repository_snapshot.h"
#include "reconciler/reason.h"

namespace gitscale {

/// Whether writing is allowed at this moment. Errors: kUnavailable after a signal, and those of
/// reading the configuration: unknown is not allowed.
///
/// stopped: set when the operator's stop is in force (then there is an error too).
[[nodiscard]] Status PermitWrite(const RepositorySnapshot& tip,
                                 const RunContext& context,
                                 std::optional<Reason>& stopped);

}  // namespace gitscale
