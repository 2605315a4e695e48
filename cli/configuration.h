// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "policies/load.h"
#include "policies/scaling_policy.h"

/// The operator's configuration, checked, defaults filled in. Every field is in
/// docs/configuration.md. Files are named by path, relative ones already resolved against the
/// folder of the configuration file; secrets are never in here, only the files that hold them.
namespace gitscale {

inline constexpr std::string_view kConfigurationApiVersion = "config.gitscale.io/v1alpha1";
inline constexpr std::string_view kConfigurationKind = "Configuration";

enum class MetricsType {
  kPrometheus,  ///< the HTTP API of Prometheus and VictoriaMetrics
  kRecorded,    ///< a CSV of samples, for trying a policy on yesterday's numbers
};

/// Where load is read. Targets name one.
struct MetricsEndpoint {
  std::string name;
  MetricsType type = MetricsType::kPrometheus;
  std::string url;         ///< Prometheus: base URL, without user info
  std::string path;        ///< Recorded: the CSV
  std::string token_file;  ///< Prometheus: bearer token, read at every use; empty: none
  std::string ca_file;     ///< Prometheus: PEM bundle; empty: the system's
  std::string proxy;       ///< Prometheus: empty: from http_proxy, https_proxy, no_proxy
  std::chrono::seconds scrape_interval{30};  ///< of the exporters; a step is a multiple of it
  std::chrono::seconds latency_offset{30};   ///< the server shows samples this late; Recorded: 0
  std::chrono::seconds timeout{30};          ///< for one query
  std::int64_t max_query_bytes = 16'000;     ///< longer selectors are sent in chunks
};

enum class ClusterType {
  kMetrics,   ///< what exporters and kube-state-metrics say; no API access
  kSnapshot,  ///< a JSON file
};

/// Where the state of the targets is read.
struct ClusterSource {
  std::string name;
  ClusterType type = ClusterType::kSnapshot;
  std::string path;        ///< Snapshot: the JSON
  std::string metrics;     ///< Metrics: name of the endpoint
  bool has_quotas = true;  ///< false: its namespaces have no quota, so none is looked for
  ClusterTraits traits;
};

/// How the server of a repository lets us in.
struct RepositoryAuth {
  std::string username = "git";  ///< sent with the token
  std::string token_file;        ///< read at every use; empty: anonymous
};

struct PublishSettings {
  std::string author_name = "gitscale";
  std::string author_email = "gitscale@localhost";
  std::int64_t max_attempts = 8;  ///< pushes tried when others land first
};

/// One commit for every decision, or one for all of a run. Either way one push.
enum class CommitGrouping { kPerDecision, kPerRun };

/// Approval may be made stricter than a policy asks, never laxer.
struct ApprovalFloor {
  Approval scale_up = Approval::kAutomatic;
  Approval scale_down = Approval::kAutomatic;
  Approval rollback = Approval::kAutomatic;
};

struct RepositorySettings {
  std::string name;
  std::string url;  ///< http(s):// or file://, without user info
  std::string branch = "main";
  RepositoryAuth auth;
  std::string ca_file;  ///< PEM bundle; empty: the system's
  std::string proxy;    ///< empty: from the environment
  std::string mirror;   ///< folder that keeps objects between runs; empty: a temporary one
  RepositoryScope scope;
  PublishSettings publish;
  CommitGrouping commits = CommitGrouping::kPerDecision;
  ApprovalFloor approval_at_least;
};

struct Limits {
  std::chrono::seconds gather{10};         ///< a wave waits this long for the slowest fetch
  std::chrono::seconds fetch_timeout{60};  ///< for one fetch
  std::chrono::seconds push_timeout{60};   ///< for one push
  std::chrono::seconds freshness{300};     ///< older observations are read again before a retry
  std::int64_t concurrent_scale_ups = 2;   ///< per namespace
  std::int64_t concurrent_scale_ups_per_endpoint = 10;
  std::int64_t max_parallel_repositories = 8;  ///< fetches, and pushes, at a time
};

struct Configuration {
  bool stop = false;      ///< nothing is written anywhere
  std::string stop_file;  ///< path in each repository whose presence stops writing to it
  std::vector<MetricsEndpoint> metrics;
  std::vector<ClusterSource> clusters;
  std::vector<RepositorySettings> repositories;
  std::string ledger_ref = "refs/gitscale/ledger";
  Limits limits;
};

}  // namespace gitscale
