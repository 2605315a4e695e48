// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "policies/document_cache.h"
#include "policies/problem.h"

namespace gitscale {

/// The namespace of a document. ns is empty when there is none; then problem says why.
struct NamespaceOf {
  std::string ns;
  std::string problem;
};

/// Finds the namespace of documents that name none: from the nearest ancestor kustomization that
/// sets `namespace:`, else the repository's default. A kustomization that cannot be read stops the
/// search: what it might say is not guessed.
class NamespaceResolver {
 public:
  /// Both borrowed.
  NamespaceResolver(DocumentCache& cache, std::string_view default_namespace)
      : cache_(&cache), default_(default_namespace) {}

  /// written: metadata.namespace, empty when absent. path: of the document's file.
  [[nodiscard]] NamespaceOf Resolve(std::string_view written, std::string_view path);

 private:
  /// What the kustomization of one folder says; nothing when it says nothing.
  const std::optional<NamespaceOf>& OfFolder(std::string_view folder);
  [[nodiscard]] std::optional<NamespaceOf> Read(const std::string& path);

  DocumentCache* cache_;
  std::string default_;
  std::map<std::string, std::optional<NamespaceOf>, std::less<>> folders_;
};

}  // namespace gitscale
