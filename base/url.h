// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "base/secret.h"

namespace gitscale {

/// The parts of an http(s), ssh or file URL that gitscale needs. User info is split off before a
/// URL is stored.
struct Url {
  std::string scheme;  ///< lower case
  std::string user;    ///< from user info, decoded; empty when there is none
  Secret password;     ///< likewise
  std::string host;    ///< without brackets; empty for file
  int port = 0;        ///< 0: the scheme's default
  std::string path;    ///< with query, begins with '/' or is empty

  /// Without user info: safe to print and to store.
  [[nodiscard]] std::string ToString() const;
};

/// Errors: kInvalidArgument for text without "scheme://", an empty host (but for file) or a bad
/// port.
[[nodiscard]] Result<Url> ParseUrl(std::string_view text);

/// Percent-encodes all but unreserved characters (RFC 3986, section 2.3).
[[nodiscard]] std::string UrlEncode(std::string_view text);

/// Base64 with padding (RFC 4648, section 4).
[[nodiscard]] std::string Base64Encode(std::string_view bytes);

}  // namespace gitscale
