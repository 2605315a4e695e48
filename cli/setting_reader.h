// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "cli/setting.h"
#include "policies/field_reader.h"

namespace gitscale {

/// Where a configuration stands, for messages and for relative paths.
struct ConfigurationFile {
  std::string path;    ///< as given by the user
  std::string folder;  ///< of the file; "." when path has none
};

/// Reads one mapping of the configuration into plain fields, and notes for each the effective value
/// and its origin. A field that is absent or wrong keeps the value it had: its default.
class SettingReader {
 public:
  /// file and settings must outlive the reader.
  SettingReader(FieldReader fields,
                std::string where,
                const ConfigurationFile& file,
                Settings& settings);

  void String(std::string_view key, std::string& into);
  void Bool(std::string_view key, bool& into);
  void Int(std::string_view key, std::int64_t& into, std::int64_t min, std::int64_t max);
  /// A plain number of seconds: for keys that end in "Seconds".
  void Seconds(std::string_view key,
               std::chrono::seconds& into,
               std::chrono::seconds min,
               std::chrono::seconds max);
  /// With a unit: "30s".
  void Duration(std::string_view key,
                std::chrono::seconds& into,
                std::chrono::seconds min,
                std::chrono::seconds max);
  /// A Kubernetes quantity, in thousandths.
  void Quantity(std::string_view key,
                std::int64_t& into_milli,
                MilliQuantity min,
                MilliQuantity max);
  void Strings(std::string_view key, std::vector<std::string>& into);
  /// The path of a file or folder, relative to the configuration file.
  void Path(std::string_view key, std::string& into);
  /// A URL of one of the schemes, without user info: `remedy` says where credentials go instead.
  void Url(std::string_view key,
           std::string& into,
           std::initializer_list<std::string_view> schemes,
           std::string_view remedy);
  /// One of a closed set of names; returns the effective one.
  [[nodiscard]] std::string OneOf(std::string_view key,
                                  std::string_view fallback,
                                  std::initializer_list<std::string_view> allowed);

  [[nodiscard]] SettingReader Mapping(std::string_view key);
  [[nodiscard]] std::vector<SettingReader> Mappings(std::string_view key);

  /// For what only the caller can judge.
  [[nodiscard]] FieldReader& fields() { return fields_; }

  [[nodiscard]] const std::string& where() const { return where_; }

  /// Notes a setting that was read by other means.
  void Note(std::string_view key, Json value);

 private:
  [[nodiscard]] std::string Name(std::string_view key) const;

  FieldReader fields_;
  std::string where_;
  const ConfigurationFile* file_;
  Settings* settings_;
};

}  // namespace gitscale
