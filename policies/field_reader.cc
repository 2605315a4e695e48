// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "policies/field_reader.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/nearest.h"
#include "policies/plain_scalar.h"
#include "policies/shown.h"

namespace gitscale {

FieldReader::FieldReader(const YamlNode* node,
                         std::string where,
                         std::string path,
                         Problems& problems)
    : node_(node), where_(std::move(where)), path_(std::move(path)), problems_(&problems) {
  if (node_ == nullptr) {
    return;
  }
  const std::string prefix = where_.empty() ? std::string() : where_ + ": ";
  if (node_->kind != YamlKind::kMapping) {
    Add(node_->line, fmt::format("{}expected a mapping, found {}", prefix, Shown(*node_)));
    node_ = nullptr;
    return;
  }
  std::map<std::string_view, int> lines;
  for (const YamlEntry& entry : node_->entries) {
    if (entry.key.kind != YamlKind::kScalar) {
      Add(entry.key.line,
          fmt::format("{}expected a name as key, found {}", prefix, Shown(entry.key)));
    } else if (entry.key.value == "<<") {
      Add(entry.key.line,
          fmt::format("{}merge keys are not supported here: write the fields out", prefix));
    } else if (const auto [first, added] = lines.emplace(entry.key.value, entry.key.line); !added) {
      Add(entry.key.line,
          fmt::format("{} stands twice, first on line {}", Name(entry.key.value), first->second));
    }
  }
}

std::string FieldReader::Name(std::string_view key) const {
  const std::string shown = Printable(key);
  return where_.empty() ? shown : key.empty() ? where_ : where_ + "." + shown;
}

void FieldReader::Add(int line, std::string message) {
  problems_->push_back(Problem{.path = path_, .line = line, .message = std::move(message)});
}

void FieldReader::Expected(std::string_view key, std::string_view expected, const YamlNode& found) {
  // The parser knows no place for a value that is not there but that of whatever follows.
  Add(found.null ? LineOf(key) : found.line,
      fmt::format("{}: expected {}, found {}", Name(key), expected, Shown(found)));
}

const YamlNode* FieldReader::Raw(std::string_view key) {
  known_.emplace(key);
  return node_ == nullptr ? nullptr : node_->Find(key);
}

const YamlNode* FieldReader::Scalar(std::string_view key, std::string_view expected) {
  const YamlNode* node = Raw(key);
  if (node != nullptr && (node->kind != YamlKind::kScalar || node->null)) {
    Expected(key, expected, *node);
    return nullptr;
  }
  if (node != nullptr && !node->tag.empty()) {
    Add(node->line, fmt::format("{}: expected {} without a tag", Name(key), expected));
    return nullptr;
  }
  return node;
}

std::optional<std::string> FieldReader::String(std::string_view key) {
  const YamlNode* node = Scalar(key, "a string");
  if (node == nullptr) {
    return std::nullopt;
  }
  if (node->plain && !IsPlainString(node->value)) {
    Add(node->line,
        fmt::format("{}: expected a string, found {} (put it in quotes)", Name(key), Shown(*node)));
    return std::nullopt;
  }
  return node->value;
}

std::optional<bool> FieldReader::Bool(std::string_view key) {
  const YamlNode* node = Scalar(key, "true or false");
  if (node == nullptr) {
    return std::nullopt;
  }
  const std::optional<bool> value = node->plain ? PlainBool(node->value) : std::nullopt;
  if (!value) {
    Expected(key, "true or false", *node);
  }
  return value;
}

std::optional<std::int64_t> FieldReader::Int(std::string_view key,
                                             std::int64_t min,
                                             std::int64_t max) {
  const std::string expected = fmt::format("an integer from {} to {}", min, max);
  const YamlNode* node = Scalar(key, expected);
  if (node == nullptr) {
    return std::nullopt;
  }
  const std::optional<std::int64_t> value = node->plain ? PlainInt(node->value) : std::nullopt;
  if (!value || *value < min || *value > max) {
    Expected(key, expected, *node);
    return std::nullopt;
  }
  return value;
}

std::optional<MilliQuantity> FieldReader::Quantity(std::string_view key,
                                                   MilliQuantity min,
                                                   MilliQuantity max) {
  const std::string expected =
      fmt::format("a quantity from {} to {}", FormatQuantity(min), FormatQuantity(max));
  const YamlNode* node = Scalar(key, expected);
  if (node == nullptr) {
    return std::nullopt;
  }
  const Result<MilliQuantity> value = ParseQuantity(node->value);
  if (!value || *value < min || *value > max) {
    Expected(key, expected, *node);
    return std::nullopt;
  }
  return *value;
}

std::optional<std::chrono::seconds> FieldReader::Duration(std::string_view key,
                                                          std::chrono::seconds min,
                                                          std::chrono::seconds max) {
  const std::string expected =
      fmt::format("a time from {}s to {}s with unit s, m or h", min.count(), max.count());
  const YamlNode* node = Scalar(key, expected);
  if (node == nullptr) {
    return std::nullopt;
  }
  const std::optional<std::chrono::seconds> value = ParseSeconds(node->value);
  if (!value || *value < min || *value > max) {
    Expected(key, expected, *node);
    return std::nullopt;
  }
  return value;
}

std::optional<std::string> FieldReader::OneOf(std::string_view key,
                                              std::initializer_list<std::string_view> allowed) {
  const std::string expected = "one of " + fmt::format("{}", fmt::join(allowed, ", "));
  const YamlNode* node = Scalar(key, expected);
  if (node == nullptr) {
    return std::nullopt;
  }
  if (std::ranges::find(allowed, node->value) != allowed.end()) {
    return node->value;
  }
  std::string message = fmt::format("{}: expected {}, found {}", Name(key), expected, Shown(*node));
  if (const auto nearest = NearestName(node->value, {allowed.begin(), allowed.size()})) {
    message += fmt::format(" (did you mean '{}'?)", *nearest);
  }
  Add(node->line, std::move(message));
  return std::nullopt;
}

std::optional<std::vector<std::string>> FieldReader::Strings(std::string_view key) {
  const YamlNode* node = Raw(key);
  if (node == nullptr) {
    return std::nullopt;
  }
  if (node->kind != YamlKind::kSequence) {
    Expected(key, "a sequence of strings", *node);
    return std::nullopt;
  }
  std::vector<std::string> values;
  bool good = true;
  for (std::size_t i = 0; i < node->items.size(); ++i) {
    const YamlNode& item = node->items[i];
    if (item.kind != YamlKind::kScalar || item.null || !item.tag.empty() ||
        (item.plain && !IsPlainString(item.value))) {
      Expected(fmt::format("{}[{}]", key, i), "a string", item);
      good = false;
    }
    values.push_back(item.value);
  }
  return good ? std::optional(std::move(values)) : std::nullopt;
}

FieldReader FieldReader::Mapping(std::string_view key) {
  const YamlNode* node = Raw(key);
  if (node != nullptr && node->null) {
    Expected(key, "a mapping", *node);
    node = nullptr;
  }
  return {node, Name(key), path_, *problems_};
}

std::vector<FieldReader> FieldReader::Mappings(std::string_view key) {
  std::vector<FieldReader> readers;
  const YamlNode* node = Raw(key);
  if (node != nullptr && node->kind != YamlKind::kSequence) {
    Expected(key, "a sequence", *node);
  } else if (node != nullptr) {
    for (std::size_t i = 0; i < node->items.size(); ++i) {
      readers.emplace_back(&node->items[i], fmt::format("{}[{}]", Name(key), i), path_, *problems_);
    }
  }
  return readers;
}

void FieldReader::Require(std::string_view key) {
  known_.emplace(key);
  if (present() && !Has(key)) {
    Add(line(), fmt::format("{} is required", Name(key)));
  }
}

void FieldReader::Fail(std::string_view key, std::string message) {
  const std::string name = Name(key);
  Add(LineOf(key), name.empty() ? std::move(message) : fmt::format("{}: {}", name, message));
}

void FieldReader::Ignore(std::string_view key) {
  known_.emplace(key);
}

void FieldReader::Finish() {
  if (node_ == nullptr) {
    return;
  }
  const std::vector<std::string_view> known(known_.begin(), known_.end());
  std::set<std::string_view> reported;
  for (const YamlEntry& entry : node_->entries) {
    const std::string& key = entry.key.value;
    if (entry.key.kind != YamlKind::kScalar || key == "<<" || known_.contains(key) ||
        !reported.insert(key).second) {
      continue;
    }
    const auto nearest = NearestName(key, known);
    Add(entry.key.line,
        nearest
            ? fmt::format("unknown field {} (did you mean '{}'?)", Name(key), *nearest)
            : fmt::format("unknown field {}; known here: {}", Name(key), fmt::join(known, ", ")));
  }
}

bool FieldReader::Has(std::string_view key) const {
  return node_ != nullptr && node_->Find(key) != nullptr;
}

int FieldReader::LineOf(std::string_view key) const {
  if (node_ == nullptr) {
    return 0;
  }
  for (const YamlEntry& entry : node_->entries) {
    if (entry.key.kind == YamlKind::kScalar && entry.key.value == key) {
      return entry.key.line;
    }
  }
  return node_->line;
}

}  // namespace gitscale
