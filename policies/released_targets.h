// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "policies/document_cache.h"
#include "policies/load.h"
#include "policies/namespaces.h"
#include "policies/target_index.h"

namespace gitscale {

/// Fills in loaded.released and loaded.unsettled from the documents of the scope's routes and
/// namespaces that carry one of our annotations. The policy of such a document is the one that
/// managed-by names, else the one in the decision; it is gone when all of this holds:
///
/// - its namespace, and the target's, are among those the repository may scale, and no ready policy
///   scales the target;
/// - no policy of this name is ready for the target's cluster, and none is refused. Where the
///   refused one's namespace may have been misread, the name alone counts;
/// - every refused policy has a name, so none of them can be the missing one;
/// - no file is too large to look at (may_be_hidden: there is one);
/// - no file outside the policy globs holds it. A file that cannot be parsed there counts as
///   holding every policy that it mentions.
///
/// Only files that hold the bytes of an annotation are parsed, and outside the globs only those
/// that mention a policy kind and the name of a policy that seems to be gone.
///
/// REQUIRES: loaded.ready and loaded.refused are complete.
void FindReleasedTargets(DocumentCache& cache,
                         NamespaceResolver& namespaces,
                         const RepositoryScope& scope,
                         TargetIndex& index,
                         bool may_be_hidden,
                         LoadedPolicies& loaded);

}  // namespace gitscale
