// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/configuration.h"
#include "cli/setting_reader.h"

/// The sections of the configuration, one function each; `root` reads the whole mapping. Later ones
/// check their references against the earlier ones, so the order is that below.
namespace gitscale {

void ReadMetricsSection(SettingReader& root, Configuration& into);
void ReadClustersSection(SettingReader& root, Configuration& into);
void ReadRepositoriesSection(SettingReader& root, Configuration& into);
void ReadLimitsSection(SettingReader& root, Limits& into);

/// Reads `name`, required and unique among `taken`, to which it is added.
void ReadUniqueName(SettingReader& reader,
                    std::string_view what,
                    std::string& into,
                    std::vector<std::string>& taken);

/// Adds a problem when the list is there and has no element: with nothing in it a run would do
/// nothing, every time.
void RequireSome(SettingReader& reader, std::string_view key);

/// Adds a problem with the nearest known name when `name` is not empty and not `known`.
void CheckReference(SettingReader& reader,
                    std::string_view key,
                    std::string_view what,
                    const std::string& name,
                    const std::vector<std::string>& known);

/// The names of a list of named things.
template <typename T>
[[nodiscard]] std::vector<std::string> NamesOf(const std::vector<T>& things) {
  std::vector<std::string> names;
  for (const T& thing : things) {
    names.push_back(thing.name);
  }
  return names;
}

}  // namespace gitscale
