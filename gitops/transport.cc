// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/transport.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "gitops/atomic_push.h"
#include "gitops/http_transport.h"
#include "gitops/process_transport.h"
#include "gitops/push.h"

namespace gitscale {

std::chrono::milliseconds TransportContext::Remaining() const {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - clock->Monotonic());
  return std::max(left, std::chrono::milliseconds(0));
}

int TransportContext::Park(Error error) noexcept {
  if (!failure) {
    failure = std::move(error);
  }
  git_error_set_str(GIT_ERROR_CALLBACK, failure->message.c_str());
  return GIT_EUSER;
}

void TransportContext::NoteAnswer(std::string_view bytes) noexcept {
  constexpr std::size_t kMost = 4096;
  std::string& into = push != nullptr ? push_answer : advertisement;
  if (into.size() < kMost) {
    into.append(bytes.substr(0, kMost - into.size()));
  }
}

Result<std::string_view> TransportContext::ToSend(std::string_view bytes,
                                                  std::string& storage) noexcept {
  // libgit2 writes all commands in one piece, before the pack.
  if (push == nullptr || !std::exchange(push->asks_for_atomic, false)) {
    return bytes;
  }
  TRY_ASSIGN(storage, AskForAtomic(bytes));
  return std::string_view(storage);
}

Error TransportContext::TooLate() const {
  return Error{ErrorCode::kDeadlineExceeded,
               fmt::format("no complete answer within {} ms", timeout.count()),
               address->shown};
}

int MakeTransport(git_transport** out, git_remote* owner, void* payload) noexcept {
  auto& context = *static_cast<TransportContext*>(payload);
  const bool is_http = context.address->kind == RemoteAddress::Kind::kHttp;
  git_smart_subtransport_definition definition{};
  definition.callback = is_http ? MakeHttpSubtransport : MakeProcessSubtransport;
  definition.rpc = is_http ? 1 : 0;
  definition.param = payload;
  return git_transport_smart(out, owner, &definition);
}

int CollectRemoteText(const char* text, int size, void* payload) noexcept {
  constexpr std::size_t kMost = 2048;
  auto& into = static_cast<TransportContext*>(payload)->remote_text;
  if (into.size() < kMost && size > 0) {
    into.append(text, std::min(static_cast<std::size_t>(size), kMost - into.size()));
  }
  return 0;
}

std::string RemoteLine(std::string_view text) {
  std::string out;
  bool line_ended = false;
  for (const char c : text) {
    if (c == '\n' || c == '\r') {
      line_ended = true;
    } else if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) {
      if (line_ended && !out.empty()) {
        out += "; ";
      }
      line_ended = false;
      out.push_back(c);
    }
  }
  out.erase(out.find_last_not_of(' ') + 1);
  return Redact(out);
}

}  // namespace gitscale
