// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <string>

#include <fmt/format.h>

#include "cli/configuration_sections.h"

namespace gitscale {
namespace {

ClusterSource ReadCluster(SettingReader& reader,
                          std::vector<std::string>& names,
                          const Configuration& known) {
  ClusterSource cluster;
  ReadUniqueName(reader, "cluster", cluster.name, names);
  reader.fields().Require("type");
  const std::string type = reader.OneOf("type", "Snapshot", {"Kubernetes", "Metrics", "Snapshot"});
  const std::string_view unused = type == "Metrics" ? "path" : "metrics";
  if (type == "Kubernetes") {
    reader.fields().Fail(
        "type",
        "expected Metrics or Snapshot, found 'Kubernetes' (this version does not read the "
        "Kubernetes API yet)");
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
  if (type != "Kubernetes" && reader.fields().Has(unused)) {
    reader.fields().Ignore(unused);
    reader.fields().Fail(unused, fmt::format("not used by type {}: leave it out", type));
  }
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
}

}  // namespace gitscale
