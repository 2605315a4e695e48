// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/failure.h"

#include <string>
#include <utility>

#include "base/json.h"
#include "base/secret.h"
#include "render/report_json.h"

namespace gitscale {

void PrintFailure(std::ostream& err,
                  OutputFormat format,
                  const Error& error,
                  const Problems& problems) {
  if (format == OutputFormat::kJson) {
    Json::Array records;
    for (const Problem& problem : problems) {
      records.push_back(ProblemJson(problem));
    }
    const Json record(Json::Object{{"apiVersion", kReportApiVersion},
                                   {"kind", "Error"},
                                   {"error", ErrorJson(error)},
                                   {"problems", std::move(records)}});
    err << Redact(WriteJson(record)) << '\n';
    return;
  }
  for (const Problem& problem : problems) {
    err << Redact(FormatProblem(problem)) << '\n';
  }
  err << "error: " << Redact(error.message) << '\n';
}

ExitCode ExitCodeOf(const Error& error) {
  return IsStalled(error.code) ? ExitCode::kInvalid : ExitCode::kFailed;
}

}  // namespace gitscale
