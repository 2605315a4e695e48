// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

#include "reconciler/report.h"

namespace gitscale {

/// What became of a target, for the OUTCOME column and counters: "committed 1f3a9c2", "planned",
/// "failed", "not written", "held", "frozen", "suspended", "dry run", "stopped", "not scalable".
[[nodiscard]] std::string OutcomeWord(const TargetReport& target, bool plan);

/// The same without the commit: the key under which targets are counted.
[[nodiscard]] std::string OutcomeClass(const TargetReport& target, bool plan);

/// Likewise of a release: "committed", "planned", "failed", "stopped" or "not written".
[[nodiscard]] std::string ReleaseClass(const ReleaseReport& release, bool plan);

/// "committed" or "planned".
[[nodiscard]] bool IsReleaseDone(const ReleaseReport& release, bool plan);

}  // namespace gitscale
