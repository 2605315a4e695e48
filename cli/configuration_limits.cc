// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <chrono>

#include "cli/configuration_sections.h"

namespace gitscale {

void ReadLimitsSection(SettingReader& root, Limits& into) {
  using std::chrono::seconds;
  SettingReader limits = root.Mapping("limits");
  limits.Seconds("gatherSeconds", into.gather, seconds(0), seconds(600));
  limits.Seconds("fetchTimeoutSeconds", into.fetch_timeout, seconds(1), seconds(3'600));
  limits.Seconds("pushTimeoutSeconds", into.push_timeout, seconds(1), seconds(3'600));
  limits.Seconds("freshnessSeconds", into.freshness, seconds(1), seconds(3'600));
  limits.Int("concurrentScaleUps", into.concurrent_scale_ups, 1, 1'000);
  limits.Int("concurrentScaleUpsPerEndpoint", into.concurrent_scale_ups_per_endpoint, 1, 10'000);
  limits.Int("maxParallelRepositories", into.max_parallel_repositories, 1, 64);
  limits.fields().Finish();
}

}  // namespace gitscale
