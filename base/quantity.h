// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace gitscale {

/// A measured or wanted amount in thousandths of its unit (connections, percent, queries per
/// second), as Kubernetes keeps quantities. Never a float: the same inputs must give the same bytes
/// on any machine.
struct MilliQuantity {
  std::int64_t milli = 0;

  auto operator<=>(const MilliQuantity&) const = default;
};

/// Reads a Kubernetes quantity: decimal number with an optional suffix n u m k M G T P E, Ki Mi Gi
/// Ti Pi Ei, or an exponent ("1e3"). Anything finer than a thousandth is rounded up, as Kubernetes
/// does. Errors: kInvalidArgument for other text, or if the amount does not fit. Source:
/// apimachinery resource.Quantity, the serialisation rules of its package comment. Differs: "0x"
/// forms and white space are refused, and more than 18 significant digits are.
[[nodiscard]] Result<MilliQuantity> ParseQuantity(std::string_view text);

/// The same, and what is too large for 64 bits is the largest there is: for limits.
[[nodiscard]] Result<MilliQuantity> ParseLimit(std::string_view text);

/// For people and files: "150", "0.5", "1234.567". Never an exponent, no trailing zeros.
[[nodiscard]] std::string FormatQuantity(MilliQuantity quantity);

/// A double from a metrics answer as milli-units, rounded to the nearest; nothing if it does not
/// fit (NaN, infinity and magnitudes above about 9e15).
[[nodiscard]] std::optional<MilliQuantity> QuantityFromDouble(double value);

}  // namespace gitscale
