// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/tree_compare.h"

#include <algorithm>
#include <cstddef>

#include "render/field_path.h"

namespace gitscale {
namespace {

using Path = std::vector<std::string>;

bool EqualHeads(const YamlNode& left, const YamlNode& right) {
  return left.kind == right.kind && left.value == right.value && left.plain == right.plain &&
         left.null == right.null && left.flow == right.flow && left.anchored == right.anchored &&
         left.tag == right.tag;
}

bool StartsWith(const Path& path, const Path& head) {
  return path.size() >= head.size() && std::equal(head.begin(), head.end(), path.begin());
}

class Comparison {
 public:
  explicit Comparison(const std::vector<IntendedValue>& intended) : intended_(intended) {}

  /// before: null when the node is new.
  bool Walk(const YamlNode* before, const YamlNode& after) {
    const IntendedValue* exact = nullptr;
    bool leads_to_one = false;
    for (const IntendedValue& value : intended_) {
      if (StartsWith(value.path, path_)) {
        leads_to_one = true;
        exact = value.path.size() == path_.size() ? &value : exact;
      }
    }
    if (exact != nullptr) {
      ++found_;
      return after.kind == YamlKind::kScalar && after.value == exact->value && !after.null &&
             after.plain != exact->is_text &&
             (before == nullptr ||
              (before->kind == YamlKind::kScalar && before->anchored == after.anchored));
    }
    if (!leads_to_one) {
      return before != nullptr && EqualTrees(*before, after);
    }
    if (after.kind == YamlKind::kSequence) {
      return before != nullptr && WalkItems(*before, after);
    }
    if (after.kind != YamlKind::kMapping) {
      return before != nullptr && EqualTrees(*before, after);
    }
    if (before != nullptr && !IsEmptyValue(*before) && !EqualHeads(*before, after)) {
      return false;
    }
    return WalkEntries(before, after);
  }

  [[nodiscard]] std::size_t found() const { return found_; }

 private:
  bool WalkItems(const YamlNode& before, const YamlNode& after) {
    if (!EqualHeads(before, after) || before.items.size() != after.items.size()) {
      return false;
    }
    for (std::size_t i = 0; i < after.items.size(); ++i) {
      path_.push_back(std::to_string(i));
      const bool is_equal = Walk(&before.items[i], after.items[i]);
      path_.pop_back();
      if (!is_equal) {
        return false;
      }
    }
    return true;
  }

  /// Old entries keep their order; new ones may stand anywhere, if they were intended.
  bool WalkEntries(const YamlNode* before, const YamlNode& after) {
    std::size_t next = 0;
    for (const YamlEntry& entry : after.entries) {
      const YamlEntry* old =
          before != nullptr && next < before->entries.size() ? &before->entries[next] : nullptr;
      if (old != nullptr && !EqualTrees(old->key, entry.key)) {
        old = nullptr;
      }
      next += old != nullptr ? 1 : 0;
      path_.push_back(entry.key.value);
      const bool is_equal = Walk(old != nullptr ? &old->value : nullptr, entry.value);
      path_.pop_back();
      if (!is_equal) {
        return false;
      }
    }
    return before == nullptr || next == before->entries.size();
  }

  const std::vector<IntendedValue>& intended_;
  Path path_;
  std::size_t found_ = 0;
};

}  // namespace

bool EqualTrees(const YamlNode& left, const YamlNode& right) {
  return EqualHeads(left, right) && std::ranges::equal(left.items, right.items, EqualTrees) &&
         std::ranges::equal(
             left.entries, right.entries, [](const YamlEntry& a, const YamlEntry& b) {
               return EqualTrees(a.key, b.key) && EqualTrees(a.value, b.value);
             });
}

bool DiffersOnlyAsIntended(const YamlNode& before,
                           const YamlNode& after,
                           const std::vector<IntendedValue>& intended) {
  Comparison comparison(intended);
  return comparison.Walk(&before, after) && comparison.found() == intended.size();
}

}  // namespace gitscale
