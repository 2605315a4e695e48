// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/time.h"

namespace gitscale {

/// Reads members of one JSON object of our own formats. Never fails: the name of the first member
/// that is missing or malformed is kept, and a neutral value given in its place. `json` must
/// outlive the reader.
class JsonMembers {
 public:
  explicit JsonMembers(const Json& json) : json_(json) {}

  /// The member, or null.
  const Json* Find(std::string_view key);
  /// 0 to max.
  std::int64_t Int(std::string_view key, std::int64_t max);
  /// Any 64-bit integer.
  std::int64_t Signed(std::string_view key);
  /// 0 to the largest 32-bit integer.
  std::int32_t Count(std::string_view key);
  bool Flag(std::string_view key);
  std::string Text(std::string_view key);
  /// Null is nothing.
  std::optional<SysSeconds> OptionalTime(std::string_view key);
  std::optional<std::int32_t> OptionalCount(std::string_view key);
  std::optional<bool> OptionalFlag(std::string_view key);
  /// Empty when it is no array.
  const Json::Array& List(std::string_view key);

  void Wrong(std::string_view key);

  /// Empty: nothing is wrong.
  [[nodiscard]] const std::string& wrong() const { return wrong_; }

 private:
  const Json& json_;
  std::string wrong_;
};

}  // namespace gitscale
