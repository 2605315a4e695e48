// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "reconciler/report.h"

/// Values that several tests of this folder render.
namespace gitscale {

/// tenant-acme/db, 3 -> 4, with a trace, conditions and a metric.
[[nodiscard]] Proposal SampleProposal();

/// A record of that proposal, with a fixed id.
[[nodiscard]] DecisionRecord SampleRecord();

/// One that was written, one that was refused, one that a stop held back.
[[nodiscard]] std::vector<ReleaseReport> SampleReleases();

/// A run with one target for every outcome, a refused policy and a failed repository.
[[nodiscard]] RunReport SampleReport();

}  // namespace gitscale
