// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/release_commit.h"

#include <cstddef>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "base/result.h"
#include "render/annotation_removal.h"
#include "render/one_line.h"

namespace gitscale {
namespace {

constexpr std::size_t kSubjectLimit = 100;
constexpr std::size_t kBodyWidth = 72;

using Files = std::map<std::string, std::string, std::less<>>;

/// The file as the change set leaves it so far.
Result<std::string> Latest(const RepositorySnapshot& snapshot,
                           const ChangeSet& changes,
                           const Files& files,
                           const std::string& path) {
  if (const auto released = files.find(path); released != files.end()) {
    return released->second;
  }
  for (auto commit = changes.commits.rbegin(); commit != changes.commits.rend(); ++commit) {
    for (const FileWrite& write : commit->files) {
      if (write.path == path) {
        return write.content;
      }
    }
  }
  const auto original = snapshot.files.find(path);
  if (original == snapshot.files.end()) {
    return Fail(ErrorCode::kNotFound,
                fmt::format("cannot find '{}' at commit {}", path, snapshot.commit),
                path);
  }
  return original->second;
}

/// Takes the annotations of one target off its file in `files`.
Status Release(const RepositorySnapshot& snapshot,
               const ChangeSet& changes,
               const ReleasedTarget& target,
               Files& files) {
  TRY_ASSIGN(const std::string before, Latest(snapshot, changes, files, target.path));
  AnnotationRemoval removal;
  removal.document_index = target.document_index;
  removal.keys = {std::string(kManagedByAnnotation), std::string(kDecisionAnnotation)};
  TRY_ASSIGN(std::string after, RemoveAnnotations(before, removal, target.path));
  if (after == before) {
    return Fail(ErrorCode::kInternal,
                fmt::format("found no annotation of '{}' in '{}', expected one to remove",
                            target.display_name,
                            target.path),
                target.path);
  }
  files.insert_or_assign(target.path, std::move(after));
  return {};
}

std::string Instances(const ReleasedTarget& target) {
  return target.replicas
             ? fmt::format("{} instance{}", *target.replicas, *target.replicas == 1 ? "" : "s")
             : std::string("the count");
}

std::string Subject(const std::vector<ReleasedTarget>& targets) {
  if (targets.size() > 1) {
    return fmt::format("release: {} targets whose policies are gone", targets.size());
  }
  const ReleasedTarget& target = targets.front();
  return fmt::format("release({}): leave {} as {}",
                     OneLine(target.display_name),
                     Instances(target),
                     target.replicas.value_or(1) == 1 ? "it is" : "they are");
}

}  // namespace

std::vector<std::optional<Error>> AppendRelease(const RepositorySnapshot& snapshot,
                                                const std::vector<ReleasedTarget>& targets,
                                                ChangeSet& changes) {
  std::vector<std::optional<Error>> failures;
  std::vector<ReleasedTarget> released;
  Files files;
  for (const ReleasedTarget& target : targets) {
    if (Status done = Release(snapshot, changes, target, files); !done) {
      failures.emplace_back(std::move(done).error());
      continue;
    }
    failures.emplace_back(std::nullopt);
    released.push_back(target);
  }
  if (released.empty()) {
    return failures;
  }
  PlannedCommit commit;
  commit.message = ReleaseCommitMessage(released);
  for (auto& [path, content] : files) {
    commit.files.push_back({path, std::move(content)});
  }
  changes.commits.push_back(std::move(commit));
  return failures;
}

std::string ReleaseCommitMessage(const std::vector<ReleasedTarget>& targets) {
  CHECK(!targets.empty());
  std::string out = CutAtWord(Subject(targets), kSubjectLimit) + "\n\n";
  out += Wrap(targets.size() == 1
                  ? "The policy is not in the repository any more: the annotations go, the count "
                    "stays."
                  : "The policies are not in the repository any more: the annotations go, the "
                    "counts stay.",
              kBodyWidth,
              0) +
         "\n\n";
  for (const ReleasedTarget& target : targets) {
    out += Wrap(fmt::format("- {}: {}; policy {} is gone",
                            OneLine(target.display_name),
                            target.replicas ? Instances(target) : "count not readable",
                            OneLine(target.policy)),
                kBodyWidth,
                2) +
           "\n";
  }
  return out;
}

}  // namespace gitscale
