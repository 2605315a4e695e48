// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <atomic>

#include "cli/exit_code.h"

namespace gitscale {

/// Whether the process was asked to end. Asked between pieces of work and just before every push.
class StopSignal {
 public:
  [[nodiscard]] bool raised() const { return number_.load() != 0; }

  /// 130 or 143. REQUIRES: raised().
  [[nodiscard]] ExitCode code() const;

  /// Safe in a signal handler.
  void Raise(int number) noexcept { number_.store(number); }

 private:
  std::atomic<int> number_ = 0;
  static_assert(std::atomic<int>::is_always_lock_free);
};

/// Raised by SIGINT and SIGTERM from now on. A second one of either ends the process at once. Also
/// ignores SIGPIPE: a reader that went away is seen when writing.
[[nodiscard]] StopSignal& InstallStopSignal();

}  // namespace gitscale
