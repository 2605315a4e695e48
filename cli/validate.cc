// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/validate.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/file.h"
#include "base/secret.h"
#include "policies/load.h"
#include "render/problem_report.h"

namespace gitscale {
namespace {

namespace fs = std::filesystem;

struct Found {
  std::set<std::string> files;  ///< each once, however often it was named
  Problems problems;
};

bool IsYaml(const fs::path& path) {
  return path.extension() == ".yaml" || path.extension() == ".yml";
}

void SearchFolder(const fs::path& folder, Found& found) {
  std::error_code error;
  fs::recursive_directory_iterator entries(folder, error);
  for (; !error && entries != fs::recursive_directory_iterator(); entries.increment(error)) {
    std::error_code ignored;
    if (entries->path().filename() == ".git") {
      entries.disable_recursion_pending();
    } else if (IsYaml(entries->path()) && entries->is_regular_file(ignored)) {
      found.files.insert(entries->path().string());
    }
  }
  if (error) {
    found.problems.push_back(
        {folder.string(), 0, fmt::format("cannot read the folder: {}", error.message())});
  }
}

Found Search(const std::vector<std::string>& paths) {
  Found found;
  for (const std::string& path : paths) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) {
      found.problems.push_back({path, 0, "no such file or folder"});
    } else if (fs::is_directory(status)) {
      SearchFolder(path, found);
    } else if (!fs::is_regular_file(status)) {
      found.problems.push_back({path, 0, "expected a file or a folder, found a pipe or a device"});
    } else {
      found.files.insert(path);
    }
  }
  return found;
}

}  // namespace

VerbResult Validate(const Invocation& invocation, Shell& /*shell*/) {
  Found found = Search(invocation.paths);
  ValidationReport report;
  report.files = static_cast<int>(found.files.size());
  report.problems = std::move(found.problems);
  for (const std::string& path : found.files) {
    const Result<std::string> text = ReadFile(path);
    if (!text) {
      report.problems.push_back({path, 0, text.error().message});
      continue;
    }
    ValidatedFile file = ValidatePolicyFile(path, *text);
    report.policies += file.policies;
    std::ranges::move(file.problems, std::back_inserter(report.problems));
  }
  std::ranges::stable_sort(report.problems);
  const bool json = invocation.output == OutputFormat::kJson;
  return {report.problems.empty() ? ExitCode::kComplete : ExitCode::kInvalid,
          Redact(json ? ProblemReportJson(report) : ProblemReportText(report))};
}

}  // namespace gitscale
