// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/wiring.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/http.h"
#include "base/log.h"
#include "base/sha256.h"
#include "cli/configuration_load.h"
#include "cli/unreadable_ports.h"
#include "gitops/git_repository.h"
#include "observe/metrics_cluster_reader.h"
#include "observe/prometheus_source.h"
#include "observe/recorded_source.h"
#include "observe/snapshot_reader.h"

namespace gitscale {
namespace {

/// A source together with the HTTP client it talks through.
class OwningMetricSource final : public MetricSource {
 public:
  OwningMetricSource(const PrometheusSettings& settings, const Clock& clock)
      : client_(MakeCurlClient({settings.ca_file, settings.proxy})),
        source_(MakePrometheusSource(settings, *client_, clock)) {}

  MetricReading Read(const std::vector<MetricRequest>& requests) override {
    return source_->Read(requests);
  }

 private:
  std::unique_ptr<HttpClient> client_;
  std::unique_ptr<MetricSource> source_;
};

class OwningClusterReader final : public ClusterReader {
 public:
  OwningClusterReader(const PrometheusSettings& settings, const Clock& clock)
      : client_(MakeCurlClient({settings.ca_file, settings.proxy})),
        reader_(MakeMetricsClusterReader(settings, *client_, clock)) {}

  ClusterReading Read(const std::vector<TargetKey>& targets) override {
    return reader_->Read(targets);
  }

 private:
  std::unique_ptr<HttpClient> client_;
  std::unique_ptr<ClusterReader> reader_;
};

/// For clusters whose namespaces have no quota.
class WithoutQuotas final : public ClusterReader {
 public:
  explicit WithoutQuotas(std::unique_ptr<ClusterReader> inner) : inner_(std::move(inner)) {}

  ClusterReading Read(const std::vector<TargetKey>& targets) override {
    ClusterReading reading = inner_->Read(targets);
    reading.quotas.clear();
    return reading;
  }

 private:
  std::unique_ptr<ClusterReader> inner_;
};

PrometheusSettings PrometheusSettingsOf(const MetricsEndpoint& endpoint) {
  PrometheusSettings settings;
  settings.name = endpoint.name;
  settings.url = endpoint.url;
  settings.token_file = endpoint.token_file;
  settings.ca_file = endpoint.ca_file;
  settings.proxy = endpoint.proxy;
  settings.scrape_interval = endpoint.scrape_interval;
  settings.latency_offset = endpoint.latency_offset;
  settings.timeout = endpoint.timeout;
  settings.max_query_bytes = static_cast<std::size_t>(endpoint.max_query_bytes);
  return settings;
}

RemoteSettings RemoteSettingsOf(const RepositorySettings& repository,
                                const Limits& limits,
                                const std::string& ledger_ref) {
  RemoteSettings settings;
  settings.url = repository.url;
  settings.branch = repository.branch;
  settings.ledger_ref = ledger_ref;
  settings.username = repository.auth.username;
  settings.token_file = repository.auth.token_file;
  settings.ca_file = repository.ca_file;
  settings.proxy = repository.proxy;
  settings.mirror_dir = repository.mirror;
  settings.fetch_timeout = limits.fetch_timeout;
  settings.push_timeout = limits.push_timeout;
  settings.author_name = repository.publish.author_name;
  settings.author_email = repository.publish.author_email;
  settings.max_attempts = static_cast<int>(repository.publish.max_attempts);
  return settings;
}

Result<std::unique_ptr<MetricSource>> MakeMetricSource(const MetricsEndpoint& endpoint,
                                                       const Invocation& invocation,
                                                       const Clock& clock) {
  if (endpoint.type == MetricsType::kPrometheus) {
    if (invocation.now) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("--now is only for recorded metrics, and endpoint '{}' is of type "
                              "Prometheus",
                              endpoint.name));
    }
    return std::make_unique<OwningMetricSource>(PrometheusSettingsOf(endpoint), clock);
  }
  RecordedSettings settings;
  settings.path = endpoint.path;
  settings.scrape_interval = endpoint.scrape_interval;
  settings.latency = endpoint.latency_offset;
  settings.now = invocation.now;
  auto source = LoadRecordedSource(settings);
  if (!source) {
    return tl::unexpected<Error>(WithContext(std::move(source).error(),
                                             fmt::format("metrics endpoint '{}'", endpoint.name)));
  }
  return source;
}

Result<std::unique_ptr<ClusterReader>> MakeClusterReader(const ClusterSource& cluster,
                                                         const Configuration& configuration,
                                                         const Clock& clock) {
  if (cluster.type == ClusterType::kSnapshot) {
    auto reader = LoadSnapshotReader(cluster.path);
    if (!reader) {
      return tl::unexpected<Error>(
          WithContext(std::move(reader).error(), fmt::format("cluster '{}'", cluster.name)));
    }
    return reader;
  }
  const auto endpoint =
      std::ranges::find(configuration.metrics, cluster.metrics, &MetricsEndpoint::name);
  return std::make_unique<OwningClusterReader>(PrometheusSettingsOf(*endpoint), clock);
}

/// The routes of the repositories of a run.
std::vector<Route> RoutesOf(const Configuration& configuration, const RunPorts& ports) {
  std::vector<Route> routes;
  for (const RepositorySettings& repository : configuration.repositories) {
    if (ports.repositories.contains(repository.name)) {
      routes.insert(routes.end(), repository.scope.routes.begin(), repository.scope.routes.end());
    }
  }
  return routes;
}

/// Endpoints and clusters that the repositories use. A file that cannot be read is the failure of
/// what depends on it; when everything does, it is that of the run.
Status AddMeasuringPorts(const Configuration& configuration,
                         const Invocation& invocation,
                         const Shell& shell,
                         RunPorts& ports) {
  const std::vector<Route> routes = RoutesOf(configuration, ports);
  std::set<std::string, std::less<>> unreadable_metrics;
  std::set<std::string, std::less<>> unreadable_clusters;
  std::optional<Error> first;
  const auto note = [&](const Error& error, std::string_view what, const std::string& name) {
    Log(LogLevel::kError,
        "cannot be read, what depends on it is frozen",
        {{std::string(what), name}, {"error", error.message}});
    first = first ? first : error;
    ++ports.unreadable;
  };
  for (const MetricsEndpoint& endpoint : configuration.metrics) {
    if (std::ranges::find(routes, endpoint.name, &Route::metrics) == routes.end()) {
      continue;
    }
    auto source = MakeMetricSource(endpoint, invocation, shell.clock);
    if (!source) {
      note(source.error(), "metrics", endpoint.name);
      unreadable_metrics.insert(endpoint.name);
      source = MakeUnreadableMetrics(source.error());
    }
    ports.metrics.emplace(endpoint.name, *std::move(source));
  }
  for (const ClusterSource& cluster : configuration.clusters) {
    if (std::ranges::find(routes, cluster.name, &Route::cluster) == routes.end()) {
      continue;
    }
    auto reader = MakeClusterReader(cluster, configuration, shell.clock);
    if (!reader) {
      note(reader.error(), "cluster", cluster.name);
      unreadable_clusters.insert(cluster.name);
      reader = MakeUnreadableCluster(reader.error());
    }
    if (!cluster.has_quotas) {
      reader = std::make_unique<WithoutQuotas>(*std::move(reader));
    }
    ports.clusters.emplace(cluster.name, *std::move(reader));
  }
  const bool is_hopeless = std::ranges::all_of(routes, [&](const Route& route) {
    return unreadable_metrics.contains(route.metrics) ||
           unreadable_clusters.contains(route.cluster);
  });
  if (first && is_hopeless) {
    return tl::unexpected<Error>(*std::move(first));
  }
  return {};
}

/// Writers that race each other need different jitter.
std::uint64_t SeedFor(std::uint64_t seed, std::string_view name) {
  return seed ^ std::stoull(Sha256Hex(name).substr(0, 16), nullptr, 16);
}

}  // namespace

Result<RunPorts> MakePorts(const Configuration& configuration,
                           const Invocation& invocation,
                           const std::vector<std::string>& repositories,
                           Shell& shell) {
  RunPorts ports;
  for (const RepositorySettings& repository : configuration.repositories) {
    if (std::ranges::find(repositories, repository.name) == repositories.end()) {
      continue;
    }
    auto git = std::make_shared<GitRepository>(
        RemoteSettingsOf(repository, configuration.limits, configuration.ledger_ref),
        shell.clock,
        shell.sleeper,
        SeedFor(shell.seed, repository.name));
    ports.repositories.emplace(repository.name, RepositoryPorts{git, git});
  }
  TRY(AddMeasuringPorts(configuration, invocation, shell, ports));
  ports.read_stop = [path = invocation.config_path] { return ReadStop(path); };
  return ports;
}

}  // namespace gitscale
