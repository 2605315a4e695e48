// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/answer_shape.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <system_error>

#include <fmt/format.h>

namespace gitscale {
namespace {

struct KnownField {
  Place place;
  std::string_view key;
  Field field;
};

constexpr std::array kFields = {
    KnownField{Place::kSeries, "values", Field::kValues},
    KnownField{Place::kSeries, "metric", Field::kMetric},
    KnownField{Place::kMetric, "namespace", Field::kNamespace},
    KnownField{Place::kMetric, "pod", Field::kPod},
    KnownField{Place::kRoot, "status", Field::kStatus},
    KnownField{Place::kRoot, "error", Field::kError},
    KnownField{Place::kRoot, "isPartial", Field::kIsPartial},
    KnownField{Place::kRoot, "warnings", Field::kWarnings},
    KnownField{Place::kRoot, "data", Field::kData},
    KnownField{Place::kData, "resultType", Field::kResultType},
    KnownField{Place::kData, "result", Field::kResult},
};

/// The most frequent values, small whole numbers, at a fraction of the cost.
std::optional<double> ParseWhole(std::string_view text) {
  constexpr std::size_t kExactDigits = 15;
  if (text.empty() || text.size() > kExactDigits) {
    return std::nullopt;
  }
  std::int64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') {
      return std::nullopt;
    }
    value = value * 10 + (c - '0');
  }
  return static_cast<double>(value);
}

}  // namespace

Field FieldOf(Place place, std::string_view key) {
  for (const KnownField& known : kFields) {
    if (known.place == place && known.key == key) {
      return known.field;
    }
  }
  return Field::kOther;
}

bool IsOurs(Place place, Field field) {
  switch (place) {
    case Place::kRoot:
    case Place::kData:
    case Place::kSeries:
    case Place::kMetric:
      return field != Field::kOther;
    case Place::kSkipped:
      return false;
    default:
      return true;
  }
}

std::string Misplaced(Place place, Field field) {
  switch (place) {
    case Place::kDocument:
      return "the answer is no object";
    case Place::kResult:
      return "a series is no object";
    case Place::kValues:
    case Place::kPair:
      return "a sample is no pair of time and value";
    case Place::kWarnings:
      return "a warning is no text";
    default:
      break;
  }
  for (const KnownField& known : kFields) {
    if (known.field == field) {
      return fmt::format("'{}' is of the wrong type", known.key);
    }
  }
  return "a value is of the wrong type";
}

std::optional<double> ParseSampleValue(std::string_view text) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (const auto whole = ParseWhole(text)) {
    return whole;
  }
  if (text == "NaN") {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (text == "+Inf" || text == "Inf") {
    return kInfinity;
  }
  if (text == "-Inf") {
    return -kInfinity;
  }
  // from_chars would also read "inf" and "nan(...)", which no server writes.
  const char* const digits = text.data() + (text.starts_with('-') ? 1 : 0);
  const char* const end = text.data() + text.size();
  if (digits == end || *digits < '0' || *digits > '9') {
    return std::nullopt;
  }
  double value = 0;
  const auto [stop, failure] = std::from_chars(text.data(), end, value);
  if (failure == std::errc::result_out_of_range) {
    return text.starts_with('-') ? -kInfinity : kInfinity;
  }
  return stop == end ? std::optional(value) : std::nullopt;
}

}  // namespace gitscale
