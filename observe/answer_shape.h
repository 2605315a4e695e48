// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gitscale {

/// What the value being read belongs to.
enum class Place : std::uint8_t {
  kDocument,
  kRoot,      // {"status", "data", ...}
  kWarnings,  // ["...", ...]
  kData,      // {"resultType", "result"}
  kResult,    // [series, ...]
  kSeries,    // {"metric", "values"}
  kMetric,    // {"namespace", "pod"}
  kValues,    // [pair, ...]
  kPair,      // [time, "value"]
  kSkipped,
};

/// The key whose value comes next, as far as we care.
enum class Field : std::uint8_t {
  kOther,
  kStatus,
  kError,
  kIsPartial,
  kWarnings,
  kData,
  kResultType,
  kResult,
  kMetric,
  kValues,
  kNamespace,
  kPod,
};

/// The field a key stands for at a place; kOther for one we do not read.
[[nodiscard]] Field FieldOf(Place place, std::string_view key);

/// Whether we rely on the shape of the value at this place and field. Others are skipped.
[[nodiscard]] bool IsOurs(Place place, Field field);

/// What is wrong when a value of another type stands there.
[[nodiscard]] std::string Misplaced(Place place, Field field);

/// A sample's value as servers write it: a decimal number, "NaN", "+Inf", "-Inf". A magnitude
/// beyond a double is infinite. Nothing for other text.
[[nodiscard]] std::optional<double> ParseSampleValue(std::string_view text);

}  // namespace gitscale
