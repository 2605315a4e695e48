// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <git2.h>

#include "base/result.h"
#include "base/time.h"
#include "gitops/git_handles.h"
#include "gitops/http_exchange.h"
#include "gitops/remote_address.h"
#include "gitops/remote_settings.h"
#include "gitops/transport.h"

namespace gitscale {

/// One conversation with the remote repository: a fetch or a push. All its network time together is
/// limited by the fetch or push timeout, counted from Open. Errors hold only the cause; the caller
/// says what was being done.
class RemoteConnection {
 public:
  enum class Direction { kFetch, kPush };

  /// Reads the token file and connects; the references are then known. All references outlive the
  /// connection. Errors: see HttpExchange::Read, ReadSecretFile and ChildProcess.
  [[nodiscard]] static Result<std::unique_ptr<RemoteConnection>> Open(
      git_repository& repository,
      const RemoteSettings& settings,
      const RemoteAddress& address,
      const Clock& clock,
      HttpPool& pool,
      Direction direction);

  RemoteConnection(const RemoteConnection&) = delete;
  RemoteConnection& operator=(const RemoteConnection&) = delete;
  ~RemoteConnection();

  /// What the remote has under this full reference name; nothing when it has no such reference.
  [[nodiscard]] Result<std::optional<git_oid>> Find(const std::string& reference);
  /// Whether the remote has no references at all.
  [[nodiscard]] Result<bool> IsEmpty();

  /// Whether a push of several references can be one transaction. REQUIRES: opened with kPush.
  [[nodiscard]] bool OffersAtomic() const;

  /// Receives what is missing locally of `references`, in one request. REQUIRES: opened with
  /// kFetch, Find found them, at least one.
  [[nodiscard]] Status Download(const std::vector<std::string>& references);

  /// libgit2's answer as ours: the failure that a callback parked goes before libgit2's text.
  [[nodiscard]] Status Check(int code, std::string_view doing);

  [[nodiscard]] git_remote& remote() { return *remote_; }

  [[nodiscard]] TransportContext& context() { return context_; }

  /// Callbacks with our transport, and the context as payload.
  [[nodiscard]] git_remote_callbacks Callbacks();

 private:
  RemoteConnection() = default;

  TransportContext context_;
  RemoteHandle remote_;
};

}  // namespace gitscale
