// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "base/time.h"

namespace gitscale {

inline constexpr int kScrape = 30;

/// Writes series as functions of absolute time, so that it does not matter when the windows are
/// read.
class Writer {
 public:
  /// From two hours ago to ten minutes from now.
  explicit Writer(SysSeconds now)
      : first_((now.time_since_epoch().count() / 60 - 120) * 60),
        last_(now.time_since_epoch().count() + 600) {}

  void Series(const std::string& name,
              const std::string& labels,
              const std::function<std::optional<double>(std::int64_t)>& value) {
    for (std::int64_t at = first_; at <= last_; at += kScrape) {
      if (const auto number = value(at)) {
        text_ += fmt::format("{}{{{}}} {} {}\n", name, labels, *number, at);
      }
    }
  }

  void Constant(const std::string& name, const std::string& labels, double value) {
    Series(name, labels, [value](std::int64_t) { return value; });
  }

  void Role(const std::string& labels, double in_recovery) {
    Constant("cnpg_pg_replication_in_recovery", labels, in_recovery);
  }

  void Backends(const std::string& labels, const std::string& more, double value) {
    Constant("cnpg_backends_total", labels + "," + more, value);
  }

  /// A counter that grows by this much per second.
  void Counter(const std::string& name, const std::string& labels, double per_second) {
    Series(name, labels, [this, per_second](std::int64_t at) {
      return per_second * static_cast<double>(at - first_);
    });
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::int64_t first_;
  std::int64_t last_;
  std::string text_;
};

/// The labels of one instance.
inline std::string Pod(const std::string& ns, const std::string& pod) {
  return fmt::format(R"(namespace="{}",pod="{}")", ns, pod);
}

}  // namespace gitscale
