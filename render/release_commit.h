// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "policies/load.h"
#include "policies/repository_snapshot.h"
#include "reconciler/change_set.h"

namespace gitscale {

/// Appends one commit that takes our annotations off these targets, on top of what the change set
/// writes already. It carries no decision. A removal that is refused leaves its file as it was and
/// does not stop the others; without any removal there is no commit.
///
/// Gives why target i stays as it is, or nothing when it is in the commit.
[[nodiscard]] std::vector<std::optional<Error>> AppendRelease(
    const RepositorySnapshot& snapshot,
    const std::vector<ReleasedTarget>& targets,
    ChangeSet& changes);

/// "release(tenant-acme/db): leave 4 instances as they are", or "release: 3 targets whose policies
/// are gone"; a list of targets, counts and policies below. UTF-8, ends with a newline, no
/// trailers. REQUIRES: at least one target.
[[nodiscard]] std::string ReleaseCommitMessage(const std::vector<ReleasedTarget>& targets);

}  // namespace gitscale
