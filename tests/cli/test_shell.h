// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "cli/shell.h"
#include "cli/stop_signal.h"
#include "tests/support/fakes.h"

namespace gitscale::testing {

/// A process that is no process: its environment, clocks and standard error are values.
struct TestShell {
  std::ostringstream err;
  FakeClock clock;
  FakeSleeper sleeper;
  StopSignal stop;
  std::map<std::string, std::string, std::less<>> variables;

  [[nodiscard]] Shell Make() {
    Environment environment = [this](std::string_view name) -> std::optional<std::string> {
      const auto variable = variables.find(name);
      return variable == variables.end() ? std::nullopt : std::optional(variable->second);
    };
    return {err, clock, sleeper, stop, environment, false, false, "run-1", 1};
  }
};

}  // namespace gitscale::testing
