// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/stop_permit.h"

#include <fmt/format.h>

namespace gitscale {

Status PermitWrite(const RepositorySnapshot& tip,
                   const RunContext& context,
                   std::optional<Reason>& stopped) {
  stopped.reset();
  if (context.shell.stop.raised()) {
    return Fail(ErrorCode::kUnavailable, "not pushed: the process was asked to end");
  }
  const std::string& stop_file = context.configuration.stop_file;
  Result<bool> stop = context.ports.read_stop();
  if (!stop) {
    return tl::unexpected(
        WithContext(std::move(stop).error(), "reading 'stop' again before the push"));
  }
  if (*stop) {
    stopped = Reason{ReasonCode::kGlobalStop, "writing is stopped by 'stop' in the configuration"};
  } else if (!stop_file.empty() && tip.files.contains(stop_file)) {
    stopped = Reason{ReasonCode::kGlobalStop,
                     fmt::format("writing is stopped by the file '{}'", stop_file)};
  }
  if (stopped) {
    return Fail(ErrorCode::kPermissionDenied, stopped->message);
  }
  return {};
}

}  // namespace gitscale
