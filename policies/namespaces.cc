// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/namespaces.h"

#include <fmt/format.h>

#include "policies/dns_name.h"
#include "policies/repository_path.h"
#include "policies/shown.h"

namespace gitscale {

NamespaceOf NamespaceResolver::Resolve(std::string_view written, std::string_view path) {
  if (!written.empty()) {
    return {.ns = std::string(written), .problem = {}};
  }
  std::string_view folder = ParentFolder(path);
  while (true) {
    if (const auto& found = OfFolder(folder)) {
      return *found;
    }
    if (folder.empty()) {
      break;
    }
    folder = ParentFolder(folder);
  }
  if (!default_.empty()) {
    return {.ns = default_, .problem = {}};
  }
  return {.ns = {},
          .problem =
              "no namespace: expected metadata.namespace, `namespace:` in a kustomization of "
              "this folder or one above, or defaultNamespace in the configuration"};
}

const std::optional<NamespaceOf>& NamespaceResolver::OfFolder(std::string_view folder) {
  const auto known = folders_.find(folder);
  if (known != folders_.end()) {
    return known->second;
  }
  std::optional<NamespaceOf>& found = folders_[std::string(folder)];
  for (const std::string_view name : {"kustomization.yaml", "kustomization.yml", "Kustomization"}) {
    const std::string path =
        folder.empty() ? std::string(name) : fmt::format("{}/{}", folder, name);
    if (cache_->snapshot().files.contains(path)) {
      found = Read(path);
      break;
    }
  }
  return found;
}

std::optional<NamespaceOf> NamespaceResolver::Read(const std::string& path) {
  const auto unreadable = [&](int line, std::string_view why) {
    return NamespaceOf{.ns = {},
                       .problem = fmt::format("no namespace: {}:{}: {}", path, line, why)};
  };
  const ParsedFile& file = cache_->Get(path);
  if (file.failure) {
    return unreadable(file.failure->line, file.failure->message);
  }
  if (file.documents.empty()) {
    return std::nullopt;
  }
  const YamlNode& root = file.documents.front().root;
  const YamlNode* ns = root.Find("namespace");
  if (const YamlNode* twice = FindDuplicateKey(root); twice != nullptr && ns != nullptr) {
    return unreadable(twice->line, fmt::format("key '{}' stands twice", Printable(twice->value)));
  }
  if (ns == nullptr || ns->null || (ns->kind == YamlKind::kScalar && ns->value.empty())) {
    return std::nullopt;
  }
  if (ns->kind != YamlKind::kScalar || !IsDnsLabel(ns->value)) {
    return unreadable(ns->line,
                      fmt::format("namespace: expected a DNS-1123 label, found {}", Shown(*ns)));
  }
  return NamespaceOf{.ns = ns->value, .problem = {}};
}

}  // namespace gitscale
