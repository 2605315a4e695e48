// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/push.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "gitops/git_error.h"

namespace gitscale {
namespace {

/// git's words about a reference that another one of the same transaction drags along.
constexpr std::string_view kOtherFailed = "atomic push fail";

/// Sees what the remote advertised, before anything is sent.
int OnNegotiation(const git_push_update** updates, std::size_t count, void* payload) noexcept {
  auto& context = *static_cast<TransportContext*>(payload);
  for (std::size_t i = 0; i < count; ++i) {
    for (const RefUpdate& wanted : context.push->updates) {
      if (wanted.reference == updates[i]->dst_refname &&
          git_oid_equal(&wanted.expected, &updates[i]->src) == 0) {
        context.push->has_moved = true;
      }
    }
  }
  return context.push->has_moved ? GIT_EUSER : 0;
}

int OnStatus(const char* reference, const char* status, void* payload) noexcept {
  PushLog& log = *static_cast<TransportContext*>(payload)->push;
  if (status == nullptr) {
    log.accepted.emplace_back(reference);
  } else {
    log.rejected.push_back({reference, status});
  }
  return 0;
}

/// A push sends references, not ids: temporary ones hold the commits meanwhile.
class TemporaryReferences {
 public:
  explicit TemporaryReferences(const LocalMirror& mirror) : mirror_(mirror) {}

  TemporaryReferences(const TemporaryReferences&) = delete;
  TemporaryReferences& operator=(const TemporaryReferences&) = delete;

  ~TemporaryReferences() {
    for (const std::string& name : names_) {
      static_cast<void>(mirror_.RemoveReference(name));  // the next push overwrites a left one
    }
  }

  Result<std::string> Add(const git_oid& commit) {
    std::string name = fmt::format("refs/gitscale/push/{}", names_.size());
    TRY(mirror_.SetReference(name, commit));
    names_.push_back(name);
    return name;
  }

 private:
  const LocalMirror& mirror_;
  std::vector<std::string> names_;
};

Result<PushResult> Verdict(const TransportContext& context, const PushLog& log) {
  if (!log.rejected.empty()) {
    // In a transaction the others fail with words that only say so.
    const auto cause = std::ranges::find_if(log.rejected, [](const PushLog::Rejected& rejected) {
      return rejected.status.find(kOtherFailed) == std::string::npos;
    });
    const std::string status = (cause == log.rejected.end() ? log.rejected.begin() : cause)->status;
    const std::string said = RemoteLine(context.remote_text);
    PushResult result;
    for (const RefUpdate& update : log.updates) {
      const auto is_it = [&](const PushLog::Rejected& rejected) {
        return rejected.reference == update.reference && rejected.status == status;
      };
      if (std::ranges::any_of(log.rejected, is_it)) {
        result.references.push_back(update.reference);
      }
    }
    result.accepted = log.accepted;
    result.reason =
        said.empty() ? RemoteLine(status) : fmt::format("{} ({})", RemoteLine(status), said);
    switch (ClassifyRejection(status)) {
      case Rejection::kRace:
        result.outcome = PushResult::Outcome::kLostRace;
        break;
      case Rejection::kRefused:
        result.outcome = PushResult::Outcome::kRefused;
        break;
      case Rejection::kUnclear:
        result.outcome = PushResult::Outcome::kUnclear;
        break;
    }
    return result;
  }
  if (log.accepted.size() < log.updates.size()) {
    return Fail(ErrorCode::kUnavailable, "the server did not say what became of the push");
  }
  return PushResult{};
}

/// The reason in the report's first line ("unpack <reason>"); empty when it is "ok" or missing.
std::string UnpackReason(std::string_view answer) {
  static constexpr std::string_view kUnpack = "unpack ";
  const std::size_t at = answer.find(kUnpack);
  if (at == std::string_view::npos) {
    return {};
  }
  answer.remove_prefix(at + kUnpack.size());
  const std::string reason = RemoteLine(answer.substr(0, answer.find('\n')));
  return reason == "ok" ? "" : reason;
}

/// The pack was refused as a whole: not enough rights on the server's disk, or it is broken.
Error UnpackError(const TransportContext& context, Error error) {
  const std::string reason = UnpackReason(context.push_answer);
  const std::string said = RemoteLine(context.remote_text);
  if (!reason.empty()) {
    error.message = "remote cannot store the commits: " + reason;
  }
  // git's words where the object folder cannot be written, and of the system below it.
  if (reason.find("unable to create temporary object directory") != std::string::npos ||
      (reason + said).find("ermission") != std::string::npos) {
    error.code = ErrorCode::kPermissionDenied;
  }
  if (!said.empty()) {
    error.message += fmt::format(" ({})", said);
  }
  return error;
}

}  // namespace

Rejection ClassifyRejection(std::string_view status) {
  static constexpr std::array<std::string_view, 10> kRaces{"failed to update ref",
                                                           "atomic transaction failed",
                                                           "cannot lock ref",
                                                           "failed to lock",
                                                           "fetch first",
                                                           "non-fast-forward",
                                                           "non-fast forward",
                                                           "incorrect old value",
                                                           "reference already exists",
                                                           "stale info"};
  static constexpr std::array<std::string_view, 5> kRefusals{
      "hook declined", "protected branch", "prohibited", "checked out", "hidden ref"};
  const auto has = [&](std::string_view part) { return status.find(part) != std::string::npos; };
  if (std::ranges::any_of(kRefusals, has)) {
    return Rejection::kRefused;
  }
  return std::ranges::any_of(kRaces, has) ? Rejection::kRace : Rejection::kUnclear;
}

Result<PushResult> Push(RemoteConnection& connection,
                        const LocalMirror& mirror,
                        std::span<const RefUpdate> updates) {
  TemporaryReferences sources(mirror);
  std::vector<std::string> refspecs;
  for (const RefUpdate& update : updates) {
    TRY_ASSIGN(const std::string source, sources.Add(update.commit));
    // With a plus libgit2 does not look for what is there among the ancestors, which must be for a
    // commit. The server compares and swaps all the same.
    refspecs.push_back((update.expected_is_no_commit ? "+" : "") + source + ":" + update.reference);
  }
  std::vector<char*> texts;
  for (std::string& refspec : refspecs) {
    texts.push_back(refspec.data());
  }
  const git_strarray specs{texts.data(), texts.size()};

  PushLog log;
  log.updates = updates;
  log.asks_for_atomic = updates.size() > 1;
  TransportContext& context = connection.context();
  context.push = &log;
  context.remote_text.clear();
  context.push_answer.clear();
  git_push_options options = GIT_PUSH_OPTIONS_INIT;
  options.callbacks = connection.Callbacks();
  options.callbacks.push_negotiation = OnNegotiation;
  options.callbacks.push_update_reference = OnStatus;
  const int code = git_remote_upload(&connection.remote(), &specs, &options);
  Status pushed = connection.Check(code, "cannot send the commits");
  context.push = nullptr;

  if (log.has_moved || code == GIT_ENONFASTFORWARD) {
    PushResult lost;
    lost.outcome = PushResult::Outcome::kLostRace;
    lost.reason = "it has moved";
    return lost;
  }
  if (!pushed) {
    return tl::unexpected<Error>(UnpackError(context, std::move(pushed).error()));
  }
  return Verdict(context, log);
}

}  // namespace gitscale
