// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "policies/engines/engine.h"

namespace gitscale {

/// Redis with Sentinel, run by the redis-operator of spotahome: as a Cozystack application, as a
/// HelmRelease of its chart, or as a RedisFailover. The sentinels have a count of their own, which
/// is never touched. Instances are a StatefulSet's, so the highest ordinals go first.
///
/// Sources: cozystack main of 2026-08-21, packages/apps/redis (values.yaml,
/// templates/redisfailover.yaml); redis-operator, api/redisfailover/v1/defaults.go.
[[nodiscard]] const EngineAdapter& RedisAdapter();

}  // namespace gitscale
