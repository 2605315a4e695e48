// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/nearest.h"
#include "cli/configuration_sections.h"
#include "policies/cluster_traits.h"
#include "policies/shown.h"

namespace gitscale {
namespace {

void ReadCapabilities(SettingReader& reader, std::set<Capability>& into) {
  std::vector<std::string> names;
  reader.Strings("capabilities", names);
  for (const std::string& name : names) {
    if (const auto capability = CapabilityFromName(name)) {
      into.insert(*capability);
      continue;
    }
    const std::vector<std::string_view> known = CapabilityNames();
    const auto nearest = NearestName(name, known);
    reader.fields().Fail(
        "capabilities",
        fmt::format("expected names among {}, found '{}'{}",
                    fmt::join(known, ", "),
                    Printable(name),
                    nearest ? fmt::format(" (did you mean '{}'?)", *nearest) : std::string()));
  }
}

/// A request above its limit is no valid container, so no ratio is below 1.
void ReadAllocationRatios(SettingReader& reader, AllocationRatios& into) {
  constexpr MilliQuantity kLeast{1'000};
  constexpr MilliQuantity kMost{1'000'000};
  SettingReader ratios = reader.Mapping("allocationRatios");
  ratios.Quantity("cpu", into.cpu_milli, kLeast, kMost);
  ratios.Quantity("memory", into.memory_milli, kLeast, kMost);
  ratios.Quantity("ephemeralStorage", into.ephemeral_storage_milli, kLeast, kMost);
  ratios.fields().Finish();
}

ClusterSource ReadCluster(SettingReader& reader,
                          std::vector<std::string>& names,
                          const Configuration& known) {
  ClusterSource cluster;
  ReadUniqueName(reader, "cluster", cluster.name, names);
  reader.fields().Require("type");
  const std::string type = reader.OneOf("type", "", {"Kubernetes", "Metrics", "Snapshot"});
  const std::string_view unused = type == "Metrics" ? "path" : "metrics";
  if (type == "Kubernetes") {
    reader.fields().Fail(
        "type",
        "expected Metrics or Snapshot, found 'Kubernetes' (this version does not read the "
        "Kubernetes API yet)");
  }
  if (type.empty() || type == "Kubernetes") {
    reader.fields().Ignore("path");
    reader.fields().Ignore("metrics");
  } else if (type == "Metrics") {
    cluster.type = ClusterType::kMetrics;
    reader.fields().Require("metrics");
    reader.String("metrics", cluster.metrics);
    CheckReference(reader, "metrics", "metrics endpoint", cluster.metrics, NamesOf(known.metrics));
    for (const MetricsEndpoint& endpoint : known.metrics) {
      if (endpoint.name == cluster.metrics && endpoint.type == MetricsType::kRecorded) {
        reader.fields().Fail("metrics",
                             fmt::format("expected an endpoint of type Prometheus, found '{}' of "
                                         "type Recorded (use a Snapshot with recorded metrics)",
                                         cluster.metrics));
      }
    }
  } else {
    reader.fields().Require("path");
    reader.Path("path", cluster.path);
  }
  if ((type == "Metrics" || type == "Snapshot") && reader.fields().Has(unused)) {
    reader.fields().Ignore(unused);
    reader.fields().Fail(unused, fmt::format("not used by type {}: leave it out", type));
  }
  ReadCapabilities(reader, cluster.traits.capabilities);
  ReadAllocationRatios(reader, cluster.traits.ratios);
  reader.fields().Finish();
  return cluster;
}

}  // namespace

void ReadClustersSection(SettingReader& root, Configuration& into) {
  root.fields().Require("clusters");
  std::vector<std::string> names;
  for (SettingReader& reader : root.Mappings("clusters")) {
    into.clusters.push_back(ReadCluster(reader, names, into));
  }
  RequireSome(root, "clusters");
}

}  // namespace gitscale
