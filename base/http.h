// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/secret.h"

namespace gitscale {

/// What one HTTP exchange needs beyond its URL.
struct HttpRequest {
  std::string method = "GET";
  std::string url;                   ///< without user info
  std::vector<std::string> headers;  ///< "Name: value"; no secrets: those go below
  std::string body;
  Secret bearer_token;  ///< sent as `Authorization: Bearer`, never to another host than url's
  std::chrono::milliseconds connect_timeout{5'000};
  std::chrono::milliseconds timeout{30'000};  ///< for the whole exchange
  std::size_t max_response_bytes = std::size_t{256}
                                   << 20U;  ///< more than that is an error, not a cut
};

/// headers: names in lower case; of repeated ones the last.
struct HttpResponse {
  int status = 0;
  std::map<std::string, std::string, std::less<>> headers;
  std::string body;
};

/// How to reach a server: the same for every request of one endpoint.
struct HttpSettings {
  std::string ca_file;  ///< PEM bundle; empty: the system's
  std::string
      proxy;  ///< empty: from the environment (http_proxy, https_proxy, no_proxy), as curl does
};

/// Exchanges HTTP messages. An answer with any status is a success; errors are those of the
/// exchange: kUnavailable (no connection, TLS, broken answer), kDeadlineExceeded, kInvalidArgument
/// (URL).
class HttpClient {
 public:
  HttpClient() = default;
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;
  virtual ~HttpClient() = default;

  [[nodiscard]] virtual Result<HttpResponse> Exchange(const HttpRequest& request) = 0;
};

/// libcurl, one kept-alive connection pool per client. Follows no redirects, accepts http and https
/// only, asks for compressed answers. Not thread-safe: one client per thread.
[[nodiscard]] std::unique_ptr<HttpClient> MakeCurlClient(HttpSettings settings);

}  // namespace gitscale
