// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"
#include "base/secret.h"

namespace gitscale {

/// The whole file. Errors name the path and the system's reason: kNotFound, kPermissionDenied,
/// kInvalidArgument when it is a folder or larger than `max_bytes`, kUnavailable otherwise.
[[nodiscard]] Result<std::string> ReadFile(const std::string& path,
                                           std::size_t max_bytes = std::size_t{64} << 20U);

/// Replaces the file by way of a temporary neighbour and a rename: a reader sees the old or the new
/// one, never a part. Keeps the mode of an existing file. Errors as above.
[[nodiscard]] Status WriteFileAtomically(const std::string& path, const std::string& bytes);

/// A secret kept in a file, read afresh at every call: without surrounding white space, remembered
/// for redaction. Errors as ReadFile; kInvalidArgument when empty.

[[nodiscard]] Result<Secret> ReadSecretFile(const std::string& path);

}  // namespace gitscale
