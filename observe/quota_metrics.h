// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>

#include "observe/grid.h"
#include "observe/prometheus_client.h"
#include "reconciler/observation.h"

namespace gitscale {

/// The ResourceQuotas of these namespaces, as kube-state-metrics tells them; one query per chunk.
/// instant: the moment to look at. A namespace of which it lists pods but no quota has none, and is
/// not in the answer. One of which it lists nothing, or whose numbers cannot be used, has a fault
/// (kQuotaUnknown).
[[nodiscard]] std::map<std::string, QuotaState> ReadQuotas(PrometheusClient& client,
                                                           const Grid& instant,
                                                           const std::set<std::string>& namespaces,
                                                           std::size_t max_query_bytes);

}  // namespace gitscale
