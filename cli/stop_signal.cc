// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/stop_signal.h"

#include <csignal>

namespace gitscale {
namespace {

StopSignal& Shared() {
  static StopSignal signal;
  return signal;
}

void Handle(int number) noexcept {
  Shared().Raise(number);
  std::signal(number, SIG_DFL);
}

}  // namespace

ExitCode StopSignal::code() const {
  return number_.load() == SIGINT ? ExitCode::kInterrupted : ExitCode::kTerminated;
}

StopSignal& InstallStopSignal() {
  StopSignal& signal = Shared();  // made before a handler can ask for it
  std::signal(SIGINT, Handle);
  std::signal(SIGTERM, Handle);
  std::signal(SIGPIPE, SIG_IGN);
  return signal;
}

}  // namespace gitscale
