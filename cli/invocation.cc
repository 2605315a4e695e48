// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/invocation.h"

#include <initializer_list>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gitscale {
namespace {

/// Takes each setting from the first of flag, environment and default, notes where from, and
/// collects what is wrong.
class Resolver {
 public:
  Resolver(const Environment& environment, Settings& settings)
      : environment_(environment), settings_(settings) {}

  std::string Text(std::string_view name,
                   const std::optional<std::string>& flag,
                   std::string_view fallback) {
    auto [value, origin] = Find(name, flag);
    Note(name, value ? *value : std::string(fallback), origin);
    return value ? *std::move(value) : std::string(fallback);
  }

  template <typename T>
  T Choice(std::string_view name,
           const std::optional<std::string>& flag,
           T fallback,
           std::initializer_list<std::pair<std::string_view, T>> choices) {
    const auto [value, origin] = Find(name, flag);
    std::vector<std::string_view> names;
    for (const auto& [text, choice] : choices) {
      if (value ? text == *value : choice == fallback) {
        Note(name, std::string(text), origin);
        return choice;
      }
      names.push_back(text);
    }
    wrong_.push_back(fmt::format(
        "found '{}' in {}, expected one of {}", *value, origin, fmt::join(names, ", ")));
    return fallback;
  }

  std::optional<SysSeconds> Time(std::string_view name, const std::optional<std::string>& flag) {
    if (!flag) {
      return std::nullopt;
    }
    const Result<SysSeconds> time = ParseRfc3339(*flag);
    if (!time) {
      wrong_.push_back(fmt::format("flag --{}: {}", name, time.error().message));
      return std::nullopt;
    }
    Note(name, FormatRfc3339(*time), fmt::format("flag --{}", name));
    return *time;
  }

  [[nodiscard]] Status Finish() const {
    if (wrong_.empty()) {
      return {};
    }
    return Fail(ErrorCode::kInvalidArgument, fmt::format("{}", fmt::join(wrong_, "; ")));
  }

 private:
  static std::string VariableName(std::string_view name) {
    std::string variable = "GITSCALE_";
    for (const char c : name) {
      variable += c == '-' ? '_' : static_cast<char>(c - 'a' + 'A');
    }
    return variable;
  }

  std::pair<std::optional<std::string>, std::string> Find(std::string_view name,
                                                          const std::optional<std::string>& flag) {
    if (flag) {
      return {flag, fmt::format("flag --{}", name)};
    }
    const std::string variable = VariableName(name);
    if (std::optional<std::string> value = environment_(variable); value && !value->empty()) {
      return {std::move(value), "environment " + variable};
    }
    return {std::nullopt, std::string(kDefaultOrigin)};
  }

  void Note(std::string_view name, std::string value, std::string origin) {
    settings_.push_back({fmt::format("--{}", name), Json(std::move(value)), std::move(origin)});
  }

  const Environment& environment_;
  Settings& settings_;
  std::vector<std::string> wrong_;
};

enum class Color { kAuto, kAlways, kNever };

bool WantsColor(Color color, const Shell& shell) {
  if (color != Color::kAuto) {
    return color == Color::kAlways;
  }
  return shell.stdout_is_terminal && !shell.environment("NO_COLOR") &&
         shell.environment("TERM").value_or("") != "dumb";
}

}  // namespace

Result<Invocation> ResolveInvocation(const Options& options, const Shell& shell) {
  Invocation resolved;
  Resolver resolver(shell.environment, resolved.settings);
  resolved.verb = options.verb;
  resolved.config_path = resolver.Text("config", options.config, resolved.config_path);
  resolved.log_level = resolver.Choice<LogLevel>("log-level",
                                                 options.log_level,
                                                 LogLevel::kInfo,
                                                 {{"debug", LogLevel::kDebug},
                                                  {"info", LogLevel::kInfo},
                                                  {"warn", LogLevel::kWarn},
                                                  {"error", LogLevel::kError}});
  resolved.log_format =
      resolver.Choice<LogFormat>("log-format",
                                 options.log_format,
                                 shell.stderr_is_terminal ? LogFormat::kText : LogFormat::kJson,
                                 {{"text", LogFormat::kText}, {"json", LogFormat::kJson}});
  resolved.output =
      resolver.Choice<OutputFormat>("output",
                                    options.output,
                                    OutputFormat::kText,
                                    {{"text", OutputFormat::kText}, {"json", OutputFormat::kJson}});
  resolved.color = WantsColor(
      resolver.Choice<Color>(
          "color",
          options.color,
          Color::kAuto,
          {{"auto", Color::kAuto}, {"always", Color::kAlways}, {"never", Color::kNever}}),
      shell);
  resolved.now = resolver.Time("now", options.now);
  resolved.repositories = options.repositories;
  resolved.paths = options.paths;
  resolved.target = options.target;
  resolved.exit_code = options.exit_code;
  resolved.show_config = options.show_config;
  TRY(resolver.Finish());
  return resolved;
}

OutputFormat GuessOutputFormat(const std::vector<std::string>& arguments,
                               const Environment& environment) {
  bool json = environment("GITSCALE_OUTPUT") == "json";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const bool named = argument == "-o" || argument == "--output";
    if (named && i + 1 < arguments.size()) {
      json = arguments[i + 1] == "json";
    } else if (argument.starts_with("--output=") || argument.starts_with("-o")) {
      json = argument == "--output=json" || argument == "-ojson" || argument == "-o=json";
    }
  }
  return json ? OutputFormat::kJson : OutputFormat::kText;
}

}  // namespace gitscale
