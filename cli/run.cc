// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/run.h"

#include <algorithm>
#include <chrono>
#include <string_view>

#include <fmt/format.h>

#include "base/check.h"
#include "cli/decide_step.h"
#include "cli/fetch_step.h"
#include "cli/load_step.h"
#include "cli/parallel.h"
#include "cli/progress.h"
#include "cli/publish_step.h"
#include "cli/report_step.h"
#include "cli/run_context.h"
#include "policies/candidates.h"

namespace gitscale {
namespace {

/// Servers take a repository with and without ".git" and a slash at the end.
std::string_view Bare(std::string_view url) {
  while (url.ends_with('/')) {
    url.remove_suffix(1);
  }
  return url.ends_with(".git") ? url.substr(0, url.size() - 4) : url;
}

bool IsSameRemote(std::string_view left, std::string_view right) {
  return Bare(left) == Bare(right);
}

std::vector<RepositoryRun> SelectRepositories(const Configuration& configuration,
                                              const std::vector<std::string>& names,
                                              const RunPorts& ports) {
  std::vector<RepositoryRun> runs;
  for (const RepositorySettings& settings : configuration.repositories) {
    if (std::ranges::find(names, settings.name) != names.end()) {
      const auto port = ports.repositories.find(settings.name);
      CHECK(port != ports.repositories.end());
      RepositoryRun run;
      run.settings = &settings;
      run.ports = port->second;
      for (const RepositorySettings& other : configuration.repositories) {
        if (&other != &settings && IsSameRemote(other.url, settings.url)) {
          run.siblings.push_back(&other);
        }
      }
      runs.push_back(std::move(run));
    }
  }
  return runs;
}

/// Fetched well; the failed ones are done.
std::vector<RepositoryRun*> Readable(const std::vector<RepositoryRun*>& wave) {
  std::vector<RepositoryRun*> readable;
  for (RepositoryRun* run : wave) {
    if (!run->failure) {
      readable.push_back(run);
    }
  }
  return readable;
}

void RunWave(const std::vector<RepositoryRun*>& fetched, RunContext& context) {
  const std::vector<RepositoryRun*> wave = Readable(fetched);
  for (RepositoryRun* run : wave) {
    LoadPoliciesOf(*run);
  }
  context.owners.Claim(wave);
  DecideTargets(wave, context);
  context.board.Allocate(wave, context.Room());
  for (RepositoryRun* run : wave) {
    RecordDecisions(*run);
  }
  const auto threads =
      static_cast<std::size_t>(context.configuration.limits.max_parallel_repositories);
  ParallelFor(wave.size(), threads, [&](std::size_t i) { PublishRepository(*wave[i], context); });
  for (RepositoryRun* run : fetched) {
    run->done = true;
    LogOutcome(*run);
  }
}

RepositorySource::Filter KeepCandidates(const std::string& stop_file) {
  return [stop_file](std::string_view path, std::string_view bytes) {
    return MayMatter(path, bytes) || (!stop_file.empty() && path == stop_file);
  };
}

}  // namespace

RunReport Run(const Configuration& configuration,
              const std::vector<std::string>& repositories,
              RunPorts& ports,
              Shell& shell,
              Detail detail) {
  const auto begin = shell.clock.Monotonic();
  RunReport report;
  report.run_id = shell.run_id;
  report.started = shell.clock.Now();
  const Limits& limits = configuration.limits;
  RunContext context{
      configuration, ports, shell, Observer(ports, shell.clock, limits.freshness), {}, {}, detail};
  std::vector<RepositoryRun> runs = SelectRepositories(configuration, repositories, ports);
  std::vector<RepositoryRun*> all;
  for (RepositoryRun& run : runs) {
    all.push_back(&run);
  }
  Progress progress(shell.err,
                    shell.stderr_is_terminal && shell.environment("TERM").value_or("") != "dumb");
  progress.Show(fmt::format("fetching {} repositories", runs.size()));
  {
    FetchStep fetches(all,
                      KeepCandidates(configuration.stop_file),
                      static_cast<std::size_t>(limits.max_parallel_repositories),
                      limits.gather,
                      shell.stop);
    for (auto wave = fetches.NextWave(); !wave.empty(); wave = fetches.NextWave()) {
      progress.Show(fmt::format("fetched {} of {} repositories", fetches.finished(), runs.size()));
      RunWave(wave, context);
    }
  }
  FillInReport(runs, detail, report);
  report.unreadable = ports.unreadable;
  report.metric_queries = context.observer.queries();
  report.cluster_calls = context.observer.calls();
  report.elapsed_ms =
      std::chrono::duration_cast<std::chrono::milliseconds>(shell.clock.Monotonic() - begin)
          .count();
  return report;
}

}  // namespace gitscale
