// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policies/load.h"
#include "tests/policies/texts.h"

/// A repository from texts, and what loading its policies comes to.
namespace gitscale {

using Files = std::map<std::string, std::string, std::less<>>;

inline LoadedPolicies Load(Files files, const RepositoryScope& scope = Scope()) {
  return LoadPolicies(RepositorySnapshot{.commit = "c0ffee", .files = std::move(files)}, scope);
}

/// "Code ns/name: problem; problem" of every refusal.
inline std::vector<std::string> Refusals(const LoadedPolicies& loaded) {
  std::vector<std::string> lines;
  for (const RefusedPolicy& refused : loaded.refused) {
    std::string line =
        std::string(RefusalName(refused.code)) + " " + refused.ns + "/" + refused.name;
    for (const Problem& problem : refused.problems) {
      line += " | " + FormatProblem(problem);
    }
    lines.push_back(line);
  }
  return lines;
}

inline constexpr std::string_view kHelmRelease = R"(apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: postgres-db, namespace: tenant-acme}
spec:
  chart: {spec: {chart: postgres}}
  values:
    replicas: 4
    quorum: {minSyncReplicas: 1, maxSyncReplicas: 2}
)";

inline constexpr std::string_view kCluster = R"(apiVersion: postgresql.cnpg.io/v1
kind: Cluster
metadata: {name: postgres-db, namespace: tenant-acme}
spec:
  instances: 5
  postgresql: {synchronous: {method: any, number: 1}}
)";

inline const std::string kApplicationRef = "{kind: Postgres, name: db}";

inline const std::string kClusterRef =
    "{apiVersion: postgresql.cnpg.io/v1, kind: Cluster, name: postgres-db}";

inline const std::string kHelmRef =
    "{apiVersion: helm.toolkit.fluxcd.io/v2, kind: HelmRelease, name: postgres-db}";

inline std::string HelmText(const std::string& metadata, const std::string& spec) {
  return "apiVersion: helm.toolkit.fluxcd.io/v2beta1\nkind: HelmRelease\nmetadata: {" + metadata +
         "}\nspec: {" + spec + "}\n";
}

inline std::string WithoutNamespace(std::string text) {
  const std::string ns = ", namespace: tenant-acme";
  text.erase(text.find(ns), ns.size());
  return text;
}

}  // namespace gitscale
