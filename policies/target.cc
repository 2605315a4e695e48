// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/target.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gitscale {
namespace {

constexpr std::array<std::pair<Engine, std::string_view>, 5> kEngines = {{
    {Engine::kPostgres, "postgres"},
    {Engine::kMariadb, "mariadb"},
    {Engine::kRedis, "redis"},
    {Engine::kMongodb, "mongodb"},
    {Engine::kGateway, "gateway"},
}};

}  // namespace

std::string_view EngineName(Engine engine) {
  const auto* row =
      std::ranges::find(kEngines, engine, [](const auto& pair) { return pair.first; });
  return row == kEngines.end() ? "unset" : row->second;
}

std::string InstancePrefix(const TargetKey& key) {
  switch (key.engine) {
    case Engine::kRedis:
      return "rfr-" + key.name;
    case Engine::kMongodb:
      return key.name + "-rs0";
    default:
      return key.name;
  }
}

std::optional<Engine> EngineFromName(std::string_view name) {
  const auto* row = std::ranges::find(kEngines, name, [](const auto& pair) { return pair.second; });
  return row == kEngines.end() ? std::nullopt : std::optional(row->first);
}

}  // namespace gitscale
