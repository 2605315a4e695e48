// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <functional>
#include <map>
#include <string>

#include <git2.h>

#include "base/result.h"
#include "policies/repository_snapshot.h"
#include "reconciler/ports.h"

namespace gitscale {

/// The files that `keep` accepts in the tree of `commit`. Regular files only (100644, 100755):
/// symbolic links and submodules are passed over, and so are files above 4 MiB. Bytes are shown to
/// `keep` where libgit2 has them; only accepted ones are copied. Errors: kInternal when the local
/// copy lacks objects, kInvalidArgument above 128 levels of folders.
[[nodiscard]] Result<RepositorySnapshot> ReadTree(git_repository& repository,
                                                  const git_oid& commit,
                                                  const RepositorySource::Filter& keep);

/// Whether the object is a commit. Errors: kInternal when it is not here.
[[nodiscard]] Result<bool> IsCommit(git_repository& repository, const git_oid& id);

/// The files below one folder of the tree of `commit`, by their whole paths; none when there is no
/// such folder. folder: one name, at the top. Passes over and errors as ReadTree; besides
/// kInvalidArgument when `commit` names something that is no commit, or `folder` is no folder.
[[nodiscard]] Result<std::map<std::string, std::string, std::less<>>> ReadFolder(
    git_repository& repository, const git_oid& commit, const std::string& folder);

}  // namespace gitscale
