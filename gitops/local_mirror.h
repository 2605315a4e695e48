// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <git2.h>

#include "base/result.h"
#include "gitops/child_process.h"
#include "gitops/git_handles.h"

namespace gitscale {

/// The bare repository on this machine that objects are fetched into and built in: kept in a folder
/// under a lock, or temporary and removed at the end.
///
/// A kept one is `<folder>/repository`, with the lock in `<folder>/lock`; nothing else in the
/// folder is touched. Only fetched or self-built commits are in it, so a commit that is there has
/// all its history there.
class LocalMirror {
 public:
  /// folder: empty for a temporary one. Makes what is missing; a kept one that does not open is
  /// made anew, with a warning. Errors: kUnavailable when another process uses the folder or the
  /// disk refuses.
  [[nodiscard]] static Result<LocalMirror> Open(const std::string& folder);

  LocalMirror(LocalMirror&& other) noexcept = default;
  LocalMirror& operator=(LocalMirror&&) = delete;
  ~LocalMirror();

  [[nodiscard]] git_repository& repository() const { return *repository_; }

  /// Whether Rebuild may help: false for a repository that was made by this object.
  [[nodiscard]] bool IsKept() const { return is_kept_; }

  /// Throws the copy away and begins with an empty one. why: for the warning.
  [[nodiscard]] Status Rebuild(const std::string& why);

  /// Whether the commit, and with it its history, is here.
  [[nodiscard]] Result<bool> Has(const git_oid& commit) const;

  /// Points a reference to a commit, whatever it pointed to. Keeps the commit's history here.
  [[nodiscard]] Status SetReference(const std::string& name, const git_oid& commit) const;
  [[nodiscard]] Status RemoveReference(const std::string& name) const;

 private:
  /// An owned folder, emptied out of a moved-from object.
  LocalMirror(std::filesystem::path folder, UniqueFd lock, bool is_kept);

  [[nodiscard]] std::filesystem::path RepositoryPath() const { return folder_ / "repository"; }

  [[nodiscard]] Status OpenOrInit();

  std::filesystem::path folder_;
  UniqueFd lock_;
  bool is_kept_;
  RepositoryHandle repository_;
};

}  // namespace gitscale
