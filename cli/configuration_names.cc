// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/nearest.h"
#include "cli/configuration_sections.h"

namespace gitscale {

void ReadUniqueName(SettingReader& reader,
                    std::string_view what,
                    std::string& into,
                    std::vector<std::string>& taken) {
  reader.fields().Require("name");
  reader.String("name", into);
  if (!reader.fields().Has("name")) {
    return;
  }
  if (into.empty()) {
    reader.fields().Fail("name", "expected a name, found an empty string");
  } else if (std::ranges::find(taken, into) != taken.end()) {
    reader.fields().Fail(
        "name",
        fmt::format("expected a name of its own for every {}, found '{}' again", what, into));
  } else {
    taken.push_back(into);
  }
}

void RequireSome(SettingReader& reader, std::string_view key) {
  const YamlNode* list = reader.fields().Raw(key);
  if (list != nullptr && list->kind == YamlKind::kSequence && list->items.empty()) {
    reader.fields().Fail(key, "expected at least one, found none");
  }
}

void CheckReference(SettingReader& reader,
                    std::string_view key,
                    std::string_view what,
                    const std::string& name,
                    const std::vector<std::string>& known) {
  if (name.empty() || std::ranges::find(known, name) != known.end()) {
    return;
  }
  const std::vector<std::string_view> names(known.begin(), known.end());
  const std::optional<std::string_view> nearest = NearestName(name, names);
  reader.fields().Fail(
      key,
      fmt::format("expected the name of a {}, found '{}'{}",
                  what,
                  name,
                  nearest ? fmt::format(" (did you mean '{}'?)", *nearest) : std::string()));
}

}  // namespace gitscale
