// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "policies/document_cache.h"
#include "policies/engines/engine.h"
#include "policies/load.h"
#include "policies/namespaces.h"

namespace gitscale {

/// A document that declares something to scale, not read any further. object_*: as its own metadata
/// says; ns, release: identity of the target. adapter: null for a HelmRelease of a chart that
/// gitscale does not know; chart and chart_source say which.
struct DeclaredTarget {
  const EngineAdapter* adapter = nullptr;
  Declaration declaration = Declaration::kApplication;
  std::string object_group;  ///< of its apiVersion
  std::string object_kind;
  std::string object_ns;
  std::string object_name;
  std::string ns;
  std::string release;
  std::string chart;
  std::string chart_source;  ///< where a namesake of a chart of ours comes from; else empty
  std::string cluster;
  std::string metrics;
  const ClusterTraits* traits = nullptr;  ///< of the cluster; owned by the scope
  std::string path;
  int document_index = 0;
  const YamlNode* root = nullptr;  ///< owned by the cache

  [[nodiscard]] TargetKey Key() const;
};

/// A file that might have held a target and could not be parsed.
struct UnparsedFile {
  std::string cluster;
  Problem failure;
};

/// The targets of a repository, by identity and by object, over the files that were added.
class TargetIndex {
 public:
  /// All borrowed.
  TargetIndex(DocumentCache& cache, NamespaceResolver& namespaces, const RepositoryScope& scope);

  /// Parses the files that mention an API group of ours and one of `names` as a whole word.
  void AddFilesMentioning(const std::set<std::string, std::less<>>& names);
  /// Parses the files that mention an API group of ours and hold one of `texts` anywhere.
  void AddFilesHolding(const std::vector<std::string_view>& texts);
  /// The same for every such file of one folder, whatever it mentions.
  void AddFolder(std::string_view folder);

  using Found = std::vector<const DeclaredTarget*>;

  /// Documents of one kind, namespace and name, in the order of paths. group: of any version.
  [[nodiscard]] Found ByObject(std::string_view cluster,
                               std::string_view group,
                               std::string_view kind,
                               std::string_view ns,
                               std::string_view name) const;
  /// Documents that declare one target, in the order of paths.
  [[nodiscard]] Found ByKey(const TargetKey& key) const;
  /// Everything, in the order of paths.
  [[nodiscard]] Found All() const;
  /// Everything of one cluster.
  [[nodiscard]] Found InCluster(std::string_view cluster) const;

  [[nodiscard]] const std::vector<UnparsedFile>& unparsed() const { return unparsed_; }

 private:
  using ObjectKey = std::tuple<std::string, std::string, std::string, std::string, std::string>;

  void AddFile(const std::string& path);
  void AddDocument(const std::string& path, const YamlDocument& document, const Route& route);

  DocumentCache* cache_;
  NamespaceResolver* namespaces_;
  const RepositoryScope* scope_;
  std::vector<const std::string*> candidates_;  // paths of files that mention a group
  std::set<std::string, std::less<>> added_;
  std::map<std::tuple<std::string, int>, DeclaredTarget> documents_;  // by path and document
  std::map<ObjectKey, std::set<std::tuple<std::string, int>>> by_object_;
  std::map<TargetKey, std::set<std::tuple<std::string, int>>> by_key_;
  std::vector<UnparsedFile> unparsed_;
};

}  // namespace gitscale
