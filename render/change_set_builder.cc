// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/change_set_builder.h"

#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/result.h"
#include "render/commit_message.h"
#include "render/document_edit.h"
#include "render/unified_diff.h"

namespace gitscale {
namespace {

using Files = std::map<std::string, std::string, std::less<>>;

/// The file's content with the decision made. files: those changed so far in this change set.
Result<std::string> Edited(const RepositorySnapshot& snapshot,
                           const Files& files,
                           const PlannedDecision& decision) {
  const Target& target = decision.target;
  const auto changed = files.find(target.path);
  const auto original = snapshot.files.find(target.path);
  if (changed == files.end() && original == snapshot.files.end()) {
    return Fail(ErrorCode::kNotFound,
                fmt::format("cannot find '{}' at commit {}", target.path, snapshot.commit),
                target.path);
  }
  DocumentEdit edit;
  edit.document_index = target.document_index;
  edit.path = target.replica_path;
  edit.value = decision.proposal.desired;
  edit.annotations = {
      {std::string(kManagedByAnnotation), decision.record.policy},
      {std::string(kDecisionAnnotation), WriteDecisionRecord(decision.record)},
  };
  edit.insert_if_absent = !target.declared_replicas.has_value();
  return ApplyDocumentEdit(
      changed != files.end() ? changed->second : original->second, edit, target.path);
}

void Fold(BuiltChangeSet& built,
          std::string_view repository,
          const std::vector<DecisionToCommit>& decisions,
          const Files& files) {
  if (decisions.empty()) {
    return;
  }
  PlannedCommit commit;
  commit.message = RunCommitMessage(repository, decisions);
  for (const auto& [path, content] : files) {
    commit.files.push_back({path, content});
  }
  for (const DecisionToCommit& decision : decisions) {
    commit.decision_ids.push_back(decision.record.id);
  }
  built.changes.commits.push_back(std::move(commit));
}

}  // namespace

BuiltChangeSet BuildChangeSet(const RepositorySnapshot& snapshot,
                              std::string_view repository,
                              const std::vector<PlannedDecision>& decisions,
                              CommitStyle style) {
  BuiltChangeSet built;
  Files files;
  std::vector<DecisionToCommit> folded;
  for (const PlannedDecision& decision : decisions) {
    auto content = Edited(snapshot, files, decision);
    if (!content) {
      built.failures.emplace_back(std::move(content).error());
      continue;
    }
    built.failures.emplace_back(std::nullopt);
    const std::string& path = decision.target.path;
    const auto changed = files.find(path);
    const std::string& last =
        changed != files.end() ? changed->second : snapshot.files.find(path)->second;
    if (*content == last) {
      continue;
    }
    if (style == CommitStyle::kPerDecision) {
      built.changes.commits.push_back({DecisionCommitMessage(decision.proposal, decision.record),
                                       {{path, *content}},
                                       {decision.record.id}});
    } else {
      folded.push_back({decision.proposal, decision.record});
    }
    files[path] = std::move(*content);
  }
  Fold(built, repository, folded, files);
  return built;
}

std::string DiffOfChangeSet(const RepositorySnapshot& snapshot, const ChangeSet& changes) {
  Files files;
  for (const PlannedCommit& commit : changes.commits) {
    for (const FileWrite& write : commit.files) {
      files[write.path] = write.content;
    }
  }
  std::string out;
  for (const auto& [path, content] : files) {
    const auto original = snapshot.files.find(path);
    out += UnifiedDiff(
        path, original == snapshot.files.end() ? std::string() : original->second, content);
  }
  return out;
}

}  // namespace gitscale
