// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/atomic_push.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

#include <fmt/format.h>

namespace gitscale {
namespace {

constexpr std::string_view kCapability = " atomic";
constexpr std::size_t kLengthDigits = 4;
constexpr std::size_t kLongestLine = 65'520;

}  // namespace

bool OffersAtomic(std::string_view advertisement) {
  const std::size_t begin = advertisement.find('\0');
  if (begin == std::string_view::npos) {
    return false;
  }
  advertisement.remove_prefix(begin + 1);
  // The line ends with its newline; one that is cut off may end within a word.
  const std::size_t end = advertisement.find('\n');
  if (end == std::string_view::npos) {
    return false;
  }
  const std::string words = " " + std::string(advertisement.substr(0, end)) + " ";
  return words.find(std::string(kCapability) + " ") != std::string::npos;
}

Result<std::string> AskForAtomic(std::string_view commands) {
  std::size_t length = 0;
  const char* const digits_end = commands.data() + std::min(commands.size(), kLengthDigits);
  const auto [parsed_to, error] = std::from_chars(commands.data(), digits_end, length, 16);
  if (commands.size() < kLengthDigits || error != std::errc() || parsed_to != digits_end ||
      length <= kLengthDigits || length > commands.size() ||
      length + kCapability.size() > kLongestLine) {
    return Fail(ErrorCode::kInternal,
                "cannot ask for an atomic push: the commands do not begin "
                "with a packet line");
  }
  std::string_view line = commands.substr(kLengthDigits, length - kLengthDigits);
  const bool has_newline = line.ends_with('\n');
  line.remove_suffix(has_newline ? 1 : 0);
  if (line.find('\0') == std::string_view::npos) {
    return Fail(ErrorCode::kInternal, "cannot ask for an atomic push: no capabilities are named");
  }
  std::string asked = fmt::format("{:04x}", length + kCapability.size());
  asked.append(line).append(kCapability).append(has_newline ? "\n" : "");
  return asked.append(commands.substr(length));
}

}  // namespace gitscale
