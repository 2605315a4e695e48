// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <git2.h>
#include <git2/sys/transport.h>

#include "base/result.h"
#include "base/secret.h"
#include "base/time.h"
#include "gitops/remote_address.h"
#include "gitops/remote_settings.h"

namespace gitscale {

class HttpPool;
struct PushLog;

/// One fetch or push as the transports and callbacks see it: what they need, and where they leave
/// the failure that libgit2's integer answers have no room for. Payload of all callbacks.
struct TransportContext {
  const RemoteSettings* settings = nullptr;
  const RemoteAddress* address = nullptr;
  const Clock* clock = nullptr;
  HttpPool* pool = nullptr;
  std::string username;
  Secret password;
  std::chrono::milliseconds timeout{0};  ///< of the whole operation
  std::chrono::steady_clock::time_point deadline;

  std::string base_url;          ///< http: where the repository is, after redirects
  std::optional<Error> failure;  ///< the first one; only the cause, without what was being done
  std::string remote_text;       ///< what the server had to say to people, one line, cut at 2 KiB
  std::string advertisement;     ///< raw beginning of what the server said first, likewise
  std::string push_answer;       ///< raw beginning of the answer to a push, cut at 4 KiB
  PushLog* push = nullptr;       ///< null outside a push

  /// Zero or more until the deadline.
  [[nodiscard]] std::chrono::milliseconds Remaining() const;
  /// Keeps the first failure and answers the code that callbacks return: GIT_EUSER.
  int Park(Error error) noexcept;
  /// Keeps what libgit2 reads: it drops the server's reason for a refused pack, and the
  /// capabilities it does not know.
  void NoteAnswer(std::string_view bytes) noexcept;
  /// What goes to the server in place of `bytes`, which libgit2 writes: the commands of an atomic
  /// push, changed to say so (in `storage`); else the same. Errors: see AskForAtomic.
  [[nodiscard]] Result<std::string_view> ToSend(std::string_view bytes,
                                                std::string& storage) noexcept;
  /// The error of a passed deadline.
  [[nodiscard]] Error TooLate() const;
};

/// A `git_transport_cb`: our transport for the address of the TransportContext in `payload`.
int MakeTransport(git_transport** out, git_remote* owner, void* payload) noexcept;

/// A `git_transport_message_cb`: collects what the server says.
int CollectRemoteText(const char* text, int size, void* payload) noexcept;

/// Text of a stranger on one line: control characters gone, lines joined with "; ", secrets masked.
[[nodiscard]] std::string RemoteLine(std::string_view text);

}  // namespace gitscale
