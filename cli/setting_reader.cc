// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/setting_reader.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/url.h"

namespace gitscale {

SettingReader::SettingReader(FieldReader fields,
                             std::string where,
                             const ConfigurationFile& file,
                             Settings& settings)
    : fields_(std::move(fields)), where_(std::move(where)), file_(&file), settings_(&settings) {}

std::string SettingReader::Name(std::string_view key) const {
  return where_.empty() ? std::string(key) : fmt::format("{}.{}", where_, key);
}

void SettingReader::Note(std::string_view key, Json value) {
  std::string origin(kDefaultOrigin);
  if (fields_.Has(key)) {
    origin = fmt::format("{}:{}", file_->path, fields_.LineOf(key));
  }
  settings_->push_back({Name(key), std::move(value), std::move(origin)});
}

void SettingReader::String(std::string_view key, std::string& into) {
  if (std::optional<std::string> value = fields_.String(key)) {
    into = *std::move(value);
  }
  Note(key, into);
}

void SettingReader::Bool(std::string_view key, bool& into) {
  into = fields_.Bool(key).value_or(into);
  Note(key, into);
}

void SettingReader::Int(std::string_view key,
                        std::int64_t& into,
                        std::int64_t min,
                        std::int64_t max) {
  into = fields_.Int(key, min, max).value_or(into);
  Note(key, into);
}

void SettingReader::Seconds(std::string_view key,
                            std::chrono::seconds& into,
                            std::chrono::seconds min,
                            std::chrono::seconds max) {
  if (const auto value = fields_.Int(key, min.count(), max.count())) {
    into = std::chrono::seconds(*value);
  }
  Note(key, static_cast<std::int64_t>(into.count()));
}

void SettingReader::Duration(std::string_view key,
                             std::chrono::seconds& into,
                             std::chrono::seconds min,
                             std::chrono::seconds max) {
  into = fields_.Duration(key, min, max).value_or(into);
  Note(key, fmt::format("{}s", into.count()));
}

void SettingReader::Quantity(std::string_view key,
                             std::int64_t& into_milli,
                             MilliQuantity min,
                             MilliQuantity max) {
  into_milli = fields_.Quantity(key, min, max).value_or(MilliQuantity{into_milli}).milli;
  Note(key, FormatQuantity({into_milli}));
}

void SettingReader::Strings(std::string_view key, std::vector<std::string>& into) {
  if (auto value = fields_.Strings(key)) {
    into = *std::move(value);
  }
  Note(key, Json(Json::Array(into.begin(), into.end())));
}

void SettingReader::Path(std::string_view key, std::string& into) {
  if (const std::optional<std::string> value = fields_.String(key)) {
    if (value->empty()) {
      fields_.Fail(key, "expected a file or folder, found an empty path");
    } else {
      // An absolute path replaces the folder.
      into = (std::filesystem::path(file_->folder) / *value).lexically_normal().string();
    }
  }
  Note(key, into);
}

void SettingReader::Url(std::string_view key,
                        std::string& into,
                        std::initializer_list<std::string_view> schemes,
                        std::string_view remedy) {
  if (const std::optional<std::string> text = fields_.String(key)) {
    const Result<gitscale::Url> url = ParseUrl(*text);
    if (!url) {
      fields_.Fail(key, url.error().message);
    } else if (!url->user.empty() || !url->password.empty()) {
      RememberSecret(url->password);
      fields_.Fail(key, fmt::format("expected a URL without user name and password ({})", remedy));
    } else if (url->path.find_first_of("?#") != std::string::npos) {
      // Often a secret: not repeated.
      fields_.Fail(key, fmt::format("expected a URL without query and fragment ({})", remedy));
    } else if (std::ranges::find(schemes, url->scheme) == schemes.end()) {
      fields_.Fail(
          key,
          fmt::format(
              "expected a URL of scheme {}, found '{}'", fmt::join(schemes, ", "), url->scheme));
    } else {
      into = url->ToString();
    }
  }
  Note(key, into);
}

std::string SettingReader::OneOf(std::string_view key,
                                 std::string_view fallback,
                                 std::initializer_list<std::string_view> allowed) {
  std::string value = fields_.OneOf(key, allowed).value_or(std::string(fallback));
  Note(key, value);
  return value;
}

SettingReader SettingReader::Mapping(std::string_view key) {
  return {fields_.Mapping(key), Name(key), *file_, *settings_};
}

std::vector<SettingReader> SettingReader::Mappings(std::string_view key) {
  std::vector<SettingReader> readers;
  for (FieldReader& fields : fields_.Mappings(key)) {
    readers.emplace_back(
        std::move(fields), fmt::format("{}[{}]", Name(key), readers.size()), *file_, *settings_);
  }
  return readers;
}

}  // namespace gitscale
