// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/plain_scalar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace gitscale {
namespace {

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

std::string Lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  });
  return out;
}

/// Anything that some reader takes for a number: 1, -1.5, .5, 1e3, 0x1f, 0o17, 0b1, 1_000, 1:30,
/// .inf, .nan.
bool LooksLikeNumber(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    text.remove_prefix(1);
  }
  const std::string lower = Lower(text);
  if (lower == ".inf" || lower == ".nan") {
    return true;
  }
  if (lower.starts_with("0x")) {
    return lower.size() > 2 && lower.find_first_not_of("0123456789abcdef_", 2) == std::string::npos;
  }
  if (lower.starts_with("0o") || lower.starts_with("0b")) {
    return lower.size() > 2 && lower.find_first_not_of("01234567_", 2) == std::string::npos;
  }
  std::size_t dots = 0;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    if (lower[i] == 'e' && i > 0 && i + 1 < lower.size()) {
      const std::size_t sign = lower[i + 1] == '-' || lower[i + 1] == '+' ? 2 : 1;
      return i + sign < lower.size() &&
             lower.find_first_not_of("0123456789", i + sign) == std::string::npos;
    }
    dots += lower[i] == '.' ? 1U : 0U;
    if (!IsDigit(lower[i]) && lower[i] != '.' && lower[i] != '_' && lower[i] != ':') {
      return false;
    }
  }
  // "10.0.0.1" is a string to every reader; "1:30" is ninety to some.
  return dots <= 1 && std::ranges::any_of(lower, IsDigit);
}

}  // namespace

bool IsPlainString(std::string_view text) {
  constexpr std::array<std::string_view, 9> kWords = {
      "", "~", "null", "true", "false", "yes", "no", "on", "off"};
  const std::string lower = Lower(text);
  return std::ranges::find(kWords, lower) == kWords.end() && !LooksLikeNumber(text);
}

std::optional<bool> PlainBool(std::string_view text) {
  if (text == "true" || text == "True" || text == "TRUE") {
    return true;
  }
  if (text == "false" || text == "False" || text == "FALSE") {
    return false;
  }
  return std::nullopt;
}

std::optional<std::int64_t> PlainInt(std::string_view text) {
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.empty() || !std::ranges::all_of(digits, IsDigit) ||
      (digits.front() == '0' && text != "0")) {
    return std::nullopt;
  }
  std::int64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  return failure == std::errc{} && end == text.data() + text.size() ? std::optional(value)
                                                                    : std::nullopt;
}

std::optional<std::chrono::seconds> ParseSeconds(std::string_view text) {
  constexpr std::int64_t kMostDigits = 9;  // no overflow after multiplying
  if (text.size() < 2 || text.size() > kMostDigits + 1) {
    return std::nullopt;
  }
  const char unit = text.back();
  text.remove_suffix(1);
  const std::int64_t factor = unit == 's' ? 1 : unit == 'm' ? 60 : unit == 'h' ? 3600 : 0;
  std::int64_t count = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (factor == 0 || !IsDigit(text.front()) || failure != std::errc{} ||
      end != text.data() + text.size()) {
    return std::nullopt;
  }
  return std::chrono::seconds{count * factor};
}

}  // namespace gitscale
