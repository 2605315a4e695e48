// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/gitops/git_fixture.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>

#include "base/url.h"

namespace gitscale::testing {
namespace {

namespace fs = std::filesystem;

std::string Trimmed(std::string text) {
  while (text.ends_with('\n')) {
    text.pop_back();
  }
  return text;
}

const char* ServerScript() {
  return GITSCALE_SOURCE_DIR "/tests/support/servers/git_http.sh";
}

/// Stops its server when the process ends.
class ServerProcess {
 public:
  explicit ServerProcess(const std::string& options) {
    SetUpGitEnvironment();
    server.repositories = folder_.path() / "repos";
    fs::create_directories(server.repositories);
    const auto started = RunCommand(
        fmt::format("bash '{}' start '{}' {}", ServerScript(), folder_.path().string(), options));
    if (started.status == 77) {
      server.why_not = started.output;
      return;
    }
    std::ifstream settings(folder_.path() / "git_http.env");
    std::getline(settings, server.url);
    if (started.status != 0 || !server.url.starts_with("URL=")) {
      throw std::runtime_error("cannot start the test server: " + started.output);
    }
    server.url.erase(0, 4);
  }

  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  ~ServerProcess() {
    RunCommand(fmt::format("bash '{}' stop '{}'", ServerScript(), folder_.path().string()));
  }

  HttpServer server;

 private:
  TemporaryFolder folder_;
};

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "gitops-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error("cannot make a temporary folder");
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void SetUpGitEnvironment() {
  static const TemporaryFolder home;
  static std::once_flag once;
  std::call_once(once, [] {
    setenv("HOME", home.path().c_str(), 1);
    setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
    setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
    for (const char* name : {"GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"}) {
      setenv(name, "Someone Else", 1);
    }
    for (const char* name : {"GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"}) {
      setenv(name, "someone@example.org", 1);
    }
    for (const char* name :
         {"http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY"}) {
      unsetenv(name);
    }
  });
}

CommandResult RunCommand(const std::string& command) {
  FILE* const pipe = popen(("( " + command + "\n) </dev/null 2>&1").c_str(), "re");
  if (pipe == nullptr) {
    throw std::runtime_error("cannot run: " + command);
  }
  CommandResult result;
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; (n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    result.output.append(buffer.data(), n);
  }
  const int status = pclose(pipe);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  return result;
}

std::string Git(const fs::path& folder, const std::string& arguments) {
  SetUpGitEnvironment();
  const auto result = RunCommand(fmt::format("git -C '{}' {}", folder.string(), arguments));
  if (result.status != 0) {
    throw std::runtime_error(fmt::format("git {}: {}", arguments, result.output));
  }
  return Trimmed(result.output);
}

TestRepository::TestRepository(const fs::path& folder, const std::string& name)
    : bare_(folder / (name + ".git")), clone_(folder / (name + "-clone")) {
  fs::remove_all(bare_);
  fs::remove_all(clone_);
  fs::create_directories(bare_);
  Git(bare_,
      "init -q --bare -b main --template= . && printf '[http]\\n\\treceivepack = true\\n' >> '" +
          (bare_ / "config").string() + "'");
  Git(bare_,
      "fast-import --quiet <<'END'\n"
      "commit refs/heads/main\n"
      "committer Someone Else <someone@example.org> 1767225600 +0000\n"
      "data 6\nstart\n\n"
      "M 100644 inline README.md\n"
      "data 6\nstart\n\n"
      "END");
}

const fs::path& TestRepository::clone() const {
  if (!fs::exists(clone_)) {
    Git(bare_, fmt::format("clone -q --template= '{}' '{}'", bare_.string(), clone_.string()));
  }
  return clone_;
}

std::string TestRepository::Commit(const std::string& path, const std::string& content) const {
  const fs::path file = clone() / path;
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << content;
  // What is staged stays, unless somebody else has moved the branch.
  Git(clone_,
      fmt::format(
          "fetch -q origin\ncd '{}' && "
          "{{ test \"$(git rev-parse HEAD)\" = \"$(git rev-parse origin/main)\" || git reset "
          "-q origin/main; }} && git add '{}' && git commit -qm 'write {}' && git push -q "
          "origin HEAD:main",
          clone_.string(),
          path,
          path));
  return Git(clone_, "rev-parse HEAD");
}

void TestRepository::SetHook(const std::string& name, const std::string& script) const {
  const fs::path file = bare_ / "hooks" / name;
  fs::create_directories(file.parent_path());
  std::ofstream(file) << "#!/bin/sh\n" << script;
  fs::permissions(file, fs::perms::owner_all);
}

std::string TestRepository::Tip() const {
  return Git(bare_, "rev-parse refs/heads/main");
}

std::string TestRepository::FileAt(const std::string& path) const {
  return Git(bare_, fmt::format("show 'refs/heads/main:{}'", path));
}

std::vector<std::string> TestRepository::Subjects() const {
  std::vector<std::string> subjects;
  std::istringstream lines(Git(bare_, "log --reverse --format=%s refs/heads/main"));
  for (std::string line; std::getline(lines, line);) {
    subjects.push_back(line);
  }
  subjects.erase(subjects.begin());
  return subjects;
}

const HttpServer& HttpServer::Open() {
  static const ServerProcess process("");
  return process.server;
}

const HttpServer& HttpServer::Protected() {
  static const ServerProcess process("--auth git:" + ServerPassword());
  return process.server;
}

std::string ServerPassword() {
  return "s3cret-in-the-test";
}

struct RawServer::State {
  int fd = -1;
  int port = 0;
  std::string answer;
  std::atomic<bool> stop = false;
  mutable std::mutex mutex;
  std::vector<std::string> requests;
  std::thread thread;

  void Serve() {
    for (;;) {
      const int connection = accept(fd, nullptr, nullptr);
      if (connection < 0 || stop) {
        close(connection);
        return;
      }
      std::array<char, 8192> buffer{};
      const ssize_t bytes = recv(connection, buffer.data(), buffer.size(), 0);
      if (bytes > 0) {
        const std::lock_guard lock(mutex);
        requests.emplace_back(buffer.data(), static_cast<std::size_t>(bytes));
      }
      send(connection, answer.data(), answer.size(), MSG_NOSIGNAL);
      shutdown(connection, SHUT_RDWR);
      close(connection);
    }
  }
};

RawServer::RawServer() : state_(std::make_unique<State>()) {
  SetUpGitEnvironment();
  state_->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* const generic = static_cast<sockaddr*>(static_cast<void*>(&address));
  if (bind(state_->fd, generic, size) != 0 || listen(state_->fd, 16) != 0 ||
      getsockname(state_->fd, generic, &size) != 0) {
    throw std::runtime_error("cannot listen");
  }
  state_->port = ntohs(address.sin_port);
}

RawServer::RawServer(std::string answer) : RawServer() {
  state_->answer = std::move(answer);
  state_->thread = std::thread([state = state_.get()] { state->Serve(); });
}

RawServer::~RawServer() {
  state_->stop = true;
  shutdown(state_->fd, SHUT_RDWR);
  if (state_->thread.joinable()) {
    state_->thread.join();
  }
  close(state_->fd);
}

std::string RawServer::Url() const {
  return fmt::format("http://127.0.0.1:{}", state_->port);
}

std::vector<std::string> RawServer::Requests() const {
  const std::lock_guard lock(state_->mutex);
  return state_->requests;
}

SysSeconds FixedClock::Now() const {
  return ParseRfc3339("2026-08-21T09:30:00Z").value();
}

std::chrono::steady_clock::time_point FixedClock::Monotonic() const {
  return SystemClock().Monotonic();
}

RemoteSettings SettingsFor(const std::string& url) {
  SetUpGitEnvironment();
  RemoteSettings settings;
  settings.url = url;
  settings.author_name = "Scaler";
  settings.author_email = "scaler@example.org";
  settings.fetch_timeout = settings.push_timeout = std::chrono::seconds(20);
  return settings;
}

bool KeepAll(std::string_view /*path*/, std::string_view /*bytes*/) {
  return true;
}

Status PermitAll(const RepositorySnapshot& /*tip*/) {
  return {};
}

Result<ChangeSet> NoRebuild(const RepositorySnapshot& /*tip*/) {
  return Fail(ErrorCode::kInternal, "rebuild was called");
}

ChangeSet OneCommit(const std::string& subject,
                    const std::string& path,
                    const std::string& content) {
  return {{{subject + "\n", {{path, content}}, {}}}, {}};
}

int CountChildren() {
  std::ifstream list(fmt::format("/proc/self/task/{}/children", getpid()));
  int count = 0;
  for (std::string pid; list >> pid;) {
    ++count;
  }
  return count;
}

}  // namespace gitscale::testing
