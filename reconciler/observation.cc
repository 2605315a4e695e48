// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "reconciler/observation.h"

#include <algorithm>

#include "base/check.h"

namespace gitscale {
namespace {

constexpr std::int64_t kMaxSteps = 60;

std::int64_t CeilDivide(std::int64_t value, std::int64_t by) {
  return (value + by - 1) / by;
}

}  // namespace

std::chrono::seconds StepFor(std::chrono::seconds window, std::chrono::seconds scrape_interval) {
  CHECK(scrape_interval.count() > 0 && window.count() >= 0);
  const std::int64_t scrapes =
      CeilDivide(CeilDivide(window.count(), kMaxSteps), scrape_interval.count());
  return scrape_interval * std::max<std::int64_t>(1, scrapes);
}

std::int32_t StepCount(std::chrono::seconds window, std::chrono::seconds step) {
  CHECK(step.count() > 0 && window.count() >= 0);
  return static_cast<std::int32_t>(
      std::clamp<std::int64_t>(CeilDivide(window.count(), step.count()), 1, kMaxSteps));
}

void AddQuotaItem(QuotaState& quota, const std::string& resource, QuotaItem item) {
  const auto [kept, is_new] = quota.items.try_emplace(resource, item);
  if (!is_new &&
      item.hard_milli - item.used_milli < kept->second.hard_milli - kept->second.used_milli) {
    kept->second = item;
  }
}

}  // namespace gitscale
