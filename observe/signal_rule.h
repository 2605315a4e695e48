// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "policies/signal.h"
#include "reconciler/observation.h"

namespace gitscale {

/// How the samples of one signal become a step.
///
/// counted: the role whose instances it is summed over. absent_is_zero: an instance that reports
/// its role and no series of this signal has none of it. True only for what the same exporter
/// answers in the same scrape as the role: an idle standby has no connections to list. CPU usage
/// comes from another exporter, so its absence says nothing about load and stays missing.
struct SignalRule {
  Role counted = Role::kReplica;
  bool absent_is_zero = false;

  bool operator==(const SignalRule&) const = default;
};

[[nodiscard]] SignalRule RuleOf(Signal signal);

}  // namespace gitscale
