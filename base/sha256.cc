// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/sha256.h"

#include <mbedtls/sha256.h>

#include <array>
#include <cstddef>

#include "base/check.h"

namespace gitscale {

std::string Sha256Hex(std::string_view bytes) {
  std::array<unsigned char, 32> digest{};
  // The one-call form fails only for a null pointer with a length, which a string_view cannot be.
  const int failed = mbedtls_sha256_ret(
      reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.data(), 0);
  CHECK(failed == 0);
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(digest.size() * 2);
  for (const unsigned char byte : digest) {
    text.push_back(kDigits[byte >> 4U]);
    text.push_back(kDigits[byte & 15U]);
  }
  return text;
}

}  // namespace gitscale
