// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/version.h"

#include <fmt/format.h>

#include "base/json.h"
#include "reconciler/decide.h"
#include "render/report_json.h"

namespace gitscale {

VerbResult Version(const Invocation& invocation, Shell& /*shell*/) {
  if (invocation.output == OutputFormat::kText) {
    return {ExitCode::kComplete, fmt::format("gitscale {}\n", GITSCALE_VERSION)};
  }
  return {ExitCode::kComplete,
          WriteJsonPretty(Json::Object{{"apiVersion", kReportApiVersion},
                                       {"kind", "Version"},
                                       {"version", GITSCALE_VERSION},
                                       {"rules", kRulesVersion}})};
}

}  // namespace gitscale
