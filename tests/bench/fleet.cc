// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

/// The simulated fleet of tests/fleet as a benchmark: what it came to, how long it took, and the
/// memory it needed at most.
///
///   fleet [TARGETS [DAYS [SEED [checks]]]]     default: 5000 28 1, without checks
#include "tests/fleet/fleet.h"

#include <sys/resource.h>

#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

namespace gitscale::fleet {
namespace {

using Clock = std::chrono::steady_clock;

/// Peak resident memory in MiB.
std::int64_t PeakMib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

void PrintViolations(const Checks& checks) {
  for (const auto& [invariant, count] : checks.counts()) {
    fmt::print("{} did not hold {} times\n", invariant, count);
  }
  for (const Violation& violation : checks.violations()) {
    fmt::print("{}\n", violation.text);
  }
}

void Simulate(std::int64_t targets, std::int64_t days, std::int64_t seed, bool with_checks) {
  const auto began = Clock::now();
  const Curves curves = LoadCurves();
  const auto from = static_cast<std::uint64_t>(seed);
  Fleet fleet(
      {.seed = from, .weather = true, .people = true, .mishaps = 0.1, .checks = with_checks});
  Populate(fleet.subjects, fleet.around, curves, static_cast<std::size_t>(targets), from);
  fleet.RunFor(std::chrono::days{days});
  const std::chrono::duration<double> took = Clock::now() - began;
  fmt::print("{} targets, {} days, seed {}, {} loads\n",
             targets,
             days,
             seed,
             curves.recorded ? "recorded" : "drawn");
  fmt::print("{}", Table(fleet.figures));
  fmt::print("{:<34}{:>12.1f}\n", "wall time, s", took.count());
  fmt::print("{:<34}{:>12}\n", "peak memory, MiB", PeakMib());
  PrintViolations(fleet.checks);
}

}  // namespace
}  // namespace gitscale::fleet

int main(int argc, char** argv) {
  std::array<std::int64_t, 3> numbers = {5000, 28, 1};
  bool with_checks = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view text = argv[i];
    if (i == 4 && text == "checks") {
      with_checks = true;
      continue;
    }
    const auto index = static_cast<std::size_t>(i - 1);
    const auto read = index < numbers.size()
                          ? std::from_chars(text.data(), text.data() + text.size(), numbers[index])
                          : std::from_chars_result{text.data(), std::errc::invalid_argument};
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || numbers[index] < 1) {
      fmt::print(stderr, "usage: fleet [TARGETS [DAYS [SEED [checks]]]]\n");
      return 2;
    }
  }
  gitscale::fleet::Simulate(numbers[0], numbers[1], numbers[2], with_checks);
  return 0;
}
