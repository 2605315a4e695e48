// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

namespace gitscale {

/// Whether Git takes this as the full name of a reference ("refs/heads/main").
/// Source: git-check-ref-format.
[[nodiscard]] bool IsRefName(const std::string& name);

}  // namespace gitscale
