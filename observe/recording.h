// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "policies/signal.h"
#include "reconciler/observation.h"

namespace gitscale {

/// One line of a recorded file. value: in the unit of the signal; may be NaN or infinite.
struct RecordedRow {
  SysSeconds time{};
  double value = 0;
  std::uint32_t pod = 0;  ///< index into Recording::pods
  int line = 0;
  Signal signal = Signal::kUnset;
  Role role = Role::kUnknown;
};

/// One pod; its rows are Recording::rows[begin, end), by time.
struct RecordedPod {
  std::string ns;
  std::string name;
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct Recording {
  std::vector<RecordedPod> pods;
  std::vector<RecordedRow> rows;  ///< by pod, then time, then signal

  [[nodiscard]] std::span<const RecordedRow> RowsOf(const RecordedPod& pod) const {
    return std::span(rows).subspan(pod.begin, pod.end - pod.begin);
  }
};

/// Reads CSV with the header `time,namespace,application,pod,role,signal,value`. time: RFC 3339;
/// role: primary or replica; signal: a name of SignalName(); value: a number, NaN, +Inf or -Inf.
/// Rows may come in any order. Pure.
///
/// Errors: kInvalidArgument, "<path>:<line>: expected ...", also for a second row of the same time,
/// pod and signal, and for a pod with two roles at one time.
[[nodiscard]] Result<Recording> ParseRecording(std::string_view text, const std::string& path);

}  // namespace gitscale
