// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/tree_reader.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/log.h"
#include "gitops/git_error.h"
#include "gitops/git_handles.h"

namespace gitscale {
namespace {

constexpr std::size_t kLargestFile = std::size_t{4} << 20U;
constexpr int kDeepest = 128;  // no tree of people is deeper; a hostile one must not end the stack

class Walk {
 public:
  /// path: where Folder begins; empty or with a final slash.
  Walk(git_repository& repository,
       git_odb& odb,
       const RepositorySource::Filter& keep,
       std::string path)
      : repository_(repository), odb_(odb), keep_(keep), path_(std::move(path)) {}

  Status Folder(const git_oid& id, int depth) {
    if (depth > kDeepest) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("cannot read '{}': more than {} levels of folders", path_, kDeepest));
    }
    TRY_ASSIGN(const TreeHandle tree, Acquire<TreeHandle>("cannot read a folder", [&](auto** out) {
                 return git_tree_lookup(out, &repository_, &id);
               }));
    const std::size_t parent = path_.size();
    const std::size_t count = git_tree_entrycount(tree.get());
    for (std::size_t i = 0; i < count; ++i) {
      const git_tree_entry* const entry = git_tree_entry_byindex(tree.get(), i);
      path_.append(git_tree_entry_name(entry));
      TRY(Entry(*entry, depth));
      path_.resize(parent);
    }
    return {};
  }

  std::map<std::string, std::string, std::less<>> files;
  std::vector<std::string> too_large;  ///< YAML files

 private:
  Status Entry(const git_tree_entry& entry, int depth) {
    switch (git_tree_entry_filemode(&entry)) {
      case GIT_FILEMODE_TREE:
        path_.push_back('/');
        return Folder(*git_tree_entry_id(&entry), depth + 1);
      case GIT_FILEMODE_BLOB:
      case GIT_FILEMODE_BLOB_EXECUTABLE:
        return File(*git_tree_entry_id(&entry));
      default:
        return {};
    }
  }

  Status File(const git_oid& id) {
    std::size_t size = 0;
    git_object_t type = GIT_OBJECT_INVALID;
    TRY(CheckGit(git_odb_read_header(&size, &type, &odb_, &id), "cannot read a file"));
    if (size > kLargestFile) {
      Log(LogLevel::kWarn,
          "skipped large file",
          {{"path", path_}, {"bytes", static_cast<std::int64_t>(size)}});
      if (path_.ends_with(".yaml") || path_.ends_with(".yml")) {
        too_large.push_back(path_);
      }
      return {};
    }
    TRY_ASSIGN(const OdbObjectHandle blob,
               Acquire<OdbObjectHandle>("cannot read a file",
                                        [&](auto** out) { return git_odb_read(out, &odb_, &id); }));
    const std::string_view bytes(static_cast<const char*>(git_odb_object_data(blob.get())),
                                 git_odb_object_size(blob.get()));
    if (keep_(path_, bytes)) {
      files.emplace_hint(files.end(), path_, bytes);
    }
    return {};
  }

  git_repository& repository_;
  git_odb& odb_;
  const RepositorySource::Filter& keep_;
  std::string path_;
};

}  // namespace

Result<RepositorySnapshot> ReadTree(git_repository& repository,
                                    const git_oid& commit,
                                    const RepositorySource::Filter& keep) {
  TRY_ASSIGN(const CommitHandle tip,
             Acquire<CommitHandle>("cannot read the commit", [&](auto** out) {
               return git_commit_lookup(out, &repository, &commit);
             }));
  TRY_ASSIGN(const OdbHandle odb, Acquire<OdbHandle>("cannot open the objects", [&](auto** out) {
               return git_repository_odb(out, &repository);
             }));
  Walk walk(repository, *odb, keep, "");
  TRY(walk.Folder(*git_commit_tree_id(tip.get()), 0));
  RepositorySnapshot snapshot;
  snapshot.commit = OidToString(commit);
  snapshot.files = std::move(walk.files);
  snapshot.too_large = std::move(walk.too_large);
  return snapshot;
}

Result<bool> IsCommit(git_repository& repository, const git_oid& id) {
  TRY_ASSIGN(const OdbHandle odb, Acquire<OdbHandle>("cannot open the objects", [&](auto** out) {
               return git_repository_odb(out, &repository);
             }));
  std::size_t size = 0;
  git_object_t type = GIT_OBJECT_INVALID;
  TRY(CheckGit(git_odb_read_header(&size, &type, odb.get(), &id), "cannot read an object"));
  return type == GIT_OBJECT_COMMIT;
}

Result<std::map<std::string, std::string, std::less<>>> ReadFolder(git_repository& repository,
                                                                   const git_oid& commit,
                                                                   const std::string& folder) {
  TRY_ASSIGN(const OdbHandle odb, Acquire<OdbHandle>("cannot open the objects", [&](auto** out) {
               return git_repository_odb(out, &repository);
             }));
  TRY_ASSIGN(const bool is_commit, IsCommit(repository, commit));
  if (!is_commit) {
    return Fail(ErrorCode::kInvalidArgument, fmt::format("'{}' is no commit", OidToString(commit)));
  }
  TRY_ASSIGN(const CommitHandle tip,
             Acquire<CommitHandle>("cannot read the commit", [&](auto** out) {
               return git_commit_lookup(out, &repository, &commit);
             }));
  TRY_ASSIGN(const TreeHandle root, Acquire<TreeHandle>("cannot read a folder", [&](auto** out) {
               return git_commit_tree(out, tip.get());
             }));
  const git_tree_entry* const entry = git_tree_entry_byname(root.get(), folder.c_str());
  if (entry == nullptr) {
    return {};
  }
  if (git_tree_entry_filemode(entry) != GIT_FILEMODE_TREE) {
    return Fail(ErrorCode::kInvalidArgument, fmt::format("'{}' is no folder", folder));
  }
  const RepositorySource::Filter keep_all = [](std::string_view, std::string_view) { return true; };
  Walk walk(repository, *odb, keep_all, folder + "/");
  TRY(walk.Folder(*git_tree_entry_id(entry), 1));
  return std::move(walk.files);
}

}  // namespace gitscale
