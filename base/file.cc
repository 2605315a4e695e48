// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

namespace gitscale {
namespace {

/// Closes on every way out.
class FileDescriptor {
 public:
  explicit FileDescriptor(int fd) : fd_(fd) {}

  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;

  ~FileDescriptor() {
    if (fd_ >= 0) {
      ::close(fd_);
    }
  }

  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

ErrorCode CodeOf(int system_error) {
  switch (system_error) {
    case ENOENT:
    case ENOTDIR:
      return ErrorCode::kNotFound;
    case EACCES:
    case EPERM:
    case EROFS:
      return ErrorCode::kPermissionDenied;
    default:
      return ErrorCode::kUnavailable;
  }
}

tl::unexpected<Error> SystemFailure(std::string_view doing, const std::string& path) {
  const int system_error = errno;
  return Fail(CodeOf(system_error),
              fmt::format("cannot {} '{}': {}", doing, path, std::strerror(system_error)),
              path);
}

}  // namespace

Result<std::string> ReadFile(const std::string& path, std::size_t max_bytes) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));

  struct stat info {};

  if (file.get() < 0 || ::fstat(file.get(), &info) != 0) {
    return SystemFailure("read", path);
  }
  if (S_ISDIR(info.st_mode)) {
    return Fail(
        ErrorCode::kInvalidArgument, fmt::format("cannot read '{}': it is a folder", path), path);
  }
  std::string bytes;
  std::array<char, 65536> buffer{};
  while (true) {
    const ssize_t got = ::read(file.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      return SystemFailure("read", path);
    }
    if (got == 0) {
      return bytes;
    }
    bytes.append(buffer.data(), static_cast<std::size_t>(got));
    if (bytes.size() > max_bytes) {
      return Fail(ErrorCode::kInvalidArgument,
                  fmt::format("cannot read '{}': larger than {} bytes", path, max_bytes),
                  path);
    }
  }
}

Status WriteFileAtomically(const std::string& path, const std::string& bytes) {
  std::string temporary = path + ".XXXXXX";
  const FileDescriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (file.get() < 0) {
    return SystemFailure("write next to", path);
  }
  const auto abandon = [&](std::string_view doing) {
    const auto failure = SystemFailure(doing, path);
    ::unlink(temporary.c_str());
    return failure;
  };

  struct stat old {};

  const mode_t mask = ::umask(0);
  ::umask(mask);
  const mode_t mode = ::stat(path.c_str(), &old) == 0 ? old.st_mode & 07777U : 0666U & ~mask;
  if (::fchmod(file.get(), mode) != 0) {
    return abandon("set the mode of");
  }
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t put = ::write(file.get(), bytes.data() + done, bytes.size() - done);
    if (put < 0 && errno == EINTR) {
      continue;
    }
    if (put < 0) {
      return abandon("write");
    }
    done += static_cast<std::size_t>(put);
  }
  if (::fsync(file.get()) != 0 || ::rename(temporary.c_str(), path.c_str()) != 0) {
    return abandon("replace");
  }
  return {};
}

Result<Secret> ReadSecretFile(const std::string& path) {
  constexpr std::size_t kLargest = 65536;
  TRY_ASSIGN(const std::string bytes, ReadFile(path, kLargest));
  static constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t begin = bytes.find_first_not_of(kSpace);
  if (begin == std::string::npos) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("cannot use secret file '{}': it is empty", path),
                path);
  }
  Secret secret(bytes.substr(begin, bytes.find_last_not_of(kSpace) - begin + 1));
  constexpr std::size_t kShortest = 6;
  if (secret.Reveal().size() < kShortest) {
    return Fail(ErrorCode::kInvalidArgument,
                fmt::format("cannot use secret file '{}': expected at least {} characters, a "
                            "shorter one cannot be kept "
                            "out of messages",
                            path,
                            kShortest),
                path);
  }
  RememberSecret(secret);
  return secret;
}

}  // namespace gitscale
