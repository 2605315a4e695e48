// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace gitscale {

/// The known name a person most likely meant by `name`: smallest edit distance (case ignored
/// first; two neighbours swapped are one edit), at most 3 edits and at most half of the name's
/// length; ties go to the earlier one.
/// Nothing when none is near.
[[nodiscard]] std::optional<std::string_view> NearestName(std::string_view name,
                                                          std::span<const std::string_view> known);

}  // namespace gitscale
