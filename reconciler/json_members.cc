// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/json_members.h"

#include <limits>

namespace gitscale {

const Json* JsonMembers::Find(std::string_view key) {
  const Json* value = json_.Find(key);
  if (value == nullptr) {
    Wrong(key);
  }
  return value;
}

std::int64_t JsonMembers::Int(std::string_view key, std::int64_t max) {
  const std::int64_t number = Signed(key);
  if (number < 0 || number > max) {
    Wrong(key);
    return 0;
  }
  return number;
}

std::int64_t JsonMembers::Signed(std::string_view key) {
  const Json* value = Find(key);
  if (value == nullptr || value->AsInt() == nullptr) {
    Wrong(key);
    return 0;
  }
  return *value->AsInt();
}

std::int32_t JsonMembers::Count(std::string_view key) {
  return static_cast<std::int32_t>(Int(key, std::numeric_limits<std::int32_t>::max()));
}

bool JsonMembers::Flag(std::string_view key) {
  const Json* value = Find(key);
  if (value == nullptr || value->AsBool() == nullptr) {
    Wrong(key);
    return false;
  }
  return *value->AsBool();
}

std::string JsonMembers::Text(std::string_view key) {
  const Json* value = Find(key);
  if (value == nullptr || value->AsString() == nullptr) {
    Wrong(key);
    return {};
  }
  return *value->AsString();
}

std::optional<SysSeconds> JsonMembers::OptionalTime(std::string_view key) {
  const Json* value = Find(key);
  if (value == nullptr || value->IsNull()) {
    return std::nullopt;
  }
  const auto time = value->AsString() == nullptr
                        ? Result<SysSeconds>(Fail(ErrorCode::kInvalidArgument, ""))
                        : ParseRfc3339(*value->AsString());
  if (!time) {
    Wrong(key);
    return std::nullopt;
  }
  return *time;
}

std::optional<std::int32_t> JsonMembers::OptionalCount(std::string_view key) {
  const Json* value = Find(key);
  if (value == nullptr || value->IsNull()) {
    return std::nullopt;
  }
  return Count(key);
}

std::optional<bool> JsonMembers::OptionalFlag(std::string_view key) {
  const Json* value = Find(key);
  if (value == nullptr || value->IsNull()) {
    return std::nullopt;
  }
  return Flag(key);
}

const Json::Array& JsonMembers::List(std::string_view key) {
  static const Json::Array empty;
  const Json* value = Find(key);
  if (value == nullptr || value->AsArray() == nullptr) {
    Wrong(key);
    return empty;
  }
  return *value->AsArray();
}

void JsonMembers::Wrong(std::string_view key) {
  if (wrong_.empty()) {
    wrong_ = key;
  }
}

}  // namespace gitscale
