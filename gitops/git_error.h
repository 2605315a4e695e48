// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>

#include <git2.h>

#include "base/result.h"

namespace gitscale {

/// Turns libgit2's answer into ours. REQUIRES: called at once after the call that answered `code`.
/// code >= 0 is success. Errors: kUnavailable for network and broken streams, kPermissionDenied for
/// refused credentials, kInternal for everything about the local copy (objects, references, files),
/// with `doing` and libgit2's text.
[[nodiscard]] Status CheckGit(int code, std::string_view doing);

/// An object from a function that fills a pointer: `make` gets where to put it, gives libgit2's
/// code.
template <typename Handle, typename Make>
[[nodiscard]] Result<Handle> Acquire(std::string_view doing, Make make) {
  typename Handle::pointer raw = nullptr;
  TRY(CheckGit(make(&raw), doing));
  return Handle(raw);
}

/// 40 hexadecimal digits.
[[nodiscard]] std::string OidToString(const git_oid& oid);

/// Errors: kInvalidArgument when the text is no full id.
[[nodiscard]] Result<git_oid> OidFromString(const std::string& text);

}  // namespace gitscale
