// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <memory>

#include <git2.h>

/// libgit2's objects, freed by their owner. Internal to gitops/: not for headers that cli includes.
namespace gitscale {

template <auto Free>
struct GitFree {
  template <typename T>
  void operator()(T* object) const {
    Free(object);
  }
};

using RepositoryHandle = std::unique_ptr<git_repository, GitFree<git_repository_free>>;
using RemoteHandle = std::unique_ptr<git_remote, GitFree<git_remote_free>>;
using OdbHandle = std::unique_ptr<git_odb, GitFree<git_odb_free>>;
using OdbObjectHandle = std::unique_ptr<git_odb_object, GitFree<git_odb_object_free>>;
using CommitHandle = std::unique_ptr<git_commit, GitFree<git_commit_free>>;
using TreeHandle = std::unique_ptr<git_tree, GitFree<git_tree_free>>;
using TreeEntryHandle = std::unique_ptr<git_tree_entry, GitFree<git_tree_entry_free>>;
using ReferenceHandle = std::unique_ptr<git_reference, GitFree<git_reference_free>>;
using TreeBuilderHandle = std::unique_ptr<git_treebuilder, GitFree<git_treebuilder_free>>;
using SignatureHandle = std::unique_ptr<git_signature, GitFree<git_signature_free>>;

}  // namespace gitscale
