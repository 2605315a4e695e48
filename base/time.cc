// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/time.h"

#include <array>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

namespace gitscale {
namespace {

using std::chrono::seconds;

/// Reads exactly `count` digits at `pos`.
std::optional<int> Digits(std::string_view text, std::size_t pos, std::size_t count) {
  if (pos + count > text.size()) {
    return std::nullopt;
  }
  int value = 0;
  for (std::size_t i = pos; i < pos + count; ++i) {
    if (text[i] < '0' || text[i] > '9') {
      return std::nullopt;
    }
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

bool CharAt(std::string_view text, std::size_t pos, char wanted) {
  return pos < text.size() &&
         (text[pos] == wanted || (wanted >= 'A' && text[pos] == wanted + ('a' - 'A')));
}

std::optional<SysSeconds> Compose(int year, int month, int day, int hour, int minute, int second) {
  const std::chrono::year_month_day date{std::chrono::year{year},
                                         std::chrono::month{static_cast<unsigned>(month)},
                                         std::chrono::day{static_cast<unsigned>(day)}};
  if (!date.ok() || year < 1970 || hour > 23 || minute > 59 || second > 59) {
    return std::nullopt;
  }
  return std::chrono::sys_days{date} + std::chrono::hours{hour} + std::chrono::minutes{minute} +
         seconds{second};
}

/// The numeric offset or Z that must end `text` at `pos`; seconds east of UTC.
std::optional<seconds> Offset(std::string_view text, std::size_t pos) {
  if (CharAt(text, pos, 'Z') && pos + 1 == text.size()) {
    return seconds{0};
  }
  if (pos + 6 != text.size() || (text[pos] != '+' && text[pos] != '-') || text[pos + 3] != ':') {
    return std::nullopt;
  }
  const auto hours = Digits(text, pos + 1, 2);
  const auto minutes = Digits(text, pos + 4, 2);
  if (!hours || !minutes || *hours > 23 || *minutes > 59) {
    return std::nullopt;
  }
  const seconds offset = std::chrono::hours{*hours} + std::chrono::minutes{*minutes};
  return text[pos] == '-' ? -offset : offset;
}

std::optional<SysSeconds> Rfc3339(std::string_view text) {
  const auto year = Digits(text, 0, 4);
  const auto month = Digits(text, 5, 2);
  const auto day = Digits(text, 8, 2);
  const auto hour = Digits(text, 11, 2);
  const auto minute = Digits(text, 14, 2);
  const auto second = Digits(text, 17, 2);
  if (!year || !month || !day || !hour || !minute || !second || !CharAt(text, 4, '-') ||
      !CharAt(text, 7, '-') || !CharAt(text, 10, 'T') || !CharAt(text, 13, ':') ||
      !CharAt(text, 16, ':')) {
    return std::nullopt;
  }
  std::size_t pos = 19;
  if (CharAt(text, pos, '.')) {
    const std::size_t fraction = ++pos;
    while (Digits(text, pos, 1)) {
      ++pos;
    }
    if (pos == fraction) {
      return std::nullopt;
    }
  }
  const auto offset = Offset(text, pos);
  const auto local = Compose(*year, *month, *day, *hour, *minute, *second);
  if (!offset || !local) {
    return std::nullopt;
  }
  return *local - *offset;
}

}  // namespace

std::string FormatRfc3339(SysSeconds time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss clock{time - day};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z",
                     static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()),
                     clock.hours().count(),
                     clock.minutes().count(),
                     clock.seconds().count());
}

Result<SysSeconds> ParseRfc3339(std::string_view text) {
  const auto time = Rfc3339(text);
  if (!time) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("cannot read time '{}': expected RFC 3339, as in 2026-08-21T09:30:00Z",
                            text.substr(0, 64)));
  }
  return *time;
}

Result<SysSeconds> ParseHttpDate(std::string_view text) {
  static constexpr std::array<std::string_view, 12> kMonths = {
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  std::optional<SysSeconds> time;
  if (text.size() == 29 && text.substr(26) == "GMT") {
    const auto day = Digits(text, 5, 2);
    const auto year = Digits(text, 12, 4);
    const auto hour = Digits(text, 17, 2);
    const auto minute = Digits(text, 20, 2);
    const auto second = Digits(text, 23, 2);
    int month = 0;
    for (std::size_t i = 0; i < kMonths.size(); ++i) {
      if (text.substr(8, 3) == kMonths.at(i)) {
        month = static_cast<int>(i) + 1;
      }
    }
    if (day && year && hour && minute && second && month != 0) {
      time = Compose(*year, month, *day, *hour, *minute, *second);
    }
  }
  if (!time) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("cannot read HTTP date '{}'", text.substr(0, 64)));
  }
  return *time;
}

std::string FormatDuration(seconds duration) {
  const std::int64_t count = duration.count();
  if (count != 0 && count % 86400 == 0) {
    return fmt::format("{} d", count / 86400);
  }
  if (count != 0 && count % 3600 == 0) {
    return fmt::format("{} h", count / 3600);
  }
  if (count != 0 && count % 60 == 0) {
    return fmt::format("{} min", count / 60);
  }
  return fmt::format("{} s", count);
}

SysSeconds SystemClock::Now() const {
  return std::chrono::floor<seconds>(std::chrono::system_clock::now());
}

std::chrono::steady_clock::time_point SystemClock::Monotonic() const {
  return std::chrono::steady_clock::now();
}

}  // namespace gitscale
