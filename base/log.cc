// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/log.h"

#include <ctime>
#include <memory>
#include <mutex>

#include <fmt/format.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "base/json.h"
#include "base/secret.h"
#include "base/time.h"

namespace gitscale {
namespace {

struct State {
  std::mutex mutex;
  LogLevel level = LogLevel::kInfo;
  LogFormat format = LogFormat::kText;
  std::string run_id;
  std::shared_ptr<spdlog::logger> logger;
};

State& Shared() {
  static State state;
  return state;
}

std::string_view LevelName(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return "debug";
    case LogLevel::kInfo:
      return "info";
    case LogLevel::kWarn:
      return "warn";
    case LogLevel::kError:
      return "error";
  }
  return "error";
}

Json FieldValue(const LogField& field) {
  return std::visit([](const auto& value) { return Json(value); }, field.second);
}

std::string FieldText(const LogField& field) {
  const Json value = FieldValue(field);
  const std::string* text = value.AsString();
  const bool plain =
      text != nullptr && !text->empty() && text->find_first_of(" \"=\n\t") == std::string::npos;
  return fmt::format("{}={}", field.first, plain ? *text : WriteJson(value));
}

std::string FormatText(std::string_view time,
                       LogLevel level,
                       std::string_view message,
                       std::initializer_list<LogField> fields) {
  std::string line = fmt::format("{} {:5} {}", time, LevelName(level), message);
  for (const LogField& field : fields) {
    line += " " + FieldText(field);
  }
  return line;
}

}  // namespace

void ConfigureLog(LogLevel level, LogFormat format, std::string run_id) {
  State& state = Shared();
  const std::lock_guard lock(state.mutex);
  state.level = level;
  state.format = format;
  state.run_id = std::move(run_id);
}

std::string FormatLogJson(std::string_view time,
                          LogLevel level,
                          std::string_view message,
                          std::string_view run_id,
                          std::initializer_list<LogField> fields) {
  Json::Object line;
  for (const LogField& field : fields) {
    line.insert_or_assign(std::string(field.first), FieldValue(field));
  }
  line.insert_or_assign("time", Json(time));
  line.insert_or_assign("level", Json(LevelName(level)));
  line.insert_or_assign("message", Json(message));
  line.insert_or_assign("run_id", Json(run_id));
  return WriteJson(Json(std::move(line)));
}

void Log(LogLevel level, std::string_view message, std::initializer_list<LogField> fields) {
  State& state = Shared();
  const std::lock_guard lock(state.mutex);
  if (level < state.level) {
    return;
  }
  if (!state.logger) {
    // The line is complete when it reaches spdlog: its patterns do not escape JSON.
    state.logger = std::make_shared<spdlog::logger>(
        "gitscale", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    state.logger->set_pattern("%v");
    state.logger->flush_on(spdlog::level::trace);
    state.logger->set_level(spdlog::level::trace);
  }
  const std::string time = FormatRfc3339(SystemClock().Now());
  const std::string line = state.format == LogFormat::kJson
                               ? FormatLogJson(time, level, message, state.run_id, fields)
                               : FormatText(time, level, message, fields);
  state.logger->log(spdlog::level::info, spdlog::string_view_t(Redact(line)));
}

}  // namespace gitscale
