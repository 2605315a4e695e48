// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "policies/yaml_tree.h"

namespace gitscale {

/// One past the last byte of a node. Nothing when that cannot be told with certainty, or when text
/// put behind it could change its meaning (it ends in a block scalar, or in a null without a
/// colon).
[[nodiscard]] std::optional<std::size_t> NodeEnd(std::string_view text, const YamlNode& node);

/// One past the last byte of an entry: of its value, or of the colon when the value is empty.
[[nodiscard]] std::optional<std::size_t> EntryEnd(std::string_view text, const YamlEntry& entry);

/// One past the colon of an entry whose value is empty (`key:`), if it has one.
[[nodiscard]] std::optional<std::size_t> ColonEnd(std::string_view text, const YamlEntry& entry);

}  // namespace gitscale
