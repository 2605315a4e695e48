// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gitops/git_repository.h"

namespace gitscale::testing {

/// A folder that goes away at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Makes the process hermetic: no system or user configuration of git, own HOME, fixed author.
/// Called by everything below.
void SetUpGitEnvironment();

struct CommandResult {
  int status = 0;
  std::string output;  ///< standard output and error
};

/// Runs a shell command.
CommandResult RunCommand(const std::string& command);

/// Standard output of a git command that must succeed, without the final newline.
std::string Git(const std::filesystem::path& folder, const std::string& arguments);

/// A bare repository `<folder>/<name>.git` that accepts pushes over http, and a clone to write to
/// it with the real git.
class TestRepository {
 public:
  TestRepository(const std::filesystem::path& folder, const std::string& name);

  [[nodiscard]] const std::filesystem::path& bare() const { return bare_; }

  /// Made at first use.
  [[nodiscard]] const std::filesystem::path& clone() const;

  /// Writes a file, commits and pushes it to main. The commit's id.
  std::string Commit(const std::string& path, const std::string& content) const;
  /// A script that runs in the bare repository.
  void SetHook(const std::string& name, const std::string& script) const;
  [[nodiscard]] std::string Tip() const;
  [[nodiscard]] std::string FileAt(const std::string& path) const;
  /// Subjects of main, oldest first, without the first commit.
  [[nodiscard]] std::vector<std::string> Subjects() const;

 private:
  std::filesystem::path bare_;
  std::filesystem::path clone_;
};

/// nginx, fcgiwrap and git-http-backend, one server per process and kind, started at first use.
struct HttpServer {
  std::string url;      ///< of the folder of repositories; empty when it cannot run here
  std::string why_not;  ///< then
  std::filesystem::path repositories;

  static const HttpServer& Open();
  /// Wants user "git" and the password ServerPassword().
  static const HttpServer& Protected();
};

/// Never to be seen in any message.
std::string ServerPassword();

/// A port that listens and never accepts: connections are made, answers never come. Or, with an
/// answer: every connection gets these bytes and is closed.
class RawServer {
 public:
  RawServer();
  explicit RawServer(std::string answer);
  RawServer(const RawServer&) = delete;
  RawServer& operator=(const RawServer&) = delete;
  ~RawServer();

  [[nodiscard]] std::string Url() const;
  /// The first bytes of every request that came, headers included.
  [[nodiscard]] std::vector<std::string> Requests() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Notes what it was asked to wait, and does not.
class RecordingSleeper final : public Sleeper {
 public:
  void SleepFor(std::chrono::milliseconds duration) override { slept.push_back(duration); }

  std::vector<std::chrono::milliseconds> slept;
};

/// Wall clock stands at 2026-08-21T09:30:00Z; deadlines run with the machine's.
class FixedClock final : public Clock {
 public:
  [[nodiscard]] SysSeconds Now() const override;
  [[nodiscard]] std::chrono::steady_clock::time_point Monotonic() const override;
};

/// Settings with short deadlines for a remote.
RemoteSettings SettingsFor(const std::string& url);

bool KeepAll(std::string_view path, std::string_view bytes);
Status PermitAll(const RepositorySnapshot& tip);
/// For tests where nothing may be rebuilt.
Result<ChangeSet> NoRebuild(const RepositorySnapshot& tip);

/// One commit that writes one file.
ChangeSet OneCommit(const std::string& subject,
                    const std::string& path,
                    const std::string& content);

/// Child processes of this one, zombies included.
int CountChildren();

}  // namespace gitscale::testing
