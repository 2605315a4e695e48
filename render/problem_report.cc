// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "render/problem_report.h"

#include <cstdint>

#include <fmt/format.h>

#include "render/one_line.h"
#include "render/report_json.h"
#include "render/utf8.h"

namespace gitscale {

std::string ProblemReportText(const ValidationReport& report) {
  std::string out;
  for (const Problem& problem : report.problems) {
    out += OneLine(FormatProblem(problem)) + "\n";
  }
  const std::size_t count = report.problems.size();
  return out + fmt::format("{} {} in {} {}: {}\n",
                           report.policies,
                           report.policies == 1 ? "policy" : "policies",
                           report.files,
                           report.files == 1 ? "file" : "files",
                           count == 0   ? std::string("no problem")
                           : count == 1 ? std::string("1 problem")
                                        : fmt::format("{} problems", count));
}

std::string ProblemReportJson(const ValidationReport& report) {
  Json::Array problems;
  for (const Problem& problem : report.problems) {
    problems.push_back(ProblemJson(problem));
  }
  const Json json = Json::Object{{"apiVersion", kReportApiVersion},
                                 {"kind", "ValidationReport"},
                                 {"valid", report.problems.empty()},
                                 {"files", std::int32_t{report.files}},
                                 {"policies", std::int32_t{report.policies}},
                                 {"problems", std::move(problems)}};
  return ToValidUtf8(WriteJsonPretty(json));
}

}  // namespace gitscale
