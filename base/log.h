// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace gitscale {

/// error: the run or a target failed; warn: degraded, with the consequence; info: decisions and
/// effects; debug: inputs.
enum class LogLevel { kDebug, kInfo, kWarn, kError };

enum class LogFormat { kText, kJson };

using LogField = std::pair<std::string_view, std::variant<std::string, std::int64_t, bool>>;

/// Sets level and format of all that follows, and the run id that every line carries. Call once,
/// from main. Lines go to standard error, redacted.
void ConfigureLog(LogLevel level, LogFormat format, std::string run_id);

/// Log(LogLevel::kInfo, "pushed branch", {{"target", key}, {"revision", sha}});
/// The message is constant and starts in lower case; data goes into fields, named in snake_case.
/// Thread-safe.
void Log(LogLevel level, std::string_view message, std::initializer_list<LogField> fields = {});

/// One JSON line without newline, as Log() writes with LogFormat::kJson. For tests and for callers
/// with their own sink.
[[nodiscard]] std::string FormatLogJson(std::string_view time,
                                        LogLevel level,
                                        std::string_view message,
                                        std::string_view run_id,
                                        std::initializer_list<LogField> fields);

}  // namespace gitscale
