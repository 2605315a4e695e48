// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string_view>

namespace gitscale {

/// Whether a path can name a file of a repository: slash-separated, relative, no empty, `.` or `..`
/// segment.
[[nodiscard]] bool IsRepositoryPath(std::string_view path);

/// The folder a path stands in, without a final slash; empty for one at the root.
[[nodiscard]] std::string_view ParentFolder(std::string_view path);

}  // namespace gitscale
