// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <array>
#include <string_view>

namespace gitscale {

/// What the process tells its caller. Public: scripts and CronJobs branch on it, so a value never
/// changes its meaning. Anything not listed means failure.
enum class ExitCode : int {
  kComplete = 0,         ///< everything asked for was done, with or without changes
  kFailed = 1,           ///< nothing succeeded; the next run may, without anybody acting
  kInvalid = 2,          ///< usage, configuration or policy invalid; a person must act
  kPartial = 3,          ///< some targets, policies or repositories failed, the others are done
  kChangesPending = 10,  ///< only `plan --exit-code`: a run would write something
  kInterrupted = 130,    ///< SIGINT
  kTerminated = 143,     ///< SIGTERM
};

struct ExitCodeText {
  ExitCode code;
  std::string_view meaning;
};

/// The table that `--help` and docs/cli.md print.
inline constexpr std::array<ExitCodeText, 7> kExitCodes = {{
    {ExitCode::kComplete, "run complete, with or without changes"},
    {ExitCode::kFailed, "operation failed; the next run may succeed"},
    {ExitCode::kInvalid, "usage, configuration or policy invalid; a person must act"},
    {ExitCode::kPartial, "partial: some targets failed, the others are done"},
    {ExitCode::kChangesPending, "plan --exit-code: changes are pending"},
    {ExitCode::kInterrupted, "interrupted (SIGINT)"},
    {ExitCode::kTerminated, "terminated (SIGTERM)"},
}};

}  // namespace gitscale
