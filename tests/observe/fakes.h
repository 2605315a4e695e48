// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/http.h"
#include "base/time.h"

namespace gitscale {

/// A clock that stands still.
class FakeClock final : public Clock {
 public:
  explicit FakeClock(SysSeconds now) : now_(now) {}

  [[nodiscard]] SysSeconds Now() const override { return now_; }

  [[nodiscard]] std::chrono::steady_clock::time_point Monotonic() const override { return {}; }

 private:
  SysSeconds now_;
};

/// Answers by a function, and keeps what it was asked.
class FakeHttp final : public HttpClient {
 public:
  using Handler = std::function<Result<HttpResponse>(const HttpRequest&)>;

  explicit FakeHttp(Handler handler) : handler_(std::move(handler)) {}

  Result<HttpResponse> Exchange(const HttpRequest& request) override {
    requests.push_back(request);
    return handler_(request);
  }

  std::vector<HttpRequest> requests;

 private:
  Handler handler_;
};

/// One field of a form, decoded.
inline std::string FormField(const std::string& body, const std::string& name) {
  const std::string all = "&" + body;
  const std::size_t found = all.find("&" + name + "=");
  if (found == std::string::npos) {
    return {};
  }
  std::string out;
  for (std::size_t i = found + name.size() + 2; i < all.size() && all[i] != '&'; ++i) {
    if (all[i] == '%') {
      out += static_cast<char>(std::stoi(all.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      out += all[i];
    }
  }
  return out;
}

/// "Fri, 21 Aug 2026 09:30:00 GMT", for tests of 2026-08-21 only.
inline std::string HttpDate(SysSeconds time) {
  const std::string text = FormatRfc3339(time);
  return fmt::format("Fri, 21 Aug 2026 {} GMT", text.substr(11, 8));
}

}  // namespace gitscale
