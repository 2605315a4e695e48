// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace gitscale {

/// A token or password. Its only printer writes "***"; the value leaves through Reveal(), where it
/// is needed.
class Secret {
 public:
  Secret() = default;

  explicit Secret(std::string value) : value_(std::move(value)) {}

  [[nodiscard]] const std::string& Reveal() const { return value_; }

  [[nodiscard]] bool empty() const { return value_.empty(); }

 private:
  std::string value_;
};

/// fmt and GoogleTest find this one.
[[nodiscard]] inline std::string_view format_as(const Secret& /*secret*/) {
  return "***";
}

/// Remembers a secret for Redact(). Values shorter than 6 bytes are not remembered: they would
/// blank out ordinary words. Also remembers its URL-encoded and base64 forms. Process-wide and
/// thread-safe: whatever prints cannot be asked which secrets exist.
void RememberSecret(const Secret& secret);

/// `text` with every remembered secret, and the user info of every URL, replaced by "***". Every
/// outgoing string (log, error, report, commit) passes it.
[[nodiscard]] std::string Redact(std::string_view text);

}  // namespace gitscale
