// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>

#include "cli/configuration_load.h"

namespace gitscale::testing {

/// The smallest useful configuration: one of everything.
inline constexpr std::string_view kSmallConfiguration = R"(apiVersion: config.gitscale.io/v1alpha1
kind: Configuration
metrics:
- name: morning
  type: Recorded
  path: morning.csv
clusters:
- name: prod
  type: Snapshot
  path: snapshot.json
repositories:
- name: acme
  url: https://git.example/acme.git
  namespaces: [tenant-acme]
)";

/// As it would be loaded from conf/gitscale.yaml.
inline LoadedConfiguration Parse(std::string_view text) {
  return ParseConfiguration("conf/gitscale.yaml", text);
}

/// The small one with `from`, which must be in it, replaced.
inline std::string Replaced(std::string_view from, std::string_view to) {
  std::string text(kSmallConfiguration);
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace gitscale::testing
