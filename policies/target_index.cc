// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/target_index.h"

#include <algorithm>

#include "policies/bytes.h"
#include "policies/repository_path.h"
#include "policies/routes.h"
#include "policies/target_document.h"

namespace gitscale {

TargetKey DeclaredTarget::Key() const {
  return {.cluster = cluster,
          .engine = adapter == nullptr ? Engine::kUnset : adapter->engine,
          .ns = ns,
          .name = release};
}

TargetIndex::TargetIndex(DocumentCache& cache,
                         NamespaceResolver& namespaces,
                         const RepositoryScope& scope)
    : cache_(&cache), namespaces_(&namespaces), scope_(&scope) {
  for (const auto& [path, bytes] : cache.snapshot().files) {
    if (IsYamlName(path) && MentionsTargetGroup(bytes) && RouteOf(scope, path) != nullptr) {
      candidates_.push_back(&path);
    }
  }
}

void TargetIndex::AddFilesMentioning(const std::set<std::string, std::less<>>& names) {
  for (const std::string* path : candidates_) {
    if (!added_.contains(*path) &&
        MentionsAny(cache_->snapshot().files.find(*path)->second, names)) {
      AddFile(*path);
    }
  }
}

void TargetIndex::AddFilesHolding(const std::vector<std::string_view>& texts) {
  for (const std::string* path : candidates_) {
    const std::string& bytes = cache_->snapshot().files.find(*path)->second;
    if (!added_.contains(*path) &&
        std::ranges::any_of(texts, [&](std::string_view text) { return Contains(bytes, text); })) {
      AddFile(*path);
    }
  }
}

void TargetIndex::AddFolder(std::string_view folder) {
  for (const std::string* path : candidates_) {
    if (!added_.contains(*path) && ParentFolder(*path) == folder) {
      AddFile(*path);
    }
  }
}

void TargetIndex::AddFile(const std::string& path) {
  added_.insert(path);
  const Route* route = RouteOf(*scope_, path);
  const ParsedFile& file = cache_->Get(path);
  if (file.failure) {
    unparsed_.push_back({.cluster = route->cluster, .failure = *file.failure});
  }
  for (const YamlDocument& document : file.documents) {
    AddDocument(path, document, *route);
  }
}

void TargetIndex::AddDocument(const std::string& path,
                              const YamlDocument& document,
                              const Route& route) {
  std::optional<DeclaredTarget> target = DescribeTarget(document.root, path, *namespaces_);
  if (!target) {
    return;
  }
  target->cluster = route.cluster;
  target->metrics = route.metrics;
  target->traits = &route.traits;
  target->path = path;
  target->document_index = document.index;
  const std::tuple<std::string, int> place{path, document.index};
  by_object_[{route.cluster,
              target->object_group,
              target->object_kind,
              target->object_ns,
              target->object_name}]
      .insert(place);
  if (target->adapter != nullptr) {
    by_key_[target->Key()].insert(place);
  }
  documents_.emplace(place, std::move(*target));
}

TargetIndex::Found TargetIndex::ByObject(std::string_view cluster,
                                         std::string_view group,
                                         std::string_view kind,
                                         std::string_view ns,
                                         std::string_view name) const {
  Found found;
  const auto places = by_object_.find({std::string(cluster),
                                       std::string(group),
                                       std::string(kind),
                                       std::string(ns),
                                       std::string(name)});
  if (places != by_object_.end()) {
    for (const auto& place : places->second) {
      found.push_back(&documents_.at(place));
    }
  }
  return found;
}

TargetIndex::Found TargetIndex::ByKey(const TargetKey& key) const {
  Found found;
  const auto places = by_key_.find(key);
  if (places != by_key_.end()) {
    for (const auto& place : places->second) {
      found.push_back(&documents_.at(place));
    }
  }
  return found;
}

TargetIndex::Found TargetIndex::All() const {
  Found found;
  for (const auto& [place, target] : documents_) {
    found.push_back(&target);
  }
  return found;
}

TargetIndex::Found TargetIndex::InCluster(std::string_view cluster) const {
  Found found;
  for (const auto& [place, target] : documents_) {
    if (target.cluster == cluster) {
      found.push_back(&target);
    }
  }
  return found;
}

}  // namespace gitscale
