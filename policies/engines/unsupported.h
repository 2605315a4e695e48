// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string_view>

namespace gitscale {

/// Why a kind that people may well name in a targetRef is not scaled; empty for any other kind.
[[nodiscard]] std::string_view WhyUnsupported(std::string_view kind);

}  // namespace gitscale
