// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/json_fields.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "base/nearest.h"

namespace gitscale {
namespace {

std::string Hint(std::string_view found, std::span<const std::string_view> known) {
  const auto nearest = NearestName(found, known);
  return nearest ? fmt::format(", did you mean '{}'?", *nearest) : std::string();
}

/// The value as JSON, short enough for a line.
std::string Found(const Json& value) {
  constexpr std::size_t kLongest = 64;
  const std::string text = WriteJson(value);
  return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
}

}  // namespace

tl::unexpected<Error> JsonPlace::Refuse(std::string_view why) const {
  return Fail(ErrorCode::kInvalidArgument,
              path_.empty() ? fmt::format("{}: {}", file_, why)
                            : fmt::format("{}: {}: {}", file_, path_, why),
              file_);
}

tl::unexpected<Error> JsonPlace::Expected(std::string_view what) const {
  return Refuse(fmt::format("expected {}, found {}", what, Found(*value_)));
}

Status JsonPlace::CheckKeys(std::initializer_list<std::string_view> known) const {
  const Json::Object* const object = value_->AsObject();
  if (object == nullptr) {
    return Expected("an object");
  }
  for (const auto& [key, value] : *object) {
    if (std::ranges::find(known, key) == known.end()) {
      return Refuse(
          fmt::format("unknown key '{}'{}", key, Hint(key, {known.begin(), known.size()})));
    }
  }
  return {};
}

Result<JsonPlace> JsonPlace::Get(std::string_view key) const {
  const Json* const member = value_->Find(key);
  if (member == nullptr) {
    return Refuse(fmt::format("'{}' is missing", key));
  }
  return JsonPlace(
      *member, file_, path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key));
}

Result<std::vector<std::string>> JsonPlace::Keys() const {
  const Json::Object* object = value_->AsObject();
  if (object == nullptr) {
    return Expected("an object");
  }
  std::vector<std::string> keys;
  for (const auto& [key, member] : *object) {
    keys.push_back(key);
  }
  return keys;
}

Result<std::vector<JsonPlace>> JsonPlace::Elements() const {
  const Json::Array* const array = value_->AsArray();
  if (array == nullptr) {
    return Expected("a list");
  }
  std::vector<JsonPlace> elements;
  for (std::size_t i = 0; i < array->size(); ++i) {
    elements.push_back(JsonPlace((*array)[i], file_, fmt::format("{}[{}]", path_, i)));
  }
  return elements;
}

Result<std::string> JsonPlace::Text() const {
  const std::string* const text = value_->AsString();
  if (text == nullptr || text->empty()) {
    return Expected("a text");
  }
  return *text;
}

Result<bool> JsonPlace::Boolean() const {
  const bool* const boolean = value_->AsBool();
  if (boolean == nullptr) {
    return Expected("true or false");
  }
  return *boolean;
}

Result<std::int64_t> JsonPlace::Integer(std::int64_t least, std::int64_t most) const {
  const std::int64_t* const number = value_->AsInt();
  if (number == nullptr || *number < least || *number > most) {
    return Expected(fmt::format("an integer from {} to {}", least, most));
  }
  return *number;
}

Result<std::string> JsonPlace::Word(std::initializer_list<std::string_view> known) const {
  const std::string* const text = value_->AsString();
  if (text == nullptr || std::ranges::find(known, *text) == known.end()) {
    return Refuse(fmt::format("expected one of {}, found {}{}",
                              fmt::join(known, ", "),
                              Found(*value_),
                              text == nullptr ? "" : Hint(*text, {known.begin(), known.size()})));
  }
  return *text;
}

}  // namespace gitscale
