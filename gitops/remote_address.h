// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

#include "base/result.h"
#include "base/secret.h"
#include "gitops/remote_settings.h"

namespace gitscale {

/// Where a repository is, taken apart.
struct RemoteAddress {
  enum class Kind { kHttp, kPath };

  Kind kind = Kind::kPath;
  std::string shown;   ///< for people: the URL without user info, or the path as written
  std::string target;  ///< kHttp: URL without user info or final slash; kPath: absolute path
  std::string user;    ///< from user info; empty: none
  Secret password;     ///< likewise
};

/// Errors: kInvalidArgument for schemes other than http, https and file, for host:path, and for
/// text that is no URL.
[[nodiscard]] Result<RemoteAddress> ParseRemoteAddress(const std::string& url);

/// Whether two http URLs have the same scheme, host and port: credentials of one may go to the
/// other.
[[nodiscard]] bool IsSameOrigin(const std::string& a, const std::string& b);

}  // namespace gitscale
