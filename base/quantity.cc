// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/quantity.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace gitscale {
namespace {

/// Exact decimal: digits * 10^exponent.
struct Decimal {
  bool negative = false;
  std::int64_t digits = 0;
  int exponent = 0;
};

struct Suffix {
  std::string_view text;
  std::int64_t binary;  // multiplier, 1 for decimal suffixes
  int exponent;         // power of ten
};

constexpr std::array<Suffix, 15> kSuffixes = {{{"Ki", std::int64_t{1} << 10, 0},
                                               {"Mi", std::int64_t{1} << 20, 0},
                                               {"Gi", std::int64_t{1} << 30, 0},
                                               {"Ti", std::int64_t{1} << 40, 0},
                                               {"Pi", std::int64_t{1} << 50, 0},
                                               {"Ei", std::int64_t{1} << 60, 0},
                                               {"n", 1, -9},
                                               {"u", 1, -6},
                                               {"m", 1, -3},
                                               {"k", 1, 3},
                                               {"M", 1, 6},
                                               {"G", 1, 9},
                                               {"T", 1, 12},
                                               {"P", 1, 15},
                                               {"E", 1, 18}}};

/// Reads the leading number; leaves the rest in `text`.
std::optional<Decimal> ReadDecimal(std::string_view& text) {
  Decimal number;
  if (!text.empty() && (text.front() == '+' || text.front() == '-')) {
    number.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  bool any = false;
  bool fraction = false;
  std::size_t pos = 0;
  for (; pos < text.size(); ++pos) {
    const char c = text[pos];
    if (c == '.' && !fraction) {
      fraction = true;
      continue;
    }
    if (c < '0' || c > '9') {
      break;
    }
    any = true;
    if (number.digits > (std::numeric_limits<std::int64_t>::max() - 9) / 10) {
      return std::nullopt;
    }
    number.digits = number.digits * 10 + (c - '0');
    number.exponent -= fraction ? 1 : 0;
  }
  text.remove_prefix(pos);
  return any ? std::optional(number) : std::nullopt;
}

/// Applies what follows the number. False: not a suffix.
bool ApplySuffix(std::string_view rest, Decimal& number, std::int64_t& binary) {
  if (rest.empty()) {
    return true;
  }
  for (const Suffix& suffix : kSuffixes) {
    if (rest == suffix.text) {
      binary = suffix.binary;
      number.exponent += suffix.exponent;
      return true;
    }
  }
  if (rest.front() != 'e' && rest.front() != 'E') {
    return false;
  }
  rest.remove_prefix(1);
  if (rest.starts_with('+')) {
    rest.remove_prefix(1);
    if (rest.starts_with('-')) {
      return false;
    }
  }
  int exponent = 0;
  const auto [end, failure] = std::from_chars(rest.data(), rest.data() + rest.size(), exponent);
  if (failure != std::errc{} || end != rest.data() + rest.size() || exponent > 30 ||
      exponent < -30) {
    return false;
  }
  number.exponent += exponent;
  return true;
}

/// digits * binary * 10^(exponent + 3), rounded away from zero; nothing on overflow.
std::optional<std::int64_t> ToMilli(const Decimal& number, std::int64_t binary) {
  std::int64_t value = 0;
  if (__builtin_mul_overflow(number.digits, binary, &value)) {
    return std::nullopt;
  }
  bool inexact = false;
  for (int exponent = number.exponent + 3; exponent != 0 && value != 0;) {
    if (exponent > 0) {
      if (__builtin_mul_overflow(value, std::int64_t{10}, &value)) {
        return std::nullopt;
      }
      --exponent;
    } else {
      inexact = inexact || value % 10 != 0;
      value /= 10;
      ++exponent;
    }
  }
  return inexact ? value + 1 : value;
}

}  // namespace

Result<MilliQuantity> ParseQuantity(std::string_view text) {
  std::string_view rest = text;
  std::int64_t binary = 1;
  auto number = ReadDecimal(rest);
  if (number && ApplySuffix(rest, *number, binary)) {
    if (const auto milli = ToMilli(*number, binary)) {
      return MilliQuantity{number->negative ? -*milli : *milli};
    }
  }
  return Fail(
      ErrorCode::kInvalidArgument,
      fmt::format("cannot read quantity '{}': expected a number such as 150, 0.5, 500m or 2Gi",
                  text.substr(0, 64)));
}

Result<MilliQuantity> ParseLimit(std::string_view text) {
  std::string_view rest = text;
  std::int64_t binary = 1;
  auto number = ReadDecimal(rest);
  if (number && ApplySuffix(rest, *number, binary) && !ToMilli(*number, binary) &&
      !number->negative) {
    return MilliQuantity{std::numeric_limits<std::int64_t>::max()};
  }
  return ParseQuantity(text);
}

std::string FormatQuantity(MilliQuantity quantity) {
  const bool negative = quantity.milli < 0;
  // Negating the smallest value would overflow; its unsigned magnitude does not.
  const std::uint64_t magnitude = negative ? ~static_cast<std::uint64_t>(quantity.milli) + 1
                                           : static_cast<std::uint64_t>(quantity.milli);
  std::string text = fmt::format("{}{}", negative ? "-" : "", magnitude / 1000);
  if (magnitude % 1000 != 0) {
    text += fmt::format(".{:03}", magnitude % 1000);
    text.erase(text.find_last_not_of('0') + 1);
  }
  return text;
}

std::optional<MilliQuantity> QuantityFromDouble(double value) {
  constexpr double kLargest = 9.0e15;
  if (!std::isfinite(value) || std::fabs(value) > kLargest) {
    return std::nullopt;
  }
  return MilliQuantity{std::llround(value * 1000.0)};
}

}  // namespace gitscale
