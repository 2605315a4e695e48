// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/secret.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "base/url.h"

namespace gitscale {
namespace {

constexpr std::string_view kMask = "***";
constexpr std::size_t kShortestSecret = 6;

struct Remembered {
  std::mutex mutex;
  std::vector<std::string>
      values;  // longest first, so a secret inside another cannot leave a rest behind
};

Remembered& Secrets() {
  static Remembered remembered;
  return remembered;
}

void Insert(std::vector<std::string>& values, std::string value) {
  if (value.size() >= kShortestSecret && std::ranges::find(values, value) == values.end()) {
    values.push_back(std::move(value));
    std::ranges::sort(
        values, std::ranges::greater{}, [](const std::string& text) { return text.size(); });
  }
}

/// "scheme://user:password@host" -> "scheme://***@host", wherever it stands in the text.
std::string WithoutUserInfo(std::string_view text) {
  static constexpr std::string_view kSeparator = "://";
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = text.find(kSeparator); at != std::string_view::npos;
       at = text.find(kSeparator, done)) {
    const std::size_t authority = at + kSeparator.size();
    const std::size_t end = std::min(text.find_first_of("/ \t\r\n\"'<>?#", authority), text.size());
    // Only in the authority: a search to the front of the text would be quadratic in its URLs.
    const std::size_t sign = text.substr(authority, end - authority).rfind('@');
    out.append(text.substr(done, authority - done));
    done = authority;
    if (sign != std::string_view::npos) {
      out.append(kMask);
      done = authority + sign;
    }
  }
  out.append(text.substr(done));
  return out;
}

}  // namespace

void RememberSecret(const Secret& secret) {
  Remembered& remembered = Secrets();
  const std::lock_guard lock(remembered.mutex);
  Insert(remembered.values, secret.Reveal());
  if (secret.Reveal().size() >= kShortestSecret) {
    Insert(remembered.values, UrlEncode(secret.Reveal()));
    Insert(remembered.values, Base64Encode(secret.Reveal()));
  }
}

std::string Redact(std::string_view text) {
  std::string out = WithoutUserInfo(text);
  Remembered& remembered = Secrets();
  const std::lock_guard lock(remembered.mutex);
  for (const std::string& value : remembered.values) {
    for (std::size_t at = out.find(value); at != std::string::npos;
         at = out.find(value, at + kMask.size())) {
      out.replace(at, value.size(), kMask);
    }
  }
  return out;
}

}  // namespace gitscale
