// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "base/time.h"
#include "cli/stop_signal.h"
#include "reconciler/ports.h"

namespace gitscale {

/// The value of an environment variable; nothing when unset.
using Environment = std::function<std::optional<std::string>(std::string_view name)>;

/// Everything of the process that a verb may touch, so that tests can hand in their own.
struct Shell {
  std::ostream& err;
  const Clock& clock;
  Sleeper& sleeper;
  const StopSignal& stop;
  Environment environment;
  bool stdout_is_terminal = false;
  bool stderr_is_terminal = false;
  std::string run_id;      ///< in every log line and in the report
  std::uint64_t seed = 0;  ///< for jitter
};

}  // namespace gitscale
