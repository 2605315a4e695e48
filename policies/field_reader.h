// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/quantity.h"
#include "policies/problem.h"
#include "policies/yaml_tree.h"

namespace gitscale {

/// Reads the fields of one YAML mapping and collects everything that is wrong with it: wrong types,
/// values out of range, duplicate keys, aliases and merge keys (not supported in files of ours),
/// and at the end every key nobody asked for, with the nearest known one. All problems of a file
/// are found in one pass; readers go on after each.
///
/// Used for policies and for the configuration. Getters return nothing when the field is absent or
/// was wrong (then a problem was added); the caller keeps its default.
class FieldReader {
 public:
  /// node: the mapping, may be null (then every field is absent). where: dotted name of the mapping
  /// for messages
  /// ("spec.behavior"), empty at the root. problems and path must outlive the reader.
  FieldReader(const YamlNode* node, std::string where, std::string path, Problems& problems);

  [[nodiscard]] std::optional<std::string> String(std::string_view key);
  [[nodiscard]] std::optional<bool> Bool(std::string_view key);
  /// A YAML integer in [min, max]; decimal digits only ("010", "0x10", "3.0" and quoted numbers are
  /// refused).
  [[nodiscard]] std::optional<std::int64_t> Int(std::string_view key,
                                                std::int64_t min,
                                                std::int64_t max);
  /// A Kubernetes quantity, quoted or plain, in [min, max].
  [[nodiscard]] std::optional<MilliQuantity> Quantity(std::string_view key,
                                                      MilliQuantity min,
                                                      MilliQuantity max);
  /// A whole number of seconds with unit ("30s", "5m", "1h", "500ms" is refused): for the
  /// configuration.
  [[nodiscard]] std::optional<std::chrono::seconds> Duration(std::string_view key,
                                                             std::chrono::seconds min,
                                                             std::chrono::seconds max);
  /// Exactly one of `allowed`; another one is a problem with the nearest.
  [[nodiscard]] std::optional<std::string> OneOf(std::string_view key,
                                                 std::initializer_list<std::string_view> allowed);
  [[nodiscard]] std::optional<std::vector<std::string>> Strings(std::string_view key);
  /// A nested mapping; a reader over null when absent.
  [[nodiscard]] FieldReader Mapping(std::string_view key);
  /// A sequence of mappings; empty when absent.
  [[nodiscard]] std::vector<FieldReader> Mappings(std::string_view key);
  /// The node itself, marked as known; null when absent.
  [[nodiscard]] const YamlNode* Raw(std::string_view key);

  /// Adds "spec.x is required" at the mapping's line when it is absent. Says nothing when the
  /// mapping itself is absent: require that one in its parent.
  void Require(std::string_view key);
  /// Adds "spec.x: <message>" at the line of `key` (or of the mapping).
  void Fail(std::string_view key, std::string message);
  /// Marks a key as known without reading it.
  void Ignore(std::string_view key);
  /// Reports every key that was never asked for. Call last; nested readers do it for themselves.
  void Finish();

  [[nodiscard]] bool present() const { return node_ != nullptr; }

  [[nodiscard]] bool Has(std::string_view key) const;

  [[nodiscard]] int line() const { return node_ == nullptr ? 0 : node_->line; }

  [[nodiscard]] int LineOf(std::string_view key) const;

 private:
  /// The value of `key`, marked as known; a problem when it is no scalar.
  [[nodiscard]] const YamlNode* Scalar(std::string_view key, std::string_view expected);
  [[nodiscard]] std::string Name(std::string_view key) const;
  void Expected(std::string_view key, std::string_view expected, const YamlNode& found);
  void Add(int line, std::string message);

  const YamlNode* node_;
  std::string where_;
  std::string path_;
  Problems* problems_;
  std::set<std::string, std::less<>> known_;
};

}  // namespace gitscale
