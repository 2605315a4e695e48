// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "policies/target_index.h"

namespace gitscale {

/// What one more instance takes from a ResourceQuota of its namespace.
///
/// amounts: by resource, in milli-units (thousandths of a core, of a byte, of an object). Each
/// request stands under both of its names ("requests.cpu" and "cpu"), each object under both of its
/// ("pods" and "count/pods"); storage also under that of its class, when every volume names one
/// ("fast.storageclass.storage.k8s.io/requests.storage"). A resource that could not be told is not
/// in it.
/// fault: what could not be told, with file, line, what was expected and what was found; empty: all
/// could. It matters only to a quota on that resource, so it refuses no policy.
struct InstanceCost {
  std::map<std::string, std::int64_t> amounts;
  std::string fault;
};

/// Never more than a reading of the document: what admission webhooks and the LimitRange of other
/// namespaces add is not seen. Containers that a chart leaves without resources count with the
/// defaults of a tenant's LimitRange.
/// Sources: cozystack main of 2026-08-21, packages/library/cozy-lib/templates/_resources.tpl
/// (defaultingSanitize: explicit values override the preset key by key, requests are limits divided
/// by a ratio) and packages/apps/tenant/templates/quota.yaml (LimitRange). Differs: a request that
/// is no whole thousandth is rounded up, where the chart truncates bytes.
///
/// REQUIRES: declared.adapter and declared.traits are not null.
[[nodiscard]] InstanceCost ReadInstanceCost(const DeclaredTarget& declared);

}  // namespace gitscale
