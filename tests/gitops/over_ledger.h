// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>
#include <string>

#include <fmt/format.h>

#include "tests/gitops/git_fixture.h"
#include "tests/gitops/remote_kinds.h"

namespace gitscale::testing {

/// Tests of the ledger: what the remote's is like, and somebody else who writes to it.
class OverLedger : public OverRemote {
 protected:
  static constexpr const char* kA = "targets/c/ns/deployments/a.json";
  static constexpr const char* kB = "targets/c/ns/deployments/b.json";
  static constexpr const char* kLedger = "refs/gitscale/ledger";

  /// Only writes to the ledger.
  static ChangeSet OnlyLedger(const std::string& path,
                              std::optional<std::string> content,
                              std::optional<std::string> expected) {
    return {{}, {{path, std::move(content), std::move(expected)}}};
  }

  /// A commit to README.md on the branch, too.
  static ChangeSet Both(const std::string& path,
                        std::optional<std::string> content,
                        std::optional<std::string> expected) {
    ChangeSet changes = OneCommit("ours", "README.md", "ours\n");
    changes.ledger.push_back({path, std::move(content), std::move(expected)});
    return changes;
  }

  [[nodiscard]] RepositorySnapshot MustFetch(GitRepository& repository) const {
    auto snapshot = repository.Fetch(KeepAll);
    if (!snapshot) {
      ADD_FAILURE() << snapshot.error().message;
      return {};
    }
    return std::move(*snapshot);
  }

  /// The reference's id; empty when there is none.
  [[nodiscard]] std::string LedgerId(const std::string& reference = kLedger) const {
    return Git(remote_->bare(), "for-each-ref --format='%(objectname)' " + reference);
  }

  /// All files of the ledger, one a line.
  [[nodiscard]] std::string LedgerFiles() const {
    return Git(remote_->bare(), fmt::format("ls-tree -r -t --name-only {}", kLedger));
  }

  [[nodiscard]] std::string LedgerFile(const std::string& path) const {
    return Git(remote_->bare(), fmt::format("show '{}:{}'", kLedger, path));
  }

  /// Somebody else's commit on the ledger, which it creates if need be. Its id.
  std::string WriteLedger(const std::string& path, const std::string& content) const {
    const std::string before = LedgerId();
    Git(remote_->bare(),
        fmt::format("fast-import --quiet <<'END'\n"
                    "commit {}\n"
                    "committer Someone Else <someone@example.org> 1767225600 +0000\n"
                    "data 6\ntheirs\n{}"
                    "M 100644 inline {}\n"
                    "data {}\n{}\nEND",
                    kLedger,
                    before.empty() ? "" : fmt::format("from {}\n", before),
                    path,
                    content.size(),
                    content));
    return LedgerId();
  }

  void SetLedger(const std::string& object) const {
    Git(remote_->bare(), fmt::format("update-ref {} {}", kLedger, object));
  }

  /// Makes the remote note what each push moves; see Pushes.
  void NotePushes() const {
    remote_->SetHook("pre-receive",
                     "{ while read -r old new name; do printf '%s ' \"$name\"; done; echo; } >> "
                     "\"$GIT_DIR/pushes\"\n");
  }

  /// One line for each push: the references.
  [[nodiscard]] std::string Pushes() const {
    return RunCommand(fmt::format("cat '{}'", (remote_->bare() / "pushes").string())).output;
  }
};

}  // namespace gitscale::testing
