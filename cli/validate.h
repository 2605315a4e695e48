// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "cli/verbs.h"

namespace gitscale {

/// `gitscale validate PATH...`: every problem of every policy in the files, and in the *.yaml and
/// *.yml of the folders. 0: none; 2: some, or a path that cannot be read.
[[nodiscard]] VerbResult Validate(const Invocation& invocation, Shell& shell);

}  // namespace gitscale
