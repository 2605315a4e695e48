// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/released_targets.h"

#include <algorithm>
#include <utility>

#include "base/json.h"
#include "policies/bytes.h"
#include "policies/dns_name.h"
#include "policies/policy_load.h"
#include "policies/routes.h"
#include "policies/target_read.h"

namespace gitscale {
namespace {

using Names = std::set<std::string, std::less<>>;

/// "namespace/name" in two; both empty when it is none.
struct PolicyName {
  std::string ns;
  std::string name;
};

PolicyName SplitPolicy(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos || !IsDnsLabel(text.substr(0, slash)) ||
      !IsDnsSubdomain(text.substr(slash + 1))) {
    return {};
  }
  return {.ns = std::string(text.substr(0, slash)), .name = std::string(text.substr(slash + 1))};
}

const YamlNode* AnnotationOf(const DeclaredTarget& declared, std::string_view key) {
  return declared.root->FindPath({"metadata", "annotations", std::string(key)});
}

/// The policy that the annotations name; nothing where they name none.
PolicyName PolicyOf(const DeclaredTarget& declared) {
  if (const YamlNode* managed_by = AnnotationOf(declared, kManagedByAnnotation)) {
    return SplitPolicy(managed_by->Text());
  }
  const YamlNode* decision = AnnotationOf(declared, kDecisionAnnotation);
  const Result<Json> record = ParseJson(decision->Text());
  const Json* policy = record ? record->Find("policy") : nullptr;
  const std::string* text = policy == nullptr ? nullptr : policy->AsString();
  return text == nullptr ? PolicyName() : SplitPolicy(*text);
}

/// A target that carries our annotations and that no ready policy scales.
struct Leftover {
  const DeclaredTarget* declared = nullptr;
  PolicyName policy;
};

std::vector<Leftover> FindLeftovers(const RepositoryScope& scope,
                                    TargetIndex& index,
                                    const LoadedPolicies& loaded) {
  std::set<TargetKey> scaled;
  for (const PolicyTarget& one : loaded.ready) {
    scaled.insert(one.target.key);
  }
  index.AddFilesHolding({kManagedByAnnotation, kDecisionAnnotation});
  std::vector<Leftover> leftovers;
  for (const DeclaredTarget* declared : index.All()) {
    const bool is_annotated = AnnotationOf(*declared, kManagedByAnnotation) != nullptr ||
                              AnnotationOf(*declared, kDecisionAnnotation) != nullptr;
    if (is_annotated && declared->adapter != nullptr && IsAllowedNamespace(scope, declared->ns) &&
        !scaled.contains(declared->Key())) {
      leftovers.push_back({.declared = declared, .policy = PolicyOf(*declared)});
    }
  }
  return leftovers;
}

/// The policies that are there, ready or refused.
class PresentPolicies {
 public:
  explicit PresentPolicies(const LoadedPolicies& loaded) {
    for (const PolicyTarget& one : loaded.ready) {
      ready_.emplace(one.target.key.cluster, one.policy.Key());
    }
    for (const RefusedPolicy& one : loaded.refused) {
      // A name that could never be one may be the missing policy, mistyped.
      has_nameless_ = has_nameless_ || !IsDnsSubdomain(one.name);
      // The namespace of these is what the folder says while the document's own cannot be read.
      const bool is_ns_uncertain = one.ns.empty() || one.code == RefusalCode::kInvalidPolicy ||
                                   one.code == RefusalCode::kUnresolvedNamespace;
      if (is_ns_uncertain) {
        refused_names_.insert(one.name);
      } else {
        refused_.insert(one.ns + "/" + one.name);
      }
    }
  }

  [[nodiscard]] bool MayHold(const Leftover& leftover) const {
    const std::string key = leftover.policy.ns + "/" + leftover.policy.name;
    return has_nameless_ || ready_.contains({leftover.declared->cluster, key}) ||
           refused_.contains(key) || refused_names_.contains(leftover.policy.name);
  }

 private:
  std::set<std::pair<std::string, std::string>> ready_;  // cluster, namespace/name
  Names refused_;
  Names refused_names_;
  bool has_nameless_ = false;
};

/// Policies among `wanted` (names, without namespaces) in files that the globs leave out.
class PoliciesElsewhere {
 public:
  PoliciesElsewhere(DocumentCache& cache,
                    NamespaceResolver& namespaces,
                    const RepositoryScope& scope,
                    const Names& wanted) {
    for (const auto& [path, bytes] : cache.snapshot().files) {
      if (MentionsPolicy(bytes) && !IsPolicyPath(scope, path) && MentionsAny(bytes, wanted)) {
        AddFile(cache, namespaces, path, bytes, wanted);
      }
    }
  }

  [[nodiscard]] bool MayHold(const PolicyName& policy) const {
    return names_.contains(policy.name) || found_.contains(policy.ns + "/" + policy.name);
  }

 private:
  void AddFile(DocumentCache& cache,
               NamespaceResolver& namespaces,
               const std::string& path,
               const std::string& bytes,
               const Names& wanted) {
    const ParsedFile& file = cache.Get(path);
    const bool is_unclear =
        file.failure || std::ranges::any_of(file.documents, [](const YamlDocument& document) {
          return IsPolicyDocument(document.root) &&
                 document.root.FindPath({"metadata", "name"}) == nullptr;
        });
    if (is_unclear) {
      std::ranges::copy_if(wanted, std::inserter(names_, names_.end()), [&](const auto& name) {
        return MentionsAny(bytes, {name});
      });
    }
    for (const YamlDocument& document : file.documents) {
      const YamlNode* name = document.root.FindPath({"metadata", "name"});
      if (!IsPolicyDocument(document.root) || name == nullptr) {
        continue;
      }
      const YamlNode* written = document.root.FindPath({"metadata", "namespace"});
      const std::string ns =
          namespaces.Resolve(written == nullptr ? std::string_view() : written->Text(), path).ns;
      if (ns.empty()) {
        names_.emplace(name->Text());
      } else {
        found_.insert(ns + "/" + std::string(name->Text()));
      }
    }
  }

  Names names_;  // of policies whose namespace is not known
  Names found_;  // namespace/name
};

ReleasedTarget Release(const Leftover& leftover) {
  const TargetRead read = ReadTarget(*leftover.declared);
  ReleasedTarget released;
  released.key = read.target.key;
  released.display_name = read.target.display_name;
  released.policy = leftover.policy.ns + "/" + leftover.policy.name;
  released.path = read.target.path;
  released.document_index = read.target.document_index;
  if (read.problems.empty()) {
    released.replicas = read.target.replicas;
  }
  return released;
}

}  // namespace

void FindReleasedTargets(DocumentCache& cache,
                         NamespaceResolver& namespaces,
                         const RepositoryScope& scope,
                         TargetIndex& index,
                         bool may_be_hidden,
                         LoadedPolicies& loaded) {
  const std::vector<Leftover> leftovers = FindLeftovers(scope, index, loaded);
  const PresentPolicies present(loaded);
  std::vector<Leftover> gone;
  Names names;
  for (const Leftover& leftover : leftovers) {
    if (!may_be_hidden && IsAllowedNamespace(scope, leftover.policy.ns) &&
        !present.MayHold(leftover)) {
      gone.push_back(leftover);
      names.insert(leftover.policy.name);
    } else {
      loaded.unsettled.insert(leftover.declared->Key());
    }
  }
  if (gone.empty()) {
    return;
  }
  const PoliciesElsewhere elsewhere(cache, namespaces, scope, names);
  for (const Leftover& leftover : gone) {
    if (elsewhere.MayHold(leftover.policy)) {
      loaded.unsettled.insert(leftover.declared->Key());
    } else {
      loaded.released.push_back(Release(leftover));
    }
  }
}

}  // namespace gitscale
