// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/show_config.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/json.h"
#include "base/secret.h"
#include "render/report_json.h"

namespace gitscale {

std::string ShowConfig(const Settings& settings, OutputFormat format) {
  if (format == OutputFormat::kJson) {
    Json::Array records;
    for (const Setting& setting : settings) {
      records.push_back(Json::Object{
          {"path", setting.path}, {"value", setting.value}, {"origin", setting.origin}});
    }
    return Redact(WriteJsonPretty(Json::Object{{"apiVersion", kReportApiVersion},
                                               {"kind", "EffectiveConfiguration"},
                                               {"settings", std::move(records)}}));
  }
  std::vector<std::string> left;
  std::size_t width = 0;
  for (const Setting& setting : settings) {
    left.push_back(fmt::format("{} = {}", setting.path, WriteJson(setting.value)));
    width = std::max(width, left.back().size());
  }
  std::string text;
  for (std::size_t i = 0; i < settings.size(); ++i) {
    text += fmt::format("{:<{}}   # {}\n", left[i], width, settings[i].origin);
  }
  return Redact(text);
}

}  // namespace gitscale
