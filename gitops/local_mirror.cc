// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/local_mirror.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/log.h"
#include "gitops/git_error.h"

namespace gitscale {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> CannotUse(const std::string& folder, const std::string& why) {
  return Fail(
      ErrorCode::kUnavailable, fmt::format("cannot use mirror '{}': {}", folder, why), folder);
}

Result<fs::path> MakeTemporaryFolder() {
  std::error_code failure;
  const fs::path parent = fs::temp_directory_path(failure);
  if (failure) {
    return CannotUse("temporary", failure.message());
  }
  std::string name = (parent / "gitscale-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    return CannotUse(name, std::generic_category().message(errno));
  }
  return fs::path(name);
}

Result<UniqueFd> Lock(const fs::path& folder) {
  const fs::path file = folder / "lock";
  UniqueFd lock(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (lock.get() < 0) {
    return CannotUse(folder.string(), std::generic_category().message(errno));
  }
  if (flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    return CannotUse(folder.string(),
                     errno == EWOULDBLOCK ? "it is in use (give each repository its own folder)"
                                          : std::generic_category().message(errno));
  }
  return lock;
}

}  // namespace

Result<LocalMirror> LocalMirror::Open(const std::string& folder) {
  if (folder.empty()) {
    TRY_ASSIGN(fs::path temporary, MakeTemporaryFolder());
    LocalMirror mirror(std::move(temporary), UniqueFd(), false);
    TRY(mirror.OpenOrInit());
    return mirror;
  }
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) {
    return CannotUse(folder, failure.message());
  }
  TRY_ASSIGN(UniqueFd lock, Lock(folder));
  LocalMirror mirror(folder, std::move(lock), true);
  if (Status opened = mirror.OpenOrInit(); !opened) {
    TRY(mirror.Rebuild(opened.error().message));
  }
  return mirror;
}

LocalMirror::LocalMirror(fs::path folder, UniqueFd lock, bool is_kept)
    : folder_(std::move(folder)), lock_(std::move(lock)), is_kept_(is_kept) {}

LocalMirror::~LocalMirror() {
  repository_.reset();
  if (!is_kept_ && !folder_.empty()) {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
}

Status LocalMirror::OpenOrInit() {
  const std::string path = RepositoryPath().string();
  std::error_code failure;
  if (fs::exists(path, failure)) {
    TRY_ASSIGN(repository_, Acquire<RepositoryHandle>("cannot open", [&](auto** out) {
                 return git_repository_open_bare(out, path.c_str());
               }));
    return {};
  }
  TRY_ASSIGN(repository_, Acquire<RepositoryHandle>("cannot create", [&](auto** out) {
               return git_repository_init(out, path.c_str(), 1);
             }));
  return {};
}

Status LocalMirror::Rebuild(const std::string& why) {
  Log(LogLevel::kWarn,
      "mirror is corrupt, fetching everything again",
      {{"mirror", folder_.string()}, {"cause", why}});
  repository_.reset();
  std::error_code failure;
  fs::remove_all(RepositoryPath(), failure);
  if (failure) {
    return CannotUse(folder_.string(), failure.message());
  }
  return OpenOrInit();
}

Result<bool> LocalMirror::Has(const git_oid& commit) const {
  TRY_ASSIGN(const OdbHandle odb, Acquire<OdbHandle>("cannot open the objects", [&](auto** out) {
               return git_repository_odb(out, repository_.get());
             }));
  return git_odb_exists(odb.get(), &commit) == 1;
}

Status LocalMirror::SetReference(const std::string& name, const git_oid& commit) const {
  TRY(Acquire<ReferenceHandle>(fmt::format("cannot set '{}'", name), [&](auto** out) {
    return git_reference_create(out, repository_.get(), name.c_str(), &commit, 1, nullptr);
  }));
  return {};
}

Status LocalMirror::RemoveReference(const std::string& name) const {
  return CheckGit(git_reference_remove(repository_.get(), name.c_str()),
                  fmt::format("cannot remove '{}'", name));
}

}  // namespace gitscale
