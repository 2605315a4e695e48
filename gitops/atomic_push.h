// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

/// What libgit2 does not know of Git's push protocol: several references as one transaction.
/// Source: gitprotocol-pack(5) and gitprotocol-capabilities(5), git 2.39.
namespace gitscale {

/// Whether the server offers `atomic`. advertisement: the beginning of what git-receive-pack says
/// first, at least to the end of its first reference's line, where the capabilities are.
[[nodiscard]] bool OffersAtomic(std::string_view advertisement);

/// The commands of a push with ` atomic` asked for. commands: packet lines, of which the first is
/// whole and holds the capabilities. Errors: kInternal when they are none.
[[nodiscard]] Result<std::string> AskForAtomic(std::string_view commands);

}  // namespace gitscale
