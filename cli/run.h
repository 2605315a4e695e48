// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <vector>

#include "cli/configuration.h"
#include "cli/run_ports.h"
#include "cli/shell.h"
#include "reconciler/decide.h"
#include "reconciler/report.h"

namespace gitscale {

/// One reconcile of these repositories: fetch, load, observe, decide, publish, report, in waves
/// (docs/architecture.md). Whether anything is written depends on the publishers alone. A failure
/// of one repository, policy or target is in the report and does not touch the others. When
/// shell.stop is raised, no new work begins and what was not done is reported as failed.
///
/// repositories: names; each has ports. detail kEveryStage: the targets can be explained.
[[nodiscard]] RunReport Run(const Configuration& configuration,
                            const std::vector<std::string>& repositories,
                            RunPorts& ports,
                            Shell& shell,
                            Detail detail = Detail::kTrace);

}  // namespace gitscale
