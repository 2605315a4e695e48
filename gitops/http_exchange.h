// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include <curl/curl.h>
#include <git2/sys/transport.h>

#include "base/result.h"
#include "gitops/transport.h"

namespace gitscale {

/// Kept-alive connections of one repository. Used by one thread.
class HttpPool {
 public:
  HttpPool();

  [[nodiscard]] CURLM* multi() const { return multi_.get(); }

 private:
  struct Cleanup {
    void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
  };

  std::unique_ptr<CURLM, Cleanup> multi_;
};

/// One request of Git's smart HTTP protocol and its answer, both as streams: neither a pack that is
/// sent nor one that is received is ever whole in memory.
///
/// Only the GET of info/refs follows redirects, within http(s) and never from https to http; the
/// later requests go where it ended, with credentials only if that is the same origin.
/// Source: gitprotocol-http(5), git 2.39.
class HttpExchange {
 public:
  /// service: the *_LS ones ask for info/refs, the others post what is written. context outlives
  /// the exchange.
  HttpExchange(TransportContext& context, git_smart_service_t service);
  HttpExchange(const HttpExchange&) = delete;
  HttpExchange& operator=(const HttpExchange&) = delete;
  ~HttpExchange();

  /// More of the request. Up to 1 MiB is sent in one piece at the first Read, with its length; more
  /// goes out at once, chunked.
  [[nodiscard]] Status Write(std::string_view bytes);

  /// Some of the answer, at most `size` bytes; 0 at its end. Errors (cause only): kNotFound (404),
  /// kPermissionDenied (401, 403), kDeadlineExceeded, kUnavailable, kInvalidArgument (CA file).
  [[nodiscard]] Result<std::size_t> Read(char* buffer, std::size_t size);

 private:
  struct Cleanup {
    void operator()(CURL* handle) const { curl_easy_cleanup(handle); }

    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
  };

  static std::size_t OnBody(char* data, std::size_t size, std::size_t count, void* self) noexcept;
  static std::size_t OnSend(char* data, std::size_t size, std::size_t count, void* self) noexcept;

  [[nodiscard]] Status Start(bool is_chunked);
  void SetConnection(const std::string& url);
  void SetRequest(bool is_chunked);
  void AddHeader(const std::string& line);
  [[nodiscard]] Status Pump();
  [[nodiscard]] Status CheckAnswer();
  [[nodiscard]] Error AnswerError(long status) const;  // NOLINT(google-runtime-int): curl's type
  [[nodiscard]] Error CurlError() const;
  void Resume();

  TransportContext& context_;
  const bool is_get_;
  const std::string service_name_;
  std::unique_ptr<CURL, Cleanup> easy_;
  std::unique_ptr<curl_slist, Cleanup> headers_;
  std::array<char, CURL_ERROR_SIZE> detail_{};
  std::string to_send_;
  std::size_t sent_ = 0;
  std::string received_;
  std::size_t consumed_ = 0;
  std::string refusal_;  ///< beginning of the body of an answer that is not 200
  bool is_started_ = false;
  bool is_complete_ = false;  ///< all of the request was written
  bool is_paused_ = false;
  bool is_done_ = false;
  bool is_checked_ = false;
  CURLcode code_ = CURLE_OK;
};

}  // namespace gitscale
