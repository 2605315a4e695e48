// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string_view>

#include "policies/load.h"

namespace gitscale {

/// The first route that matches a path, or null.
[[nodiscard]] const Route* RouteOf(const RepositoryScope& scope, std::string_view path);

/// Whether a path is among those the repository's policies are looked for in.
[[nodiscard]] bool IsPolicyPath(const RepositoryScope& scope, std::string_view path);

/// Whether a policy in this namespace, or a target in it, may be acted on.
[[nodiscard]] bool IsAllowedNamespace(const RepositoryScope& scope, std::string_view ns);

}  // namespace gitscale
