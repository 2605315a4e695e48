// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

#include <fmt/format.h>

namespace gitscale {
namespace {

constexpr std::size_t kErrorBytes = 4096;

std::string SystemText(int code) {
  return std::generic_category().message(code);
}

/// Ours, but for what would make git look elsewhere or speak another protocol version.
std::vector<char*> ChildEnvironment() {
  static constexpr std::array<std::string_view, 8> kDropped{"GIT_DIR=",
                                                            "GIT_WORK_TREE=",
                                                            "GIT_INDEX_FILE=",
                                                            "GIT_OBJECT_DIRECTORY=",
                                                            "GIT_ALTERNATE_OBJECT_DIRECTORIES=",
                                                            "GIT_COMMON_DIR=",
                                                            "GIT_NAMESPACE=",
                                                            "GIT_PROTOCOL="};
  std::vector<char*> kept;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    if (std::ranges::none_of(kDropped, [&](std::string_view name) {
          return std::string_view(*entry).starts_with(name);
        })) {
      kept.push_back(*entry);
    }
  }
  kept.push_back(nullptr);
  return kept;
}

/// posix_spawn's two argument objects, freed at the end of the scope.
struct SpawnPlan {
  SpawnPlan() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
  }

  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }

  posix_spawn_file_actions_t actions{};
  posix_spawnattr_t attributes{};
};

/// Own process group (so that hooks die with it), default signals, none blocked.
int SpawnWith(const std::vector<std::string>& arguments, int channel, int error_file, pid_t& pid) {
  SpawnPlan plan;
  posix_spawn_file_actions_adddup2(&plan.actions, channel, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&plan.actions, channel, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&plan.actions, error_file, STDERR_FILENO);
  sigset_t none{};
  sigemptyset(&none);
  sigset_t all{};
  sigfillset(&all);
  posix_spawnattr_setsigmask(&plan.attributes, &none);
  posix_spawnattr_setsigdefault(&plan.attributes, &all);
  posix_spawnattr_setpgroup(&plan.attributes, 0);
  posix_spawnattr_setflags(&plan.attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::vector<std::string> copies = arguments;
  std::vector<char*> argv;
  for (std::string& argument : copies) {
    argv.push_back(argument.data());
  }
  argv.push_back(nullptr);
  std::vector<char*> environment = ChildEnvironment();
  return posix_spawnp(
      &pid, argv.front(), &plan.actions, &plan.attributes, argv.data(), environment.data());
}

}  // namespace

UniqueFd& UniqueFd::operator=(UniqueFd&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

UniqueFd::~UniqueFd() {
  if (fd_ >= 0) {
    close(fd_);
  }
}

Result<std::unique_ptr<ChildProcess>> ChildProcess::Spawn(const std::vector<std::string>& arguments,
                                                          Remaining remaining) {
  std::array<int, 2> ends{-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return Fail(ErrorCode::kInternal,
                fmt::format("cannot run '{}': {}", arguments.front(), SystemText(errno)));
  }
  UniqueFd ours(ends[0]);
  const UniqueFd theirs(ends[1]);
  // A file in memory needs no reader, so a talkative program cannot block on it.
  UniqueFd error_file(memfd_create("stderr", MFD_CLOEXEC));
  if (error_file.get() < 0) {
    return Fail(ErrorCode::kInternal,
                fmt::format("cannot run '{}': {}", arguments.front(), SystemText(errno)));
  }
  pid_t pid = -1;
  if (const int code = SpawnWith(arguments, theirs.get(), error_file.get(), pid); code != 0) {
    // EACCES: a folder of PATH that we may not enter, and no such program in the others.
    return Fail(
        code == ENOENT || code == EACCES ? ErrorCode::kNotFound : ErrorCode::kInternal,
        fmt::format("cannot run '{}': {} (is it installed?)", arguments.front(), SystemText(code)));
  }
  return std::unique_ptr<ChildProcess>(
      new ChildProcess(pid, std::move(ours), std::move(error_file), std::move(remaining)));
}

ChildProcess::ChildProcess(pid_t pid, UniqueFd channel, UniqueFd error_file, Remaining remaining)
    : pid_(pid),
      channel_(std::move(channel)),
      error_file_(std::move(error_file)),
      remaining_(std::move(remaining)) {}

ChildProcess::~ChildProcess() {
  Finish();
}

bool ChildProcess::WaitFor(int fd, short events) const {
  for (;;) {
    const auto left = remaining_();
    pollfd entry{fd, events, 0};
    const int ready =
        poll(&entry, 1, static_cast<int>(std::min<std::int64_t>(left.count(), 60'000)));
    if (ready > 0) {
      return true;
    }
    if (ready == 0 && remaining_().count() == 0) {
      return false;
    }
  }
}

Result<std::size_t> ChildProcess::Read(char* buffer, std::size_t size) {
  for (;;) {
    if (!WaitFor(channel_.get(), POLLIN)) {
      Kill();
      return Fail(ErrorCode::kDeadlineExceeded, "no complete answer in time");
    }
    const ssize_t bytes = recv(channel_.get(), buffer, size, MSG_DONTWAIT);
    if (bytes >= 0) {
      return static_cast<std::size_t>(bytes);
    }
    if (errno == ECONNRESET) {
      return 0;  // it ended with input of ours unread
    }
    if (errno != EINTR && errno != EAGAIN) {
      return Fail(ErrorCode::kUnavailable, SystemText(errno));
    }
  }
}

Status ChildProcess::Write(std::string_view bytes) {
  while (!bytes.empty()) {
    if (!WaitFor(channel_.get(), POLLOUT)) {
      Kill();
      return Fail(ErrorCode::kDeadlineExceeded, "no complete answer in time");
    }
    const ssize_t sent =
        send(channel_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno != EINTR && errno != EAGAIN) {
      return Fail(ErrorCode::kUnavailable, SystemText(errno));
    }
  }
  return {};
}

void ChildProcess::Kill() const {
  if (!is_reaped_) {
    kill(-pid_, SIGKILL);
  }
}

int ChildProcess::Finish() {
  if (is_reaped_) {
    return exit_status_;
  }
  shutdown(channel_.get(), SHUT_WR);
  std::array<char, 4096> dropped{};
  for (;;) {
    const auto more = Read(dropped.data(), dropped.size());
    if (!more || *more == 0) {
      break;
    }
  }
  // By number: glibc 2.36 declares pidfd_open() without C linkage.
  const UniqueFd watched(static_cast<int>(syscall(SYS_pidfd_open, pid_, 0)));
  if (watched.get() < 0 || !WaitFor(watched.get(), POLLIN)) {
    Kill();
  }
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  is_reaped_ = true;
  exit_status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return exit_status_;
}

std::string ChildProcess::ErrorText() const {
  std::string text(kErrorBytes, '\0');
  const ssize_t bytes = pread(error_file_.get(), text.data(), text.size(), 0);
  text.resize(bytes > 0 ? static_cast<std::size_t>(bytes) : 0);
  return text;
}

}  // namespace gitscale
