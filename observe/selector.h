// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "policies/target.h"

namespace gitscale {

/// What tells one target's series from another's: its namespace, and the prefix of its pods
/// (InstancePrefix).
struct Workload {
  std::string ns;
  std::string name;

  auto operator<=>(const Workload&) const = default;
};

[[nodiscard]] Workload WorkloadOf(const TargetKey& key);

/// A literal text as part of an RE2 expression: every metacharacter behind a backslash.
[[nodiscard]] std::string EscapeRegex(std::string_view literal);

/// A PromQL string: in double quotes, with backslashes, quotes and control characters escaped.
[[nodiscard]] std::string QuoteString(std::string_view text);

/// How a series says which instance it is of.
enum class InstanceLabel {
  kPod,          ///< "$targets": pod="postgres-db-1"
  kTarget,       ///< "$exported": target="mariadb-db-0", perhaps with a domain and a port behind it
  kStatefulSet,  ///< "$sets": statefulset="mariadb-db"
  kNamespace,    ///< "$namespaces": none, all of the namespace
};

/// `namespace=~"a|b",pod=~"postgres-db-[0-9]+|..."`: the namespace matcher is always there, every
/// name is escaped for RE2, and the whole for PromQL. PromQL anchors both ends. As a product of two
/// lists it may match pods of other targets: the answer is told apart by PodIndex. REQUIRES:
/// workloads not empty.
[[nodiscard]] std::string SelectorFor(const std::vector<Workload>& workloads,
                                      InstanceLabel label = InstanceLabel::kPod);

/// A query with gaps where selectors go.
class QueryText {
 public:
  /// Every "$targets", "$exported", "$sets" and "$namespaces" in the text is a gap.
  explicit QueryText(std::string_view text);

  /// Puts `value` where `placeholder` stands. A gap's name inside the value is no gap.
  void Replace(std::string_view placeholder, std::string_view value);

  /// The query about these. REQUIRES: workloads not empty.
  [[nodiscard]] std::string For(const std::vector<Workload>& workloads) const;

  /// With the same selector in every gap.
  [[nodiscard]] std::string Fill(std::string_view selector) const;

  /// Bytes of the filled query, when a selector by pod has this many and this many names.
  [[nodiscard]] std::size_t SizeWith(std::size_t selector_bytes, std::size_t names) const;

 private:
  std::vector<std::string> pieces_;  // one more than there are gaps
  std::vector<InstanceLabel> gaps_;
};

/// Splits targets into groups whose filled query stays under `max_bytes`, in order of namespace and
/// name. A target that is too long by itself is a group of one. Duplicates are dropped.
[[nodiscard]] std::vector<std::vector<Workload>> ChunkWorkloads(std::vector<Workload> workloads,
                                                                const QueryText& text,
                                                                std::size_t max_bytes);

}  // namespace gitscale
