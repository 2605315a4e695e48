// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <memory>

#include "base/error.h"
#include "reconciler/measure.h"

namespace gitscale {

/// Stand in for a file that could not be read: what depends on it freezes and says why, and nothing
/// else is touched.
[[nodiscard]] std::unique_ptr<MetricSource> MakeUnreadableMetrics(const Error& error);
[[nodiscard]] std::unique_ptr<ClusterReader> MakeUnreadableCluster(const Error& error);

}  // namespace gitscale
