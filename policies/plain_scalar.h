// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace gitscale {

// How plain (unquoted) scalars are understood: strictly enough that every YAML reader in the chain
// (kubectl, Flux, Helm, the CRD's schema) sees the same value.

/// Whether YAML 1.1 and 1.2 readers all take it for a string: not empty, no null, no boolean in any
/// spelling that kubectl knows, no number.
[[nodiscard]] bool IsPlainString(std::string_view text);

/// true, True, TRUE, false, False, FALSE.
[[nodiscard]] std::optional<bool> PlainBool(std::string_view text);

/// Decimal digits with an optional minus, no leading zero ("010" is octal to some readers), no
/// separators.
[[nodiscard]] std::optional<std::int64_t> PlainInt(std::string_view text);

/// "30s", "5m", "1h": digits and one unit.
[[nodiscard]] std::optional<std::chrono::seconds> ParseSeconds(std::string_view text);

}  // namespace gitscale
