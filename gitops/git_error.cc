// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/git_error.h"

#include <array>

#include <fmt/format.h>

#include "base/secret.h"

namespace gitscale {
namespace {

ErrorCode CodeFor(int code, int error_class) {
  if (code == GIT_EAUTH) {
    return ErrorCode::kPermissionDenied;
  }
  if (code == GIT_EEOF || error_class == GIT_ERROR_NET || error_class == GIT_ERROR_HTTP) {
    return ErrorCode::kUnavailable;
  }
  return ErrorCode::kInternal;
}

}  // namespace

Status CheckGit(int code, std::string_view doing) {
  if (code >= 0) {
    return {};
  }
  const git_error* const last = git_error_last();
  const int error_class = last != nullptr ? last->klass : GIT_ERROR_NONE;
  const std::string why =
      last != nullptr && last->message != nullptr ? last->message : fmt::format("code {}", code);
  auto failure = Fail(CodeFor(code, error_class), fmt::format("{}: {}", doing, Redact(why)));
  git_error_clear();  // the next failure must not find this text
  return failure;
}

std::string OidToString(const git_oid& oid) {
  std::array<char, GIT_OID_HEXSZ> text{};
  git_oid_fmt(text.data(), &oid);
  return {text.data(), text.size()};
}

Result<git_oid> OidFromString(const std::string& text) {
  git_oid oid{};
  if (text.size() != GIT_OID_HEXSZ || git_oid_fromstr(&oid, text.c_str()) != 0) {
    git_error_clear();
    return Fail(ErrorCode::kInvalidArgument, fmt::format("'{}' is not a commit id", text));
  }
  return oid;
}

}  // namespace gitscale
