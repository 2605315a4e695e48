// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/process_transport.h"

#include <memory>
#include <new>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "gitops/child_process.h"
#include "gitops/transport.h"

namespace gitscale {
namespace {

struct ProcessStream;

struct ProcessSubtransport : git_smart_subtransport {
  TransportContext* context = nullptr;
  ProcessStream* open = nullptr;  ///< owned by libgit2
};

/// One program, from the list of references to the end of the operation.
struct ProcessStream : git_smart_subtransport_stream {
  TransportContext* context = nullptr;
  std::unique_ptr<ChildProcess> child;
};

/// Why a program that stopped talking did so, from what it wrote.
Error EndedError(ProcessStream& stream) {
  const std::string& shown = stream.context->address->shown;
  stream.child->Finish();
  const std::string text = RemoteLine(stream.child->ErrorText());
  const auto says = [&](std::string_view part) { return text.find(part) != std::string::npos; };
  if (says("dubious ownership")) {
    return {ErrorCode::kPermissionDenied,
            fmt::format("it belongs to another user and git refuses it for dubious ownership (run "
                        "as its owner, or: git config --global --add safe.directory '{}')",
                        stream.context->address->target),
            shown};
  }
  if (says("does not appear to be a git repository") || says("not a git repository")) {
    return {ErrorCode::kNotFound, "repository not found", shown};
  }
  if (says("ermission denied")) {
    return {ErrorCode::kPermissionDenied, text, shown};
  }
  return {ErrorCode::kUnavailable,
          text.empty() ? "git ended before its answer was complete" : text,
          shown};
}

Error TransferError(ProcessStream& stream, Error error) {
  return error.code == ErrorCode::kDeadlineExceeded ? stream.context->TooLate()
                                                    : EndedError(stream);
}

int Read(git_smart_subtransport_stream* stream,
         char* buffer,
         std::size_t size,
         std::size_t* bytes_read) noexcept {
  auto& self = *static_cast<ProcessStream*>(stream);
  *bytes_read = 0;
  Result<std::size_t> got = self.child->Read(buffer, size);
  if (!got) {
    return self.context->Park(TransferError(self, std::move(got).error()));
  }
  if (*got == 0) {
    return self.context->Park(EndedError(self));  // libgit2 reads only where more must come
  }
  *bytes_read = *got;
  self.context->NoteAnswer(std::string_view(buffer, *got));
  return 0;
}

int Write(git_smart_subtransport_stream* stream, const char* bytes, std::size_t size) noexcept {
  auto& self = *static_cast<ProcessStream*>(stream);
  std::string storage;
  const auto to_send = self.context->ToSend(std::string_view(bytes, size), storage);
  if (!to_send) {
    return self.context->Park(to_send.error());
  }
  Status written = self.child->Write(*to_send);
  return written ? 0 : self.context->Park(TransferError(self, std::move(written).error()));
}

void FreeStream(git_smart_subtransport_stream* stream) noexcept {
  auto* const self = static_cast<ProcessStream*>(stream);
  static_cast<ProcessSubtransport*>(self->subtransport)->open = nullptr;
  delete self;
}

int Action(git_smart_subtransport_stream** out,
           git_smart_subtransport* transport,
           const char* /*url*/,
           git_smart_service_t service) noexcept {
  auto& self = *static_cast<ProcessSubtransport*>(transport);
  TransportContext& context = *self.context;
  if (service == GIT_SERVICE_UPLOADPACK || service == GIT_SERVICE_RECEIVEPACK) {
    // The program that listed the references goes on. At the end of a push, too, libgit2 asks for
    // UPLOADPACK, only to say goodbye.
    *out = self.open;
    return self.open != nullptr ? 0 : GIT_ERROR;
  }
  auto child =
      ChildProcess::Spawn({"git",
                           service == GIT_SERVICE_UPLOADPACK_LS ? "upload-pack" : "receive-pack",
                           context.address->target},
                          [&context] { return context.Remaining(); });
  if (!child) {
    return context.Park(std::move(child).error());
  }
  auto* const stream = new (std::nothrow) ProcessStream();
  if (stream == nullptr) {
    return GIT_ERROR;
  }
  stream->subtransport = transport;
  stream->read = Read;
  stream->write = Write;
  stream->free = FreeStream;
  stream->context = &context;
  stream->child = std::move(child).value();
  self.open = stream;
  *out = stream;
  return 0;
}

int Close(git_smart_subtransport* /*transport*/) noexcept {
  return 0;  // the stream, freed before, has ended its program
}

void Free(git_smart_subtransport* transport) noexcept {
  delete static_cast<ProcessSubtransport*>(transport);
}

}  // namespace

int MakeProcessSubtransport(git_smart_subtransport** out,
                            git_transport* /*owner*/,
                            void* param) noexcept {
  auto* const transport = new (std::nothrow) ProcessSubtransport();
  if (transport == nullptr) {
    return GIT_ERROR;
  }
  transport->action = Action;
  transport->close = Close;
  transport->free = Free;
  transport->context = static_cast<TransportContext*>(param);
  *out = transport;
  return 0;
}

}  // namespace gitscale
