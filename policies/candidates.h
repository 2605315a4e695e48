// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string_view>

namespace gitscale {

/// Whether a file can matter to gitscale: YAML by name and mentioning one of the API groups it
/// reads or a policy kind (whose group may be mistyped), or a kustomization. A search over bytes,
/// before any YAML is parsed.
[[nodiscard]] bool MayMatter(std::string_view path, std::string_view bytes);

}  // namespace gitscale
