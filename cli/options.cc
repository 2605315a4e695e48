// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/options.h"

#include <algorithm>
#include <string_view>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/nearest.h"
#include "cli/exit_code.h"
#include "cli/verbs.h"

namespace gitscale {
namespace {

std::string ExitCodeFooter() {
  std::string footer = "\nExit codes:\n";
  for (const ExitCodeText& row : kExitCodes) {
    footer += fmt::format("  {:<4} {}\n", static_cast<int>(row.code), row.meaning);
  }
  footer.pop_back();
  return footer;
}

void AddCommon(CLI::App& verb, Options& options) {
  verb.add_option("-o,--output", options.output, "text (default) or json; GITSCALE_OUTPUT");
  verb.add_option("--color",
                  options.color,
                  "auto (default: on a terminal, unless NO_COLOR is set), always or never");
  verb.add_option(
      "--log-level", options.log_level, "debug, info (default), warn or error; GITSCALE_LOG_LEVEL");
  verb.add_option("--log-format",
                  options.log_format,
                  "text or json; default: text on a terminal, else json; GITSCALE_LOG_FORMAT");
}

void AddRun(CLI::App& verb, Options& options) {
  verb.add_option(
      "-c,--config", options.config, "configuration file (default gitscale.yaml); GITSCALE_CONFIG");
  verb.add_option("--repository",
                  options.repositories,
                  "only the repository of this name; may be given several times")
      ->take_all()
      ->expected(1);
  verb.add_option("--now", options.now, "RFC 3339 moment to decide at; only with recorded metrics");
  verb.add_flag("--show-config",
                options.show_config,
                "print the effective configuration, with the origin of each value, and do nothing");
}

void AddVerbs(CLI::App& app, Options& options) {
  for (const Verb& verb : Verbs()) {
    CLI::App* sub = app.add_subcommand(std::string(verb.name), std::string(verb.summary));
    sub->footer(ExitCodeFooter());
    AddCommon(*sub, options);
    if (verb.name == "run" || verb.name == "plan" || verb.name == "explain") {
      AddRun(*sub, options);
    }
    if (verb.name == "plan") {
      sub->add_flag("--exit-code", options.exit_code, "exit with 10 when changes are pending");
    }
    if (verb.name == "explain") {
      sub->add_option("NS/NAME", options.target, "the target, or its policy")->required();
    }
    if (verb.name == "validate") {
      sub->add_option("PATH", options.paths, "files, or folders searched for *.yaml and *.yml")
          ->required();
    }
  }
}

std::string DidYouMean(std::string_view name, const std::vector<std::string>& known) {
  const std::vector<std::string_view> names(known.begin(), known.end());
  const std::optional<std::string_view> nearest = NearestName(name, names);
  return nearest ? fmt::format(" (did you mean '{}'?)", *nearest) : std::string();
}

tl::unexpected<Error> Unknown(std::string_view what,
                              const std::string& name,
                              const std::vector<std::string>& known) {
  return Fail(ErrorCode::kInvalidArgument,
              fmt::format("unknown {} '{}'{}", what, name, DidYouMean(name, known)));
}

std::vector<std::string> VerbNames() {
  std::vector<std::string> names;
  for (const Verb& verb : Verbs()) {
    names.emplace_back(verb.name);
  }
  return names;
}

/// CLI11 says only "not expected"; name the option and the nearest one.
tl::unexpected<Error> ExplainExtras(const CLI::App& app,
                                    const std::vector<std::string>& arguments,
                                    const std::string& message) {
  const CLI::App* verb = app.get_subcommand(arguments.front());
  std::vector<std::string> known = {"--help"};
  for (const CLI::Option* option : verb->get_options()) {
    for (const std::string& name : option->get_lnames()) {
      known.push_back("--" + name);
    }
  }
  for (const std::string& argument : arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    if (name.starts_with("--") && std::ranges::find(known, name) == known.end()) {
      return Unknown("option", name, known);
    }
  }
  return Fail(ErrorCode::kInvalidArgument, message);
}

}  // namespace

Result<CommandLine> ParseCommandLine(const std::vector<std::string>& arguments) {
  CommandLine parsed;
  CLI::App app("Autoscaling decisions as Git commits", "gitscale");
  app.footer(ExitCodeFooter());
  app.require_subcommand(1);
  AddVerbs(app, parsed.options);
  const std::vector<std::string> verbs = VerbNames();
  if (arguments.empty()) {
    return Fail(ErrorCode::kInvalidArgument, "no verb given (try 'gitscale --help')");
  }
  const std::string& first = arguments.front();
  if (first == "help" || first == "--help" || first == "-h") {
    parsed.help = app.help();
    return parsed;
  }
  if (first == "--version") {
    parsed.options.verb = "version";
    return parsed;
  }
  if (first.starts_with("-")) {
    return Fail(
        ErrorCode::kInvalidArgument,
        fmt::format("found option '{}' before a verb, expected 'gitscale VERB [options]'", first));
  }
  if (std::ranges::find(verbs, first) == verbs.end()) {
    return Unknown("verb", first, verbs);
  }
  parsed.options.verb = first;
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    parsed.help = app.help();
  } catch (const CLI::ExtrasError& error) {
    return ExplainExtras(app, arguments, error.what());
  } catch (const CLI::Error& error) {
    return Fail(ErrorCode::kInvalidArgument, error.what());
  }
  return parsed;
}

}  // namespace gitscale
