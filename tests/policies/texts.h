// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <vector>

#include "policies/load.h"

namespace gitscale {

/// A policy `db` in tenant-acme for a Postgres `db`, with everything optional left out.
[[nodiscard]] inline std::string PolicyText(
    const std::string& name = "db",
    const std::string& target_ref = "{kind: Postgres, name: db}",
    const std::string& extra = "") {
  return "apiVersion: autoscaling.cozystack.io/v1alpha1\n"
         "kind: DatabaseHorizontalAutoscaler\n"
         "metadata: {name: " +
         name +
         ", namespace: tenant-acme}\n"
         "spec:\n"
         "  targetRef: " +
         target_ref +
         "\n"
         "  maxReplicas: 6\n"
         "  metrics:\n"
         "  - type: ReadConnections\n"
         "    target: {averageValue: \"150\"}\n" +
         extra;
}

/// An application document; `spec` is indented by two.
[[nodiscard]] inline std::string PostgresText(const std::string& spec = "  replicas: 3\n",
                                              const std::string& name = "db",
                                              const std::string& ns = "tenant-acme") {
  return "apiVersion: apps.cozystack.io/v1alpha1\n"
         "kind: Postgres\n"
         "metadata:\n"
         "  name: " +
         name + "\n" + (ns.empty() ? "" : "  namespace: " + ns + "\n") + "spec:\n" + spec;
}

[[nodiscard]] inline RepositoryScope Scope() {
  RepositoryScope scope;
  scope.namespaces = {"tenant-acme", "tenant-blue"};
  scope.routes = {{.paths = {"**"}, .cluster = "prod", .metrics = "main"}};
  return scope;
}

[[nodiscard]] inline std::vector<std::string> Lines(const Problems& problems) {
  std::vector<std::string> lines;
  for (const Problem& problem : problems) {
    lines.push_back(FormatProblem(problem));
  }
  return lines;
}

}  // namespace gitscale
