// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "cli/verbs.h"

namespace gitscale {

/// `gitscale version`: the version of the program and of the rules it decides by.
[[nodiscard]] VerbResult Version(const Invocation& invocation, Shell& shell);

}  // namespace gitscale
