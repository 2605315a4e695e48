// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "policies/load.h"

/// Whatever stands in a policy file: problems, never a crash.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static_cast<void>(gitscale::ValidatePolicyFile("policy.yaml", text));
  gitscale::RepositorySnapshot snapshot;
  snapshot.files.emplace("policy.yaml", text);
  gitscale::RepositoryScope scope;
  scope.namespaces = {"tenant-acme"};
  scope.routes = {{{"**"}, "prod", "main"}};
  static_cast<void>(gitscale::LoadPolicies(snapshot, scope));
  return 0;
}
