// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/http_transport.h"

#include <new>
#include <string>
#include <string_view>

#include "gitops/http_exchange.h"
#include "gitops/transport.h"

namespace gitscale {
namespace {

struct HttpSubtransport : git_smart_subtransport {
  TransportContext* context = nullptr;
};

struct HttpStream : git_smart_subtransport_stream {
  HttpStream(HttpSubtransport& owner, git_smart_service_t service)
      : git_smart_subtransport_stream{}, context(owner.context), exchange(*context, service) {
    subtransport = &owner;
  }

  TransportContext* context;
  HttpExchange exchange;
};

int Read(git_smart_subtransport_stream* stream,
         char* buffer,
         std::size_t size,
         std::size_t* bytes_read) noexcept {
  auto& self = *static_cast<HttpStream*>(stream);
  Result<std::size_t> got = self.exchange.Read(buffer, size);
  *bytes_read = got ? *got : 0;
  self.context->NoteAnswer(std::string_view(buffer, *bytes_read));
  return got ? 0 : self.context->Park(std::move(got).error());
}

int Write(git_smart_subtransport_stream* stream, const char* bytes, std::size_t size) noexcept {
  auto& self = *static_cast<HttpStream*>(stream);
  std::string storage;
  const auto to_send = self.context->ToSend(std::string_view(bytes, size), storage);
  if (!to_send) {
    return self.context->Park(to_send.error());
  }
  Status written = self.exchange.Write(*to_send);
  return written ? 0 : self.context->Park(std::move(written).error());
}

void FreeStream(git_smart_subtransport_stream* stream) noexcept {
  delete static_cast<HttpStream*>(stream);
}

int Action(git_smart_subtransport_stream** out,
           git_smart_subtransport* transport,
           const char* /*url*/,
           git_smart_service_t service) noexcept {
  auto* const stream =
      new (std::nothrow) HttpStream(*static_cast<HttpSubtransport*>(transport), service);
  if (stream == nullptr) {
    return GIT_ERROR;
  }
  stream->read = Read;
  stream->write = Write;
  stream->free = FreeStream;
  *out = stream;
  return 0;
}

int Close(git_smart_subtransport* /*transport*/) noexcept {
  return 0;  // connections belong to the pool
}

void Free(git_smart_subtransport* transport) noexcept {
  delete static_cast<HttpSubtransport*>(transport);
}

}  // namespace

int MakeHttpSubtransport(git_smart_subtransport** out,
                         git_transport* /*owner*/,
                         void* param) noexcept {
  auto* const transport = new (std::nothrow) HttpSubtransport();
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
