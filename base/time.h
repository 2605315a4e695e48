// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "base/result.h"

namespace gitscale {

/// A moment, UTC, to the second. All times that are decided on, written or compared have this type.
using SysSeconds = std::chrono::sys_seconds;

/// "2026-08-21T09:30:00Z".
[[nodiscard]] std::string FormatRfc3339(SysSeconds time);

/// Reads RFC 3339 with `Z` or a numeric offset; `t` and `z` may be lower case; a fraction of a
/// second is cut off. Years 1970 to 9999. A leap second (":60") is refused. Errors:
/// kInvalidArgument, naming the text.
[[nodiscard]] Result<SysSeconds> ParseRfc3339(std::string_view text);

/// RFC 9110 IMF-fixdate as servers send it in `Date`: "Sun, 06 Nov 1994 08:49:37 GMT". Errors:
/// kInvalidArgument.
[[nodiscard]] Result<SysSeconds> ParseHttpDate(std::string_view text);

/// For people: "45 s", "30 min", "2 h", "90 s" -> "90 s", "3720 s" -> "62 min". Exact, in the
/// largest unit that is a whole number.
[[nodiscard]] std::string FormatDuration(std::chrono::seconds duration);

/// Now, and a clock for deadlines. The only way to either below `cli/`.
class Clock {
 public:
  Clock() = default;
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  virtual ~Clock() = default;

  [[nodiscard]] virtual SysSeconds Now() const = 0;
  [[nodiscard]] virtual std::chrono::steady_clock::time_point Monotonic() const = 0;
};

/// The machine's clocks.
class SystemClock final : public Clock {
 public:
  [[nodiscard]] SysSeconds Now() const override;
  [[nodiscard]] std::chrono::steady_clock::time_point Monotonic() const override;
};

}  // namespace gitscale
