// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>

namespace gitscale {

/// A DNS-1123 label: a-z, 0-9 and '-', at most 63, beginning and ending with a letter or digit.
/// What Kubernetes wants of a namespace.
[[nodiscard]] bool IsDnsLabel(std::string_view text);

/// DNS-1123 subdomain: labels joined by dots, at most 253. What Kubernetes wants of most names.
[[nodiscard]] bool IsDnsSubdomain(std::string_view text);

/// For problems: "expected a DNS-1123 name (...), found '...'".
[[nodiscard]] std::string NotADnsName(std::string_view text);
[[nodiscard]] std::string NotADnsLabel(std::string_view text);

}  // namespace gitscale
