// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

/// What deciding costs: one wave of 10,000 targets with three metrics over 60-step windows, and
/// whether memory grows with the number of runs. Wanted: a wave below one second on one core.
///
///   decide_bench                     # Google Benchmark's options apply
///   decide_bench --runs              # resident memory after 1, 10 and 100 waves
#include <unistd.h>

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "reconciler/allocate.h"
#include "reconciler/decide.h"
#include "reconciler/decision_record.h"
#include "tests/support/builders.h"

namespace gitscale {
namespace {

constexpr int kTargets = 10'000;
constexpr int kNamespaces = 200;
constexpr int kEndpoints = 20;

struct Subject {
  ScalingPolicy policy;
  Target target;
  Observation seen;
  History past;
};

/// One decision as earlier runs left it: converged and idle.
History Idle(const Target& target) {
  LedgerEntry entry;
  entry.replicas = target.replicas;
  entry.last_converged = target.replicas;
  return {entry};
}

/// share: of targets that want a change, in percent.
std::vector<Subject> Fleet(int share) {
  std::vector<Subject> fleet(kTargets);
  for (int i = 0; i < kTargets; ++i) {
    Subject& subject = fleet[static_cast<std::size_t>(i)];
    subject.policy = testing::APolicy();
    subject.policy.scale_up.stabilization_window = std::chrono::seconds{1800};
    subject.policy.metrics = {{Signal::kReadConnections, {150'000}},
                              {Signal::kReadActiveConnections, {40'000}},
                              {Signal::kReadQueriesPerSecond, {500'000}}};
    subject.target = testing::ATarget(3 + i % 3);
    subject.target.key.ns = fmt::format("tenant-{}", i % kNamespaces);
    subject.target.key.name = fmt::format("postgres-db-{}", i);
    subject.target.metrics = fmt::format("endpoint-{}", i % kEndpoints);
    subject.target.instance_cost = {{"limits.cpu", 2000}, {"limits.memory", 4'000'000'000}};
    const std::int64_t standbys = subject.target.replicas - 1;
    const bool busy = i % 100 < share;
    const std::int64_t load = standbys * (busy ? 400'000 : 148'000);
    subject.seen = testing::Seen(
        subject.policy, subject.target, {load, standbys * 20'000, standbys * 300'000});
    subject.past = Idle(subject.target);
  }
  return fleet;
}

SharedRoom Room() {
  SharedRoom room;
  for (int i = 0; i < kNamespaces; ++i) {
    QuotaState quota;
    quota.items = {{"limits.cpu", {.hard_milli = 900'000, .used_milli = 400'000}},
                   {"limits.memory", {.hard_milli = 2'000'000'000'000, .used_milli = 0}}};
    room.quotas.emplace(RoomKey{"prod", fmt::format("tenant-{}", i)}, quota);
  }
  return room;
}

/// One wave, decisions recorded as a run would. Returns how many changed.
int Wave(const std::vector<Subject>& fleet, const SharedRoom& room) {
  std::vector<Proposal> proposals;
  proposals.reserve(fleet.size());
  for (const Subject& subject : fleet) {
    proposals.push_back(
        Decide(subject.policy, subject.target, subject.seen, subject.past, testing::kNow));
  }
  int changed = 0;
  for (const Proposal& proposal : Allocate(std::move(proposals), room)) {
    if (proposal.outcome == Outcome::kChanged) {
      benchmark::DoNotOptimize(MakeDecisionRecord(proposal, testing::kNow));
      ++changed;
    }
  }
  return changed;
}

void DecideAndAllocate(benchmark::State& state) {
  const std::vector<Subject> fleet = Fleet(static_cast<int>(state.range(0)));
  const SharedRoom room = Room();
  int changed = 0;
  for (auto _ : state) {
    changed = Wave(fleet, room);
  }
  state.counters["changed"] = changed;
  state.counters["targets/s"] =
      benchmark::Counter(kTargets, benchmark::Counter::kIsIterationInvariantRate);
}

BENCHMARK(DecideAndAllocate)
    ->ArgName("percent_that_want_more")
    ->Arg(0)
    ->Arg(5)
    ->Arg(100)
    ->Unit(benchmark::kMillisecond);

/// Resident memory in KiB, or 0 where the system does not say.
long ResidentKib() {
  std::ifstream statm("/proc/self/statm");
  long total = 0;
  long resident = 0;
  statm >> total >> resident;
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

void PrintMemory() {
  const std::vector<Subject> fleet = Fleet(5);
  const SharedRoom room = Room();
  fmt::print("waves  resident KiB\n{:>5}  {:>12}\n", 0, ResidentKib());
  for (int wave = 1; wave <= 100; ++wave) {
    Wave(fleet, room);
    if (wave == 1 || wave == 10 || wave == 100) {
      fmt::print("{:>5}  {:>12}\n", wave, ResidentKib());
    }
  }
}

}  // namespace
}  // namespace gitscale

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "--runs") {
    gitscale::PrintMemory();
    return 0;
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
    return 2;
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
