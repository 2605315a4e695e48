// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/dns_name.h"

#include <algorithm>

#include <fmt/format.h>

#include "policies/shown.h"

namespace gitscale {
namespace {

bool IsAlnum(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/// A label without its limit of length: in a subdomain only the whole is limited.
bool IsLabelText(std::string_view text) {
  return !text.empty() && IsAlnum(text.front()) && IsAlnum(text.back()) &&
         std::ranges::all_of(text, [](char c) { return IsAlnum(c) || c == '-'; });
}

}  // namespace

bool IsDnsLabel(std::string_view text) {
  constexpr std::size_t kLongest = 63;
  return text.size() <= kLongest && IsLabelText(text);
}

bool IsDnsSubdomain(std::string_view text) {
  constexpr std::size_t kLongest = 253;
  if (text.size() > kLongest) {
    return false;
  }
  while (true) {
    const std::size_t dot = text.find('.');
    if (!IsLabelText(text.substr(0, dot))) {
      return false;
    }
    if (dot == std::string_view::npos) {
      return true;
    }
    text.remove_prefix(dot + 1);
  }
}

std::string NotADnsName(std::string_view text) {
  return fmt::format("expected a DNS-1123 name (a-z, 0-9, '-', '.'), found '{}'", Printable(text));
}

std::string NotADnsLabel(std::string_view text) {
  return fmt::format("expected a DNS-1123 label (a-z, 0-9, '-', at most 63), found '{}'",
                     Printable(text));
}

}  // namespace gitscale
