// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/stop_signal.h"

namespace {

using gitscale::ExitCode;

class ThreadSleeper final : public gitscale::Sleeper {
 public:
  void SleepFor(std::chrono::milliseconds duration) override {
    std::this_thread::sleep_for(duration);
  }
};

std::optional<std::string> ReadEnvironment(std::string_view name) {
  const char* value = std::getenv(std::string(name).c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

/// All of it, or an errno.
int WriteAll(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) {
      return errno;
    }
    bytes.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const gitscale::StopSignal& stop = gitscale::InstallStopSignal();
  const gitscale::SystemClock clock;
  ThreadSleeper sleeper;
  std::random_device random;
  const std::uint64_t seed = (std::uint64_t{random()} << 32U) | random();
  gitscale::Shell shell{std::cerr,
                        clock,
                        sleeper,
                        stop,
                        ReadEnvironment,
                        ::isatty(STDOUT_FILENO) == 1,
                        ::isatty(STDERR_FILENO) == 1,
                        fmt::format("{:016x}", seed),
                        seed};
  const gitscale::VerbResult result =
      gitscale::RunCommand(std::vector<std::string>(argv + 1, argv + argc), shell);
  // A reader that has seen enough (`| head`) is no failure.
  ExitCode code = result.code;
  if (const int error = WriteAll(result.out); error != 0 && error != EPIPE) {
    std::cerr << "error: cannot write the result: " << std::generic_category().message(error)
              << '\n';
    code = ExitCode::kFailed;
  }
  if (stop.raised()) {
    std::_Exit(static_cast<int>(code));  // without waiting for fetches that were abandoned
  }
  return static_cast<int>(code);
}
