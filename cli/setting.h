// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <vector>

#include "base/json.h"

namespace gitscale {

/// One effective setting and where its value came from.
///
/// path: dotted, as in the file ("repositories[0].branch"). origin: "default", "FILE:LINE",
/// "environment GITSCALE_OUTPUT" or "flag --output". Never holds a secret.
struct Setting {
  std::string path;
  Json value;
  std::string origin;

  bool operator==(const Setting&) const = default;
};

using Settings = std::vector<Setting>;

inline constexpr std::string_view kDefaultOrigin = "default";

}  // namespace gitscale
