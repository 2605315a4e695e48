// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace gitscale {

/// A JSON value and where it stands, for messages: "cluster.json: workloads[0].ready: expected true
/// or false, found 3". All errors are kInvalidArgument.
class JsonPlace {
 public:
  JsonPlace(const Json& value, std::string file) : value_(&value), file_(std::move(file)) {}

  /// That this is an object with no other keys than these. An unknown one is named with the
  /// nearest.
  [[nodiscard]] Status CheckKeys(std::initializer_list<std::string_view> known) const;

  /// The member. Errors: it is missing.
  [[nodiscard]] Result<JsonPlace> Get(std::string_view key) const;

  [[nodiscard]] bool Has(std::string_view key) const { return value_->Find(key) != nullptr; }

  [[nodiscard]] Result<std::vector<JsonPlace>> Elements() const;
  /// Of an object, in order.
  [[nodiscard]] Result<std::vector<std::string>> Keys() const;
  [[nodiscard]] Result<std::string> Text() const;
  [[nodiscard]] Result<bool> Boolean() const;

  /// Errors also for one outside [least, most].
  [[nodiscard]] Result<std::int64_t> Integer(std::int64_t least, std::int64_t most) const;

  /// One of these words. Another is named with the nearest.
  [[nodiscard]] Result<std::string> Word(std::initializer_list<std::string_view> known) const;

  /// An error at this place.
  [[nodiscard]] tl::unexpected<Error> Refuse(std::string_view why) const;

 private:
  JsonPlace(const Json& value, std::string file, std::string path)
      : value_(&value), file_(std::move(file)), path_(std::move(path)) {}

  [[nodiscard]] tl::unexpected<Error> Expected(std::string_view what) const;

  const Json* value_;
  std::string file_;
  std::string path_;
};

}  // namespace gitscale
