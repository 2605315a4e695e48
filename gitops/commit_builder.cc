// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/commit_builder.h"

#include <fmt/format.h>

#include "gitops/git_error.h"
#include "gitops/git_handles.h"

namespace gitscale {
namespace {

Result<git_filemode_t> ModeFor(const git_tree& tree, const std::string& path) {
  git_tree_entry* raw = nullptr;
  const int code = git_tree_entry_bypath(&raw, &tree, path.c_str());
  const TreeEntryHandle entry(raw);
  if (code == GIT_ENOTFOUND) {
    git_error_clear();
    return GIT_FILEMODE_BLOB;
  }
  TRY(CheckGit(code, fmt::format("cannot look up '{}'", path)));
  const git_filemode_t mode = git_tree_entry_filemode(entry.get());
  if (mode != GIT_FILEMODE_BLOB && mode != GIT_FILEMODE_BLOB_EXECUTABLE) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("cannot write '{}': it is not a regular file", path),
                path);
  }
  return mode;
}

Result<git_oid> BuildTree(git_repository& repository,
                          const git_oid& base,
                          const std::vector<FileWrite>& files) {
  TRY_ASSIGN(const TreeHandle tree, Acquire<TreeHandle>("cannot read a folder", [&](auto** out) {
               return git_tree_lookup(out, &repository, &base);
             }));
  std::vector<git_tree_update> updates;
  for (const FileWrite& file : files) {
    git_tree_update update{};
    update.action = GIT_TREE_UPDATE_UPSERT;
    update.path = file.path.c_str();
    TRY_ASSIGN(update.filemode, ModeFor(*tree, file.path));
    TRY(CheckGit(git_blob_create_from_buffer(
                     &update.id, &repository, file.content.data(), file.content.size()),
                 fmt::format("cannot store '{}'", file.path)));
    updates.push_back(update);
  }
  git_oid result{};
  if (updates.empty()) {
    return base;
  }
  Status updated = CheckGit(
      git_tree_create_updated(&result, &repository, tree.get(), updates.size(), updates.data()),
      fmt::format("cannot write '{}'", files.front().path));
  if (!updated) {
    // Objects were read and stored well above: what is left is a path that cannot be.
    return Fail(ErrorCode::kInvalidArgument, updated.error().message, files.front().path);
  }
  return result;
}

Result<git_oid> BuildCommit(git_repository& repository,
                            const git_oid& parent_id,
                            const PlannedCommit& planned,
                            const CommitIdentity& identity) {
  TRY_ASSIGN(const CommitHandle parent,
             Acquire<CommitHandle>("cannot read the commit to build on", [&](auto** out) {
               return git_commit_lookup(out, &repository, &parent_id);
             }));
  TRY_ASSIGN(const git_oid tree_id,
             BuildTree(repository, *git_commit_tree_id(parent.get()), planned.files));
  return StoreCommit(repository, parent.get(), tree_id, planned.message, identity);
}

}  // namespace

Result<git_oid> StoreCommit(git_repository& repository,
                            const git_commit* parent,
                            const git_oid& tree_id,
                            const std::string& message,
                            const CommitIdentity& identity) {
  TRY_ASSIGN(const SignatureHandle author,
             Acquire<SignatureHandle>("cannot use the author", [&](auto** out) {
               return git_signature_new(out,
                                        identity.name.c_str(),
                                        identity.email.c_str(),
                                        identity.time.time_since_epoch().count(),
                                        0);
             }));
  TRY_ASSIGN(const TreeHandle tree, Acquire<TreeHandle>("cannot read a folder", [&](auto** out) {
               return git_tree_lookup(out, &repository, &tree_id);
             }));
  const git_commit* parents[] = {parent};
  git_oid id{};
  TRY(CheckGit(git_commit_create(&id,
                                 &repository,
                                 nullptr,
                                 author.get(),
                                 author.get(),
                                 nullptr,
                                 message.c_str(),
                                 tree.get(),
                                 parent != nullptr ? 1 : 0,
                                 parents),
               "cannot store a commit"));
  return id;
}

Result<std::vector<git_oid>> BuildCommits(git_repository& repository,
                                          const git_oid& base,
                                          const ChangeSet& changes,
                                          const CommitIdentity& identity) {
  std::vector<git_oid> ids;
  git_oid parent = base;
  for (const PlannedCommit& planned : changes.commits) {
    TRY_ASSIGN(parent, BuildCommit(repository, parent, planned, identity));
    ids.push_back(parent);
  }
  return ids;
}

}  // namespace gitscale
