// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "cli/configuration_sections.h"
#include "gitops/ref_name.h"
#include "policies/shown.h"

namespace gitscale {
namespace {

/// "git@host:group/project.git", the short form of an ssh URL.
bool LooksLikeScp(std::string_view text) {
  const std::size_t colon = text.find(':');
  return colon != std::string_view::npos && text.find('/') > colon && text.find('@') < colon;
}

void ReadUrl(SettingReader& reader, std::string& into) {
  reader.fields().Require("url");
  const YamlNode* node = reader.fields().Raw("url");
  const std::string_view text = node == nullptr ? std::string_view() : node->Text();
  if (text.starts_with("ssh://") || LooksLikeScp(text)) {
    reader.fields().Fail(
        "url",
        "expected an http(s):// or file:// URL, found an ssh address (this version does not "
        "speak ssh: use https:// with auth.tokenFile)");
    return;
  }
  if (!text.empty() && text.find("://") == std::string_view::npos) {
    std::string path;
    reader.Path("url", path);
    std::error_code ignored;
    into = "file://" + std::filesystem::absolute(path, ignored).lexically_normal().string();
    return;
  }
  reader.Url("url",
             into,
             {"http", "https", "file"},
             "put the name into auth.username and the token into a file named in auth.tokenFile");
}

void ReadBranch(SettingReader& reader, std::string& into) {
  reader.String("branch", into);
  if (!IsRefName("refs/heads/" + into)) {
    reader.fields().Fail(
        "branch",
        fmt::format("expected the name of a branch, such as main, found '{}'", Printable(into)));
  }
}

/// Git puts both on one line and the address in angle brackets.
void ReadAuthorPart(SettingReader& author, std::string_view key, std::string& into) {
  author.String(key, into);
  if (into.find_first_not_of(" .,:;\\\"'") == std::string::npos ||
      into.find_first_of(std::string_view("<>\n\r\0", 5)) != std::string::npos) {
    author.fields().Fail(
        key,
        fmt::format("expected text without '<', '>' and line breaks, found '{}'", Printable(into)));
  }
}

void ReadNamespaces(SettingReader& reader, std::vector<std::string>& into) {
  reader.fields().Require("namespaces");
  reader.Strings("namespaces", into);
  if (reader.fields().Has("namespaces") && into.empty()) {
    reader.fields().Fail("namespaces", "expected the namespaces it may scale, found none");
  }
  for (const std::string& name : into) {
    if (name.find_first_of("*?[]") != std::string::npos) {
      reader.fields().Fail("namespaces",
                           fmt::format("expected exact names, found the glob '{}'", name));
    }
  }
}

/// Of a cluster that is not there (then a problem was added): the defaults.
ClusterTraits TraitsOf(const std::string& cluster, const Configuration& known) {
  const auto found = std::ranges::find(known.clusters, cluster, &ClusterSource::name);
  return found == known.clusters.end() ? ClusterTraits{} : found->traits;
}

Route ReadRoute(SettingReader& reader, const Configuration& known) {
  Route route;
  reader.fields().Require("paths");
  reader.fields().Require("cluster");
  reader.fields().Require("metrics");
  reader.Strings("paths", route.paths);
  RequireSome(reader, "paths");
  reader.String("cluster", route.cluster);
  CheckReference(reader, "cluster", "cluster", route.cluster, NamesOf(known.clusters));
  route.traits = TraitsOf(route.cluster, known);
  reader.String("metrics", route.metrics);
  CheckReference(reader, "metrics", "metrics endpoint", route.metrics, NamesOf(known.metrics));
  reader.fields().Finish();
  return route;
}

/// Left out, everything belongs to the only cluster and the only endpoint there are.
void ReadRoutes(SettingReader& reader, std::vector<Route>& into, const Configuration& known) {
  for (SettingReader& route : reader.Mappings("targets")) {
    into.push_back(ReadRoute(route, known));
  }
  if (reader.fields().Has("targets")) {
    return;
  }
  if (known.clusters.size() == 1 && known.metrics.size() == 1) {
    const ClusterSource& cluster = known.clusters.front();
    into.push_back({{"**"}, cluster.name, known.metrics.front().name, cluster.traits});
  } else if (!known.clusters.empty() && !known.metrics.empty()) {
    reader.fields().Fail(
        "targets",
        fmt::format("required, as there are {} clusters and {} metrics endpoints to "
                    "choose from",
                    known.clusters.size(),
                    known.metrics.size()));
  }
}

void ReadPublish(SettingReader& repository, PublishSettings& into) {
  SettingReader publish = repository.Mapping("publish");
  SettingReader author = publish.Mapping("author");
  ReadAuthorPart(author, "name", into.author_name);
  ReadAuthorPart(author, "email", into.author_email);
  author.fields().Finish();
  publish.Int("maxAttempts", into.max_attempts, 1, 100);
  publish.fields().Finish();
}

void ReadApprovalFloor(SettingReader& repository, ApprovalFloor& into) {
  SettingReader reader = repository.Mapping("approvalAtLeast");
  const auto read = [&](std::string_view key, Approval& approval) {
    const std::string name = reader.OneOf(key, "Automatic", {"Automatic", "PullRequest"});
    approval = name == "PullRequest" ? Approval::kPullRequest : Approval::kAutomatic;
  };
  read("scaleUp", into.scale_up);
  read("scaleDown", into.scale_down);
  read("rollback", into.rollback);
  reader.fields().Finish();
}

void ReadAuth(SettingReader& repository, RepositoryAuth& into) {
  SettingReader auth = repository.Mapping("auth");
  auth.String("username", into.username);
  auth.Path("tokenFile", into.token_file);
  auth.fields().Finish();
}

RepositorySettings ReadRepository(SettingReader& reader,
                                  std::vector<std::string>& names,
                                  const Configuration& known) {
  RepositorySettings repository;
  ReadUniqueName(reader, "repository", repository.name, names);
  ReadUrl(reader, repository.url);
  ReadBranch(reader, repository.branch);
  ReadAuth(reader, repository.auth);
  reader.Path("caFile", repository.ca_file);
  reader.Url("proxy",
             repository.proxy,
             {"http", "https"},
             "proxies that ask for credentials are not supported");
  reader.Path("mirror", repository.mirror);
  ReadNamespaces(reader, repository.scope.namespaces);
  reader.Strings("policies", repository.scope.policy_globs);
  RequireSome(reader, "policies");
  RequireSome(reader, "targets");
  reader.String("defaultNamespace", repository.scope.default_namespace);
  ReadRoutes(reader, repository.scope.routes, known);
  ReadPublish(reader, repository.publish);
  if (reader.OneOf("commits", "perDecision", {"perDecision", "perRun"}) == "perRun") {
    repository.commits = CommitGrouping::kPerRun;
  }
  ReadApprovalFloor(reader, repository.approval_at_least);
  reader.fields().Finish();
  return repository;
}

/// Two entries for one branch would race with each other in every run.
void CheckSameBranch(SettingReader& reader,
                     const RepositorySettings& repository,
                     const std::vector<RepositorySettings>& earlier) {
  for (const RepositorySettings& other : earlier) {
    if (!repository.url.empty() && other.url == repository.url &&
        other.branch == repository.branch) {
      reader.fields().Fail(
          "url",
          fmt::format("expected one entry for each branch, found '{}' of this URL again "
                      "(repository '{}' has it too)",
                      repository.branch,
                      other.name));
    }
    if (!repository.mirror.empty() && other.mirror == repository.mirror) {
      reader.fields().Fail(
          "mirror",
          fmt::format("expected a folder of its own, found that of repository '{}'", other.name));
    }
  }
}

}  // namespace

void ReadRepositoriesSection(SettingReader& root, Configuration& into) {
  root.fields().Require("repositories");
  std::vector<std::string> names;
  for (SettingReader& reader : root.Mappings("repositories")) {
    RepositorySettings repository = ReadRepository(reader, names, into);
    CheckSameBranch(reader, repository, into.repositories);
    into.repositories.push_back(std::move(repository));
  }
  RequireSome(root, "repositories");
}

}  // namespace gitscale
