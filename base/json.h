// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"

namespace gitscale {

/// A JSON value as our own formats use it: numbers are integers, object keys are unique and sorted.
class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::map<std::string, Json, std::less<>>;

  Json() = default;

  Json(std::nullptr_t) {}  // NOLINT(google-explicit-constructor): literals

  Json(bool value) : value_(value) {}  // NOLINT(google-explicit-constructor): literals

  Json(std::int32_t value)
      : value_(std::int64_t{value}) {}  // NOLINT(google-explicit-constructor): literals

  Json(std::int64_t value) : value_(value) {}  // NOLINT(google-explicit-constructor): literals

  Json(std::string value)
      : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor): literals

  Json(std::string_view value)
      : value_(std::string(value)) {}  // NOLINT(google-explicit-constructor): literals

  Json(const char* value)
      : value_(std::string(value)) {}  // NOLINT(google-explicit-constructor): literals

  Json(Array value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor): literals

  Json(Object value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor): literals

  [[nodiscard]] bool IsNull() const { return std::holds_alternative<std::nullptr_t>(value_); }

  /// Null when the value is of another type.
  [[nodiscard]] const bool* AsBool() const { return std::get_if<bool>(&value_); }

  [[nodiscard]] const std::int64_t* AsInt() const { return std::get_if<std::int64_t>(&value_); }

  [[nodiscard]] const std::string* AsString() const { return std::get_if<std::string>(&value_); }

  [[nodiscard]] const Array* AsArray() const { return std::get_if<Array>(&value_); }

  [[nodiscard]] const Object* AsObject() const { return std::get_if<Object>(&value_); }

  /// The member, or null when this is no object or has none of that name.
  [[nodiscard]] const Json* Find(std::string_view key) const;

  bool operator==(const Json&) const = default;

 private:
  std::variant<std::nullptr_t, bool, std::int64_t, std::string, Array, Object> value_ = nullptr;
};

/// Reads one JSON document. Strict: duplicate keys, trailing text, fractions and exponents,
/// integers beyond 64 bits, invalid UTF-8 and more than 64 levels are errors. Errors:
/// kInvalidArgument with line and column ("line 3, column 7: ...").
[[nodiscard]] Result<Json> ParseJson(std::string_view text);

/// Canonical: one line, keys sorted, no spaces, non-ASCII as UTF-8. Equal values give equal bytes.
[[nodiscard]] std::string WriteJson(const Json& value);

/// For people: two spaces of indentation, keys sorted, a final newline.
[[nodiscard]] std::string WriteJsonPretty(const Json& value);

}  // namespace gitscale
