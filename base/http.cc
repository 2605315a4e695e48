// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "base/http.h"

#include <algorithm>
#include <mutex>

#include <curl/curl.h>
#include <fmt/format.h>

#include "base/url.h"

namespace gitscale {
namespace {

struct CurlFree {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }

  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};

using CurlHandle = std::unique_ptr<CURL, CurlFree>;
using CurlList = std::unique_ptr<curl_slist, CurlFree>;

/// What curl hands over while it reads one answer.
struct Receiver {
  HttpResponse response;
  std::size_t max_bytes = 0;
  bool too_large = false;
};

std::size_t ReceiveBody(char* data, std::size_t size, std::size_t count, void* receiver) noexcept {
  auto& into = *static_cast<Receiver*>(receiver);
  const std::size_t bytes = size * count;
  if (into.response.body.size() + bytes > into.max_bytes) {
    into.too_large = true;
    return 0;
  }
  into.response.body.append(data, bytes);
  return bytes;
}

std::size_t ReceiveHeader(char* data,
                          std::size_t size,
                          std::size_t count,
                          void* receiver) noexcept {
  auto& headers = static_cast<Receiver*>(receiver)->response.headers;
  std::string_view line(data, size * count);
  if (line.starts_with("HTTP/")) {
    headers.clear();  // an interim answer (100 Continue) came before this one
  }
  const std::size_t colon = line.find(':');
  if (colon != std::string_view::npos) {
    std::string name(line.substr(0, colon));
    std::ranges::transform(name, name.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    });
    line.remove_prefix(colon + 1);
    const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
    const std::size_t end = line.find_last_not_of(" \t\r\n");
    headers.insert_or_assign(std::move(name),
                             std::string(end == std::string_view::npos || end < begin
                                             ? std::string_view{}
                                             : line.substr(begin, end - begin + 1)));
  }
  return size * count;
}

tl::unexpected<Error> CurlFailure(CURLcode code, const HttpRequest& request, const char* detail) {
  ErrorCode kind = ErrorCode::kUnavailable;
  if (code == CURLE_OPERATION_TIMEDOUT) {
    kind = ErrorCode::kDeadlineExceeded;
  } else if (code == CURLE_URL_MALFORMAT || code == CURLE_UNSUPPORTED_PROTOCOL ||
             code == CURLE_SSL_CACERT_BADFILE) {
    kind = ErrorCode::kInvalidArgument;
  }
  const std::string url = Redact(request.url.substr(0, request.url.find('?')));
  const std::string why = detail != nullptr && *detail != '\0' ? detail : curl_easy_strerror(code);
  return Fail(kind, fmt::format("cannot reach '{}': {}", url, Redact(why)), url);
}

class CurlClient final : public HttpClient {
 public:
  explicit CurlClient(HttpSettings settings) : settings_(std::move(settings)) {
    static std::once_flag once;
    std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
    handle_.reset(curl_easy_init());
  }

  Result<HttpResponse> Exchange(const HttpRequest& request) override {
    if (!handle_) {
      return Fail(ErrorCode::kInternal, "cannot set up libcurl");
    }
    CURL* curl = handle_.get();
    curl_easy_reset(curl);  // keeps the live connections
    Receiver receiver;
    receiver.max_bytes = request.max_response_bytes;
    std::array<char, CURL_ERROR_SIZE> detail{};
    CurlList headers;
    for (const std::string& header : request.headers) {
      headers.reset(curl_slist_append(headers.release(), header.c_str()));
    }
    SetCommon(curl, request);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, detail.data());
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers.get());
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, ReceiveBody);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &receiver);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, ReceiveHeader);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, &receiver);
    const CURLcode code = curl_easy_perform(curl);
    if (receiver.too_large) {
      return Fail(ErrorCode::kUnavailable,
                  fmt::format("cannot use the answer of '{}': larger than {} bytes",
                              Redact(request.url.substr(0, request.url.find('?'))),
                              request.max_response_bytes));
    }
    if (code != CURLE_OK) {
      return CurlFailure(code, request, detail.data());
    }
    long status = 0;  // NOLINT(google-runtime-int): curl's type
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    receiver.response.status = static_cast<int>(status);
    return std::move(receiver.response);
  }

 private:
  void SetCommon(CURL* curl, const HttpRequest& request) const {
    curl_easy_setopt(curl, CURLOPT_URL, request.url.c_str());
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(
        curl, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(request.connect_timeout.count()));
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, static_cast<long>(request.timeout.count()));
    if (!settings_.ca_file.empty()) {
      curl_easy_setopt(curl, CURLOPT_CAINFO, settings_.ca_file.c_str());
    }
    if (!settings_.proxy.empty()) {
      curl_easy_setopt(curl, CURLOPT_PROXY, settings_.proxy.c_str());
    }
    if (!request.bearer_token.empty()) {
      curl_easy_setopt(curl, CURLOPT_HTTPAUTH, CURLAUTH_BEARER);
      curl_easy_setopt(curl, CURLOPT_XOAUTH2_BEARER, request.bearer_token.Reveal().c_str());
    }
    if (request.method != "GET") {
      curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request.method.c_str());
      curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request.body.data());
      curl_easy_setopt(
          curl, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
    }
  }

  HttpSettings settings_;
  CurlHandle handle_;
};

}  // namespace

std::unique_ptr<HttpClient> MakeCurlClient(HttpSettings settings) {
  return std::make_unique<CurlClient>(std::move(settings));
}

}  // namespace gitscale
