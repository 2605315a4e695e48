// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <string>

#include "base/result.h"

namespace gitscale {

/// How to reach one branch of one repository. Nothing here is a secret: those are in files.
struct RemoteSettings {
  /// http://, https:// or file:// URL, or a path on this machine. User info in an http URL is taken
  /// out before the URL is shown or stored.
  std::string url;
  std::string branch = "main";  ///< short name; the base branch

  /// Full name of the reference that holds the ledger: what runs saw, one file per target. A branch
  /// ("refs/heads/gitscale-ledger") serves where the server takes no others, or where people want
  /// to look at it. Empty: no ledger is read or written.
  std::string ledger_ref = "refs/gitscale/ledger";

  std::string username = "git";  ///< of basic authentication; user info in the URL goes before it
  std::string token_file;        ///< password or token, read again at every use; empty: none
  std::string ca_file;           ///< PEM bundle; empty: the system's
  std::string proxy;             ///< empty: from the environment, as curl does

  /// Folder for a bare copy that is kept from run to run, so that a fetch transfers only what is
  /// new: created when missing, locked against a second process, made anew (with a warning) when
  /// corrupt. Give each repository its own. Empty: a temporary copy, removed at the end.
  std::string mirror_dir;

  std::chrono::milliseconds connect_timeout{5'000};
  std::chrono::milliseconds fetch_timeout{60'000};  ///< for a whole fetch
  std::chrono::milliseconds push_timeout{60'000};   ///< for a whole push

  std::string author_name = "gitscale";  ///< author and committer of every commit
  std::string author_email = "gitscale@localhost";

  int max_attempts = 8;  ///< pushes tried before giving up a race, at least 1
  std::chrono::milliseconds backoff_base{100};  ///< the longest wait after the first lost race
};

/// Whether the settings can work at all, without looking at disk or network. Errors:
/// kInvalidArgument, naming the field: a URL of another scheme (ssh), an empty branch or author, a
/// ledger reference that is no full name or is the branch, a timeout that is not positive.
[[nodiscard]] Status CheckRemoteSettings(const RemoteSettings& settings);

}  // namespace gitscale
