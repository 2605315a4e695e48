// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

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

}  // namespace gitscale
