// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gitscale {

/// A file descriptor that closes itself.
class UniqueFd {
 public:
  UniqueFd() = default;

  explicit UniqueFd(int fd) : fd_(fd) {}

  UniqueFd(UniqueFd&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }

  UniqueFd& operator=(UniqueFd&& other) noexcept;
  UniqueFd(const UniqueFd&) = delete;
  UniqueFd& operator=(const UniqueFd&) = delete;
  ~UniqueFd();

  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_ = -1;
};

/// A program with which one talks over its standard input and output, in its own process group.
///
/// A write to a program that has gone is an error, not SIGPIPE. Its standard error is kept in
/// memory. The environment is ours without the GIT_ variables that point to a repository.
class ChildProcess {
 public:
  /// How much time is left; asked before each wait.
  using Remaining = std::function<std::chrono::milliseconds()>;

  /// arguments: the program (looked up in PATH) and its arguments. Errors: kNotFound when there is
  /// no such program, kInternal when the system refuses.
  [[nodiscard]] static Result<std::unique_ptr<ChildProcess>> Spawn(
      const std::vector<std::string>& arguments, Remaining remaining);

  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  /// Finish().
  ~ChildProcess();

  /// Some of its output, at most `size` bytes; 0 at the end. Errors: kDeadlineExceeded (the program
  /// and its children are then killed), kUnavailable.
  [[nodiscard]] Result<std::size_t> Read(char* buffer, std::size_t size);

  /// All of `bytes` to its input. Errors as Read; kUnavailable when it has gone.
  [[nodiscard]] Status Write(std::string_view bytes);

  /// Ends its input, lets it end by itself while time remains (the rest of its output is dropped),
  /// kills it and its children otherwise, and reaps it. Its exit status, or 128 + signal.
  int Finish();

  /// What it wrote to standard error so far, at most 4 KiB.
  [[nodiscard]] std::string ErrorText() const;

 private:
  ChildProcess(pid_t pid, UniqueFd channel, UniqueFd error_file, Remaining remaining);

  /// Waits until the channel has one of `events`. False: no time is left.
  [[nodiscard]] bool WaitFor(int fd, short events) const;
  void Kill() const;

  pid_t pid_;
  UniqueFd channel_;
  UniqueFd error_file_;
  Remaining remaining_;
  int exit_status_ = -1;
  bool is_reaped_ = false;
};

}  // namespace gitscale
