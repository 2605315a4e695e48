// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/configuration_load.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/file.h"
#include "cli/configuration_sections.h"
#include "cli/setting_reader.h"
#include "gitops/ref_name.h"
#include "policies/field_reader.h"
#include "policies/repository_path.h"
#include "policies/shown.h"
#include "policies/yaml_tree.h"

namespace gitscale {
namespace {

constexpr std::size_t kMaxConfigurationBytes = std::size_t{4} << 20U;

void ReadHeader(FieldReader& fields) {
  for (const auto& [key, expected] :
       {std::pair("apiVersion", kConfigurationApiVersion), std::pair("kind", kConfigurationKind)}) {
    fields.Require(key);
    if (const auto found = fields.String(key); found && *found != expected) {
      fields.Fail(key, fmt::format("expected '{}', found '{}'", expected, *found));
    }
  }
}

/// Policy defaults of the operator do not exist yet. Silently ignoring them would let somebody
/// believe otherwise.
void ReadDefaults(FieldReader& fields) {
  const YamlNode* defaults = fields.Raw("defaults");
  if (defaults != nullptr && !(defaults->kind == YamlKind::kMapping && defaults->entries.empty()) &&
      !defaults->null) {
    fields.Fail(
        "defaults",
        "expected nothing in it (this version knows no policy defaults of the operator: write "
        "the fields into the policies)");
  }
}

/// A reference of its own: never a tag, never a branch that a repository is written to, and none
/// that Git could not keep beside such a branch.
void CheckLedgerRef(SettingReader& ledger, const Configuration& known) {
  const std::string& ref = known.ledger_ref;
  const auto fail = [&](std::string_view expected) {
    ledger.fields().Fail("ref", fmt::format("expected {}, found '{}'", expected, Printable(ref)));
  };
  if (!ref.starts_with("refs/gitscale/") && !ref.starts_with("refs/heads/")) {
    fail("a full name under refs/gitscale/ or refs/heads/, such as 'refs/gitscale/ledger'");
    return;
  }
  if (!IsRefName(ref)) {
    fail("a name that Git accepts");
    return;
  }
  for (const RepositorySettings& repository : known.repositories) {
    const std::string branch = "refs/heads/" + repository.branch;
    if (ref == branch || ref.starts_with(branch + "/") || branch.starts_with(ref + "/")) {
      fail(fmt::format("a reference apart from branch '{}' of repository '{}'",
                       Printable(repository.branch),
                       repository.name));
      return;
    }
  }
}

void ReadRoot(SettingReader& root, Configuration& into) {
  ReadHeader(root.fields());
  root.Bool("stop", into.stop);
  root.String("stopFile", into.stop_file);
  if (!into.stop_file.empty() && !IsRepositoryPath(into.stop_file)) {
    root.fields().Fail(
        "stopFile",
        fmt::format("expected a path in the repository such as 'ops/STOP', found '{}'",
                    into.stop_file));
  }
  ReadMetricsSection(root, into);
  ReadClustersSection(root, into);
  ReadRepositoriesSection(root, into);
  SettingReader ledger = root.Mapping("ledger");
  ledger.String("ref", into.ledger_ref);

  CheckLedgerRef(ledger, into);
  ledger.fields().Finish();
  ReadDefaults(root.fields());
  ReadLimitsSection(root, into.limits);
  root.fields().Finish();
}

}  // namespace

LoadedConfiguration ParseConfiguration(const std::string& path, std::string_view text) {
  LoadedConfiguration loaded;
  const Result<std::vector<YamlDocument>> documents = ParseYaml(text);
  if (!documents) {
    loaded.problems.push_back({path, 0, documents.error().message});
    return loaded;
  }
  std::vector<const YamlNode*> roots;
  for (const YamlDocument& document : *documents) {
    if (!document.root.null) {
      roots.push_back(&document.root);
    }
  }
  if (roots.size() != 1 || roots.front()->kind != YamlKind::kMapping) {
    const int line = roots.empty() ? 0 : roots.back()->line;
    loaded.problems.push_back(
        {path,
         line,
         fmt::format("expected one document that is a mapping, found {}",
                     roots.size() == 1 ? "a document of another kind"
                                       : fmt::format("{} documents", roots.size()))});
    return loaded;
  }
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  const ConfigurationFile file{path, parent.empty() ? "." : parent.string()};
  SettingReader root(
      FieldReader(roots.front(), "", path, loaded.problems), "", file, loaded.settings);
  ReadRoot(root, loaded.configuration);
  std::ranges::stable_sort(loaded.problems, {}, &Problem::line);
  return loaded;
}

Result<LoadedConfiguration> LoadConfiguration(const std::string& path) {
  TRY_ASSIGN(const std::string text, ReadFile(path, kMaxConfigurationBytes));
  return ParseConfiguration(path, text);
}

Result<bool> ReadStop(const std::string& path) {
  TRY_ASSIGN(const std::string text, ReadFile(path, kMaxConfigurationBytes));
  TRY_ASSIGN(const std::vector<YamlDocument> documents, ParseYaml(text));
  return std::ranges::any_of(documents, [](const YamlDocument& document) {
    const YamlNode* stop = document.root.Find("stop");
    return stop != nullptr && stop->Text() == "true";
  });
}

}  // namespace gitscale
