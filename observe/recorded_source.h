// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/time.h"
#include "reconciler/measure.h"

namespace gitscale {

/// latency: as PrometheusSettings::latency_offset; nothing is late in a file. now: the reading's
/// clock; when not given, the newest sample in the file. Later rows are as good as not written yet.
struct RecordedSettings {
  std::string path;
  std::chrono::seconds scrape_interval{30};
  std::chrono::seconds latency{0};
  std::optional<SysSeconds> now;
};

/// Yesterday's numbers, from a CSV file: see ParseRecording() for its form.
///
/// Windows, folding and presence are those of a Prometheus endpoint scraped at `scrape_interval`. A
/// row of any signal is also a sample of its pod's role. A pod belongs to the target whose release
/// name it bears ("postgres-db-2" to "postgres-db") in the same namespace; `application` is for
/// people. In a file without any WalReceiverUp row, a standby with a lag sample counts as
/// streaming: such a file could not say otherwise.
///
/// Errors: those of ReadFile() and ParseRecording(); kInvalidArgument for a file without rows when
/// `now` is not given.
[[nodiscard]] Result<std::unique_ptr<MetricSource>> LoadRecordedSource(RecordedSettings settings);

}  // namespace gitscale
