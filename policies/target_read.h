// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "policies/problem.h"
#include "policies/target.h"
#include "policies/target_index.h"

namespace gitscale {

/// target: usable only without problems.
struct TargetRead {
  Target target;
  Problems problems;
};

/// Reads count, quorum and annotations of a declared target, only where every reader of the file
/// would see the same value: a plain decimal integer written in place. Templates, variables, quoted
/// numbers, aliases, merge keys, duplicate keys anywhere in the document, floats, octal numbers and
/// nulls are problems that say where and what.
///
/// REQUIRES: declared.adapter and declared.traits are not null.
[[nodiscard]] TargetRead ReadTarget(const DeclaredTarget& declared);

}  // namespace gitscale
