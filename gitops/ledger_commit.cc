// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/ledger_commit.h"

#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "gitops/git_error.h"
#include "gitops/git_handles.h"

namespace gitscale {
namespace {

constexpr std::string_view kTargets = "targets/";
constexpr std::string_view kInputs = "inputs/";

using WritesByPath = std::map<std::string_view, const LedgerWrite*>;

/// Whether two answers about a blob are the same: nothing is "no file".
bool IsSame(const std::optional<git_oid>& a, const std::optional<git_oid>& b) {
  return a.has_value() == b.has_value() && (!a || git_oid_equal(&*a, &*b) == 1);
}

/// The id that the content has or would have, without storing it.
Result<std::optional<git_oid>> BlobId(const std::optional<std::string>& content) {
  if (!content) {
    return std::nullopt;
  }
  git_oid id{};
  TRY(CheckGit(git_odb_hash(&id, content->data(), content->size(), GIT_OBJECT_BLOB),
               "cannot hash a file"));
  return std::optional<git_oid>(id);
}

/// Rebuilds the folders on the way to the written files; all others keep their ids.
class TreeEdit {
 public:
  TreeEdit(git_repository& repository, const WritesByPath& writes)
      : repository_(repository), end_(writes.end()), at_(writes.begin()) {}

  /// The folder `prefix` (empty or with a final slash) with its writes; nothing when it is empty.
  Result<std::optional<git_oid>> Folder(const std::optional<git_oid>& before,
                                        const std::string& prefix) {
    TreeHandle tree;
    if (before) {
      TRY_ASSIGN(tree, Acquire<TreeHandle>("cannot read a folder", [&](auto** out) {
                   return git_tree_lookup(out, &repository_, &*before);
                 }));
    }
    TRY_ASSIGN(const TreeBuilderHandle builder,
               Acquire<TreeBuilderHandle>("cannot edit a folder", [&](auto** out) {
                 return git_treebuilder_new(out, &repository_, tree.get());
               }));
    while (at_ != end_ && at_->first.starts_with(prefix)) {
      const std::string_view rest = at_->first.substr(prefix.size());
      const std::size_t slash = rest.find('/');
      const std::string name(rest.substr(0, slash));
      if (slash == std::string_view::npos) {
        TRY(File(*builder, name, *at_->second));
        ++at_;
      } else {
        TRY(Subfolder(*builder, name, prefix));
      }
    }
    if (git_treebuilder_entrycount(builder.get()) == 0) {
      return std::nullopt;
    }
    git_oid id{};
    TRY(CheckGit(git_treebuilder_write(&id, builder.get()), "cannot store a folder"));
    return std::optional<git_oid>(id);
  }

  [[nodiscard]] int transitions() const { return transitions_; }

 private:
  Status Subfolder(git_treebuilder& builder, const std::string& name, const std::string& prefix) {
    const git_tree_entry* const entry = git_treebuilder_get(&builder, name.c_str());
    std::optional<git_oid> before;
    if (entry != nullptr && git_tree_entry_filemode(entry) == GIT_FILEMODE_TREE) {
      before = *git_tree_entry_id(entry);
    }
    TRY_ASSIGN(const std::optional<git_oid> after, Folder(before, prefix + name + "/"));
    if (after) {
      return Insert(builder, name, *after, GIT_FILEMODE_TREE);
    }
    return before ? Remove(builder, name) : Status();
  }

  Status File(git_treebuilder& builder, const std::string& name, const LedgerWrite& write) {
    const git_tree_entry* const entry = git_treebuilder_get(&builder, name.c_str());
    std::optional<git_oid> before;
    const bool is_folder = entry != nullptr && git_tree_entry_filemode(entry) == GIT_FILEMODE_TREE;
    if (is_folder && !name.ends_with(".json")) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("cannot write '{}' of the ledger: it is a folder", write.path),
                  write.path);
    }
    // A folder in the place of an entry is nothing of ours: it makes way.
    if (entry != nullptr && !is_folder) {
      before = *git_tree_entry_id(entry);
    }
    TRY_ASSIGN(const std::optional<git_oid> after, BlobId(write.content));
    if (IsSame(before, after)) {
      return {};
    }
    transitions_ += write.path.starts_with(kTargets) ? 1 : 0;
    if (!after) {
      return Remove(builder, name);
    }
    git_oid stored{};
    TRY(CheckGit(git_blob_create_from_buffer(
                     &stored, &repository_, write.content->data(), write.content->size()),
                 "cannot store a file of the ledger"));
    return Insert(builder, name, stored, GIT_FILEMODE_BLOB);
  }

  static Status Insert(git_treebuilder& builder,
                       const std::string& name,
                       const git_oid& id,
                       git_filemode_t mode) {
    Status inserted = CheckGit(git_treebuilder_insert(nullptr, &builder, name.c_str(), &id, mode),
                               fmt::format("cannot write '{}' of the ledger", name));
    if (!inserted) {
      // The object is there: what is left is a name that cannot be.
      return Fail(ErrorCode::kInvalidArgument, inserted.error().message, name);
    }
    return {};
  }

  static Status Remove(git_treebuilder& builder, const std::string& name) {
    return CheckGit(git_treebuilder_remove(&builder, name.c_str()),
                    fmt::format("cannot remove '{}' of the ledger", name));
  }

  git_repository& repository_;
  WritesByPath::const_iterator end_;
  WritesByPath::const_iterator at_;
  int transitions_ = 0;
};

Result<git_oid> EmptyTree(git_repository& repository) {
  TRY_ASSIGN(const TreeBuilderHandle builder,
             Acquire<TreeBuilderHandle>("cannot edit a folder", [&](auto** out) {
               return git_treebuilder_new(out, &repository, nullptr);
             }));
  git_oid id{};
  TRY(CheckGit(git_treebuilder_write(&id, builder.get()), "cannot store a folder"));
  return id;
}

/// The tree of the tip; nothing when there is none to build on.
Result<std::optional<git_oid>> TreeOf(git_repository& repository, const LedgerTip& tip) {
  if (!tip.id || !tip.is_commit || !tip.has_usable_tree) {
    return std::nullopt;
  }
  TRY_ASSIGN(const CommitHandle commit,
             Acquire<CommitHandle>("cannot read the ledger's commit", [&](auto** out) {
               return git_commit_lookup(out, &repository, &*tip.id);
             }));
  return std::optional<git_oid>(*git_commit_tree_id(commit.get()));
}

Result<std::optional<git_oid>> BlobAt(const git_tree& tree, const std::string& path) {
  git_tree_entry* raw = nullptr;
  const int code = git_tree_entry_bypath(&raw, &tree, path.c_str());
  const TreeEntryHandle entry(raw);
  if (code == GIT_ENOTFOUND) {
    git_error_clear();
    return std::nullopt;
  }
  TRY(CheckGit(code, "cannot look a file of the ledger up"));
  return std::optional<git_oid>(*git_tree_entry_id(entry.get()));
}

}  // namespace

Result<std::optional<LedgerEdit>> EditLedger(git_repository& repository,
                                             const LedgerTip& tip,
                                             const std::vector<LedgerWrite>& writes) {
  WritesByPath by_path;
  for (const LedgerWrite& write : writes) {
    if (!write.path.starts_with(kTargets) && !write.path.starts_with(kInputs)) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("cannot write '{}' of the ledger: not below '{}' or '{}'",
                              write.path,
                              kTargets,
                              kInputs),
                  write.path);
    }
    by_path[write.path] = &write;
  }
  TRY_ASSIGN(const std::optional<git_oid> before, TreeOf(repository, tip));
  TreeEdit edit(repository, by_path);
  TRY_ASSIGN(std::optional<git_oid> after, edit.Folder(before, ""));
  if (!after && before) {
    TRY_ASSIGN(after, EmptyTree(repository));
  }
  if (IsSame(before, after)) {
    return std::nullopt;
  }
  return std::optional<LedgerEdit>({*after, edit.transitions()});
}

Result<git_oid> CommitLedger(git_repository& repository,
                             const LedgerTip& tip,
                             const LedgerEdit& edit,
                             const CommitIdentity& identity) {
  CommitHandle parent;
  if (tip.id && tip.is_commit) {
    TRY_ASSIGN(parent, Acquire<CommitHandle>("cannot read the ledger's commit", [&](auto** out) {
                 return git_commit_lookup(out, &repository, &*tip.id);
               }));
  }
  const std::string message = edit.transitions == 0 ? "Record inputs\n"
                                                    : fmt::format("Record {} transition{}\n",
                                                                  edit.transitions,
                                                                  edit.transitions == 1 ? "" : "s");
  return StoreCommit(repository, parent.get(), edit.tree, message, identity);
}

Result<bool> CanMerge(git_repository& repository,
                      const LedgerTip& tip,
                      const std::vector<LedgerWrite>& writes) {
  TRY_ASSIGN(const std::optional<git_oid> tree_id, TreeOf(repository, tip));
  TreeHandle tree;
  if (tree_id) {
    TRY_ASSIGN(tree, Acquire<TreeHandle>("cannot read a folder", [&](auto** out) {
                 return git_tree_lookup(out, &repository, &*tree_id);
               }));
  }
  for (const LedgerWrite& write : writes) {
    std::optional<git_oid> there;
    if (tree) {
      TRY_ASSIGN(there, BlobAt(*tree, write.path));
    }
    TRY_ASSIGN(const std::optional<git_oid> expected, BlobId(write.expected));
    TRY_ASSIGN(const std::optional<git_oid> wanted, BlobId(write.content));
    if (!IsSame(there, expected) && !IsSame(there, wanted)) {
      return false;
    }
  }
  return true;
}

}  // namespace gitscale
